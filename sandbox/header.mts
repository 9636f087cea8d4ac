import { defaultHeaderClass, styleSheets } from './data/styleSheets.mts';
import { Fields } from './fields.mts';
import type { Problems } from './refusal.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';
import type { JsonObject } from './types.mts';

const layouts = [
	'carton_texte_sans_image',
	'carton_image_sans_texte',
	'carton_image_texte_droite',
	'carton_image_texte_bas',
];

/** First bytes of each accepted type. */
const magic: Readonly<Record<string, readonly number[]>> = {
	'image/jpeg': [0xff, 0xd8, 0xff],
	'image/png': [0x89, 0x50, 0x4e, 0x47],
	'application/pdf': [0x25, 0x50, 0x44, 0x46],
};

const headerClasses = styleSheets
	.filter((style) => style.type === 'entete')
	.map((style) => style.classe);

/**
 * Checks a header block (specification, Entete) and notes what is wrong.
 *
 * @throws {Refusal} for a character outside Windows-1252 in its text
 */
export function checkHeader(service: Service, header: JsonObject, problems: Problems): void {
	const { rules, settings } = service;
	const fields = new Fields(header, { rules, settings, problems });
	const layout = fields.get('disposition');
	const known = typeof layout === 'string' && layouts.includes(layout);
	if (layout !== undefined && !known && rules.on('header-layout')) fields.incorrect('disposition');

	const mimeType = fields.get('mime_type');
	const bytes = typeof mimeType === 'string' ? magic[mimeType] : undefined;
	if (mimeType !== undefined && !bytes && rules.on('header-mime-type')) {
		fields.incorrect('mime_type');
	}
	const data = fields.get('data');
	if (data === undefined || data === '') {
		if (mimeType !== undefined && rules.on('header-data-required')) fields.incorrect('data');
	} else if (rules.on('header-data') && !isFile(data, bytes)) {
		fields.incorrect('data');
	}
	const text = fields.optionalText('texte', rules.on('header-text'));
	if (text !== undefined && text !== '' && rules.on('header-text')) {
		composeText(text, {
			rules,
			settings,
			classes: headerClasses,
			defaultClass: defaultHeaderClass,
		});
	}
}

function isFile(data: unknown, bytes: readonly number[] | undefined): boolean {
	if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false;
	const head = Buffer.from(data.slice(0, 16), 'base64');
	return bytes === undefined || bytes.every((byte, index) => head[index] === byte);
}
