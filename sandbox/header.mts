import { styleSheets } from './data/styleSheets.mts';
import type { Fields } from './fields.mts';
import type { Service } from './service.mts';
import { composeText } from './text.mts';

const layouts = ['texte_sans_image', 'image_sans_texte', 'image_texte_droite', 'image_texte_bas'];

/** How files of each accepted type begin in base64. */
const beginnings: Readonly<Record<string, string>> = {
	'image/jpeg': '/9j/',
	'image/png': 'iVBORw',
	'application/pdf': 'JVBERi',
};

const classes = styleSheets.filter(({ type }) => type === 'entete').map(({ classe }) => classe);

/**
 * Checks a header block (specification, Entete) and notes what is wrong.
 *
 * @throws {Refusal} for a character outside Windows-1252 in its text
 */
export function checkHeader(service: Service, fields: Fields): void {
	const layout = fields.get('disposition');
	if (layout !== undefined && !layouts.some((name) => layout === `carton_${name}`)) {
		fields.incorrect('disposition', 'header-layout');
	}
	const mimeType = fields.text('mime_type', 'header-mime-type');
	const beginning = beginnings[mimeType ?? ''];
	if (mimeType !== undefined && beginning === undefined) {
		fields.incorrect('mime_type', 'header-mime-type');
	}
	const data = fields.text('data', 'header-data', /^[A-Za-z0-9+/]+={0,2}$/) ?? '';
	const isAbsent = (fields.get('data') ?? '') === '';
	if (isAbsent && mimeType !== undefined) fields.incorrect('data', 'header-data-required');
	if (!isAbsent && !data.startsWith(beginning ?? '')) fields.incorrect('data', 'header-data');
	const text = fields.text('texte', 'header-text') ?? '';
	if (text !== '' && service.rules.on('header-text')) {
		composeText(text, service, classes, 'fs-prescripteur_adresse');
	}
}
