import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { fileNamePart } from '../domain/fileName';
import { beside } from './answerFields';
import type { OperationContext, OutputItem } from './operation.types';
import { flag } from './parameters';
import { type LogoType, logoOf } from '../domain/header';
import { isRecord } from '../domain/records';

/** A logo as an answer carries it, with what its file is called. */
export interface FoundLogo {
	/** Binary field. */
	readonly field: string;
	/** Parts of the file's name. */
	readonly name: readonly string[];
	/** Names it in a sentence: `logo of the publication 12`. */
	readonly label: string;
	readonly data: unknown;
}

const EXTENSIONS: Record<LogoType, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'application/pdf': 'pdf',
};

/** Whether the person wants logos as files. */
export function wantsLogos(context: OperationContext, itemIndex: number): boolean {
	return flag(context, 'includeLogos', 'Include Logos as Files', itemIndex);
}

/**
 * Adds logos to an item as files. One that cannot be read is told: the list is worth more than its pictures.
 *
 * @returns the item, and the binary fields that were filled
 */
export async function withLogos(
	{ fn }: OperationContext,
	json: IDataObject,
	logos: readonly FoundLogo[],
): Promise<{ item: OutputItem; stored: ReadonlySet<string> }> {
	const binary: IBinaryKeyData = {};
	const notes: string[] = [];
	for (const { field, name, label, data } of logos) {
		const logo = logoOf(data);
		if (!logo) {
			notes.push(`The ${label} is no JPEG, PNG or PDF file, so there is no file of it.`);
			continue;
		}
		const parts = ['logo', ...name].map(fileNamePart).filter((part) => part !== '');
		const fileName = `${parts.join('_')}.${EXTENSIONS[logo.mimeType]}`;
		binary[field] = await fn.helpers.prepareBinaryData(logo.bytes, fileName, logo.mimeType);
	}
	const told = notes.length > 0 ? beside(json, { avertissements: notes }) : json;
	const stored = new Set(Object.keys(binary));
	return { item: stored.size > 0 ? { json: told, binary } : { json: told }, stored };
}

/** The logos in a field that may hold one or several: objects, base64 texts, a list of them, or a list by key. */
export function logosIn(value: unknown): unknown[] {
	if (value === undefined || value === null || value === false || value === '') return [];
	if (Array.isArray(value)) return value;
	if (isRecord(value) && !('data' in value)) return Object.values(value).filter(isLogo);
	return [value];
}

/** The base64 of a logo, wherever it stands. */
export function dataOf(logo: unknown): unknown {
	return isRecord(logo) ? logo.data : logo;
}

/** By key there may be other things than logos, such as a type without its file. */
function isLogo(value: unknown): boolean {
	return isRecord(value) || logoOf(value) !== undefined;
}

/** What a logo says beside its base64; nothing of one that is all base64. */
export function withoutData(logo: unknown): unknown {
	if (!isRecord(logo)) return typeof logo === 'string' ? {} : logo;
	const light = { ...logo };
	delete light.data;
	return light;
}
