import type { Catalogue } from './catalogue.mts';
import type { Row } from './publications.mts';
import { decodeEntities, outsideRange } from './characters.mts';
import { incorrect, Refusal, type Fields } from './fields.mts';
import type { Personality } from './personality.mts';

export interface Context {
	readonly personality: Personality;
	readonly catalogue: Catalogue;
	/** Wall clock of Paris, `AAAA-MM-JJ HH:MM:SS`. */
	readonly now: string;
}

export function readRow(fields: Fields, { catalogue }: Context): Row | undefined {
	const id = fields.integer('publication', true);
	const department = fields.string('departement', true);
	if (id === undefined || department === undefined) return undefined;
	const known = catalogue.departements.some((item) => item.code === department);
	const rows = catalogue.rows.filter((row) => row.shown.id === id);
	const row = rows.find((other) => other.shown.departement === department);
	if (!known) fields.codes.push(incorrect('departement'));
	if (rows.length === 0) fields.codes.push('err_publication_introuvable');
	else if (known && row === undefined) fields.codes.push('err_publication_non_habilite');
	return row;
}

export function readCategory(
	fields: Fields,
	{ catalogue, personality }: Context,
): { packageCode: string | undefined; defaultClass: string } {
	const code = fields.string('categorie', true);
	const category = catalogue.categories.find((item) => item.code === code);
	const taken = catalogue.forfaits.filter((item) => item.categorie_code === code);
	const packageCode = fields.string('forfait', taken.length > 0);
	if (code !== undefined && category === undefined) {
		const reserved = ['SUC_VAC', 'SUC_DES'].includes(code) && personality.pedantic;
		fields.codes.push(reserved ? incorrect('categorie') : 'err_categorie_inconnu');
	}
	const fits = taken.some((item) => item.code === packageCode);
	if (packageCode !== undefined && !fits) {
		const exists = catalogue.forfaits.some((item) => item.code === packageCode);
		if (!exists) fields.codes.push('err_forfait_inconnu');
		else if (taken.length > 0 || personality.pedantic) fields.codes.push(incorrect('forfait'));
	}
	return {
		packageCode: fits ? packageCode : undefined,
		defaultClass: category?.classe_html_defaut ?? 'fs-texte',
	};
}

/** "An error naming the offending character"; how it is named is not shown, so each has its way. */
export function refuseCharacters(text: string | undefined, fields: Fields, context: Context): void {
	if (text === undefined) return;
	const tidy = context.personality.tidyText;
	const caractere = outsideRange(tidy ? decodeEntities(text) : text);
	if (caractere === undefined) return;
	if (!tidy) throw new Refusal([`err_chaine_incorrect (${caractere})`]);
	throw new Refusal(
		[...new Set([...fields.codes, 'err_texte_incorrect', 'err_chaine_incorrect'])],
		{ caractere },
	);
}

const signatures: Readonly<Record<string, string>> = {
	'image/jpeg': 'ffd8ff',
	'image/png': '89504e47',
	'application/pdf': '25504446',
};
const layouts = ['texte_sans_image', 'image_sans_texte', 'image_texte_droite', 'image_texte_bas'];

export function readHeader(fields: Fields, context: Context, row: Row | undefined): void {
	const header = fields.object('entete');
	if (header === undefined) return;
	const { pedantic } = context.personality;
	const type = header.string('mime_type');
	const data = header.string('data', false, /^(?:[A-Za-z0-9+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/);
	const layout = header.string('disposition');
	refuseCharacters(header.string('texte'), fields, context);
	header.refuseUnknown();

	const magic = type === undefined ? '' : signatures[type];
	if (magic === undefined) fields.codes.push('err_body_incorrect');
	if (type !== undefined && data === undefined) fields.codes.push(incorrect('data'));
	if (layout !== undefined && !layouts.includes(layout.replace('carton_', ''))) {
		fields.codes.push(incorrect('disposition'));
	}
	if (!pedantic) return;
	const start = Buffer.from(data ?? '', 'base64')
		.subarray(0, 4)
		.toString('hex');
	if (data !== undefined && !start.startsWith(magic ?? '')) fields.codes.push(incorrect('data'));
	const withImage = layout !== undefined && !layout.endsWith('sans_image');
	if (withImage && data === undefined) fields.codes.push(incorrect('data'));
	if (row?.shown.entete === false) fields.codes.push(incorrect('disposition'));
}
