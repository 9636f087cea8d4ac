import { defaultHeaderClass, styleSheets } from './data/styleSheets.mts';
import type { Fields } from './fields.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';
import { words } from './types.mts';

const layouts = words('texte_sans_image image_sans_texte image_texte_droite image_texte_bas').map(
	(name) => `carton_${name}`,
);

/** First bytes of each accepted type. */
const magic: Readonly<Record<string, readonly number[]>> = {
	'image/jpeg': [0xff, 0xd8, 0xff],
	'image/png': [0x89, 0x50, 0x4e, 0x47],
	'application/pdf': [0x25, 0x50, 0x44, 0x46],
};

const classes = styleSheets.filter(({ type }) => type === 'entete').map(({ classe }) => classe);

/**
 * Checks a header block (specification, Entete) and notes what is wrong.
 *
 * @throws {Refusal} for a character outside Windows-1252 in its text
 */
export function checkHeader(service: Service, fields: Fields): void {
	const layout = fields.get('disposition');
	if (layout !== undefined && !layouts.some((known) => known === layout)) {
		fields.incorrect('disposition', 'header-layout');
	}
	const mimeType = fields.get('mime_type');
	const bytes = typeof mimeType === 'string' ? magic[mimeType] : undefined;
	if (mimeType !== undefined && !bytes) fields.incorrect('mime_type', 'header-mime-type');
	const data = fields.get('data');
	if (data === undefined || data === '') {
		if (mimeType !== undefined) fields.incorrect('data', 'header-data-required');
	} else if (!isFile(data, bytes)) {
		fields.incorrect('data', 'header-data');
	}
	const text = fields.text('texte', 'header-text') ?? '';
	if (text !== '' && service.rules.on('header-text')) {
		composeText(text, service, classes, defaultHeaderClass);
	}
}

function isFile(data: unknown, bytes: readonly number[] = []): boolean {
	if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false;
	const head = Buffer.from(data.slice(0, 16), 'base64');
	return bytes.every((byte, index) => head[index] === byte);
}
