import { digest64 } from './digest';
import type { Watched } from './types';
import { InputProblem } from '../parameters';

export const REFERENCES_LABEL = 'References to Watch';
export const MAX_REFERENCES = 10_000;

/**
 * Reads the list of references: lines or commas, a JSON array as text, or what an expression gives (an array, one
 * value). Both kinds of identifier may be mixed. Trimmed; each once, in the order given.
 *
 * @throws InputProblem when there is none, too many, or something that is no reference
 */
export function readWatched(value: unknown): Watched[] {
	const texts = new Set(textsOf(value).filter((text) => text !== ''));
	if (texts.size === 0) {
		throw new InputProblem(
			REFERENCES_LABEL,
			`'${REFERENCES_LABEL}' holds no reference.`,
			'Give references or order numbers, separated by lines or commas, or an expression that returns an array.',
		);
	}
	if (texts.size > MAX_REFERENCES) {
		throw new InputProblem(
			REFERENCES_LABEL,
			`'${REFERENCES_LABEL}' holds ${texts.size} references; at most ${MAX_REFERENCES} can be watched.`,
			'Remove notices that are over, divide the list between several triggers, or use Notice > Get Status Changes on a table.',
		);
	}
	return [...texts].map((text) => ({ text, hash: digest64(text) }));
}

function textsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.map(referenceOf);
	if (typeof value !== 'string') return [referenceOf(value)];
	const text = value.trim();
	if (text.startsWith('[')) return parsedArray(text).map(referenceOf);
	return text.split(/[\r\n,]/).map((part) => part.trim());
}

function parsedArray(text: string): unknown[] {
	try {
		const parsed: unknown = JSON.parse(text);
		if (Array.isArray(parsed)) return parsed;
	} catch {
		// Told below, in words of the list.
	}
	throw new InputProblem(
		REFERENCES_LABEL,
		`'${REFERENCES_LABEL}' starts like a JSON array but is not one: ${excerpt(text)}`,
		'Check quotes and commas, or give one reference per line.',
	);
}

function referenceOf(entry: unknown): string {
	if (typeof entry === 'string') return entry.trim();
	if (Number.isFinite(entry)) return String(entry);
	return entry === null || entry === undefined ? '' : refuse(entry);
}

function refuse(value: unknown): never {
	throw new InputProblem(
		REFERENCES_LABEL,
		`'${REFERENCES_LABEL}' holds something that is no reference: ${excerpt(JSON.stringify(value))}`,
		'Give texts or numbers only, for example with the expression {{ $json.rows.map(row => row.reference) }}.',
	);
}

function excerpt(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
