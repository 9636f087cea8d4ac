/** `docs/output-fields.md` as data, and what the interface itself returns. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './package.mts';

export interface FieldRow {
	readonly field: string;
	readonly operations: readonly string[];
	readonly type: string;
	readonly meaning: string;
}

/** Rows of every table of the document. */
export function documentedFields(): FieldRow[] {
	return readFileSync(join(ROOT, 'docs/output-fields.md'), 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| `'))
		.map((line) => {
			const [, field = '', operations = '', type = '', meaning = ''] = line
				.split('|')
				.map((cell) => cell.trim());
			return {
				field: field.replaceAll('`', ''),
				operations: operations.split(',').map((name) => name.trim().replaceAll('`', '')),
				type,
				meaning,
			};
		});
}

const NAMES = ['reference', 'numero_commande'];
const STATUS = [...NAMES, 'statut', 'motif'];
const ORDER = [...STATUS, 'date_parution', 'date_bouclage', 'tarif'];
const DOCUMENT = [...NAMES, 'type', 'numero', 'url'];
const INVOICE = ['date_facture', 'date_echeance', 'montant_ht', 'montant_ttc'];
const LINE = ['annonce', 'justificatif_papier', 'justificatif_numerique', 'frais_port'];

/** Fields of the interface that an operation passes on (specification, Endpoints and Resources). */
export const INTERFACE_FIELDS: Record<string, readonly string[]> = {
	'account.get': [
		'numero_compte',
		'raison_sociale',
		'nom_complement',
		'adresse',
		'adresse_complement',
		'code_postal',
		'ville',
		'email',
		'mode_facturation',
		'entetes',
	],
	'contact.createOrGet': ['id', 'nom', 'prenom', 'email'],
	'contact.getMany': ['id', 'nom', 'prenom', 'email'],
	'document.download': DOCUMENT,
	'document.getMany': DOCUMENT,
	'invoice.getMany': [
		...DOCUMENT,
		...INVOICE,
		'lignes',
		'factures',
		...LINE,
		'remises',
		'totaux',
		'tva',
	],
	'notice.cancel': [...NAMES, 'documents'],
	'notice.checkText': [],
	'notice.getStatus': STATUS,
	'notice.getStatusChanges': STATUS,
	'notice.order': ORDER,
	'notice.quote': ['date_parution', 'date_bouclage', 'texte', 'tarif'],
	'notice.replace': ORDER,
	'publication.getDates': ['id', 'departement', 'date_parution', 'date_bouclage'],
	'publication.getMany': [
		'id',
		'departement',
		'libelle',
		'periodicite',
		'type',
		'entete',
		'justificatif_papier',
		'justificatif_numerique',
		'logo_web',
	],
	'referenceData.getCategories': ['code', 'libelle', 'classes_html', 'classe_html_defaut'],
	'referenceData.getCountries': ['code', 'libelle'],
	'referenceData.getDepartments': ['code', 'libelle', 'libelle_enrichi'],
	'referenceData.getForfaits': ['code', 'libelle', 'categorie_code'],
	'referenceData.getStyleSheets': ['libelle', 'classe', 'definition_css', 'rang', 'type'],
	trigger: [...STATUS, 'type', 'numero', ...INVOICE],
};
