/** The kinds of work that are measured, each told to every peer in its own language. */
import type { BareCall } from './bare.mts';
import { shortNotice } from './notices.mts';
import type { ItemCall } from './workflows.mts';

export interface Work {
	readonly name: 'quote' | 'order' | 'status' | 'documents' | 'invoices';
	/** Whether each item names a notice that has to exist. */
	readonly needsNotices: boolean;
	/** The package's parameters. */
	readonly parameters: Readonly<Record<string, unknown>>;
	/** The call that a workflow without batches makes for each item. */
	readonly call: ItemCall;
	/** The calls that undici makes for all items; the package's batches where it makes batches. */
	readonly bare: (items: readonly Item[]) => BareCall[];
}

export interface Item {
	readonly number: string;
	readonly texte: string;
	readonly html: string;
	/** Of an existing notice. */
	readonly reference: string;
}

const BATCH = 100;

export function makeItems(
	count: number,
	label: string,
	references: readonly string[] = [],
): Item[] {
	return Array.from({ length: count }, (_, index) => {
		const number = `${label}-${index + 1}`;
		const texte = shortNotice(number);
		const html = texte
			.split(/\n\n/)
			.map((part) => `<p>${part.replaceAll('\n', '<br/>')}</p>`)
			.join('');
		return { number, texte, html, reference: references[index] ?? '' };
	});
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const noticeParameters = {
	resource: 'notice',
	department: byId('75'),
	publication: byId('12'),
	category: byId('MODIF'),
	forfait: byId('MOD_TRS_SIE'),
	publicationDate: { __rl: true, mode: 'list', value: '' },
	textFormat: 'plainText',
	text: '={{ $json.texte }}',
	options: {},
};

export const noticeBody = ({ html }: Item) => ({
	publication: 12,
	departement: '75',
	categorie: 'MODIF',
	forfait: 'MOD_TRS_SIE',
	texte: html,
});

export const orderBody = (item: Item) => ({
	...noticeBody(item),
	dossier: item.number,
	mode_facturation: 'prescripteur',
	numero_commande: item.number,
});

const NOTICE = `publication: 12, departement: '75', categorie: 'MODIF', forfait: 'MOD_TRS_SIE', texte: $json.html`;

const reading = (
	name: Work['name'],
	resource: string,
	operation: string,
	single: string,
	batch: string,
	more: object = {},
): Work => ({
	name,
	needsNotices: true,
	parameters: { resource, operation, reference: '={{ $json.reference }}', options: {}, ...more },
	call: { method: 'GET', path: `/annonce/{{ encodeURIComponent($json.reference) }}/${single}` },
	bare: (items) =>
		Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => ({
			method: 'POST',
			path: `/annonces/${batch}`,
			body: {
				references: items.slice(at * BATCH, (at + 1) * BATCH).map(({ reference }) => reference),
			},
		})),
});

export const works: readonly Work[] = [
	{
		name: 'quote',
		needsNotices: false,
		parameters: { ...noticeParameters, operation: 'quote' },
		call: { method: 'POST', path: '/devis', body: `{ ${NOTICE} }` },
		bare: (items) =>
			items.map((item) => ({ method: 'POST', path: '/devis', body: noticeBody(item) })),
	},
	{
		name: 'order',
		needsNotices: false,
		parameters: {
			...noticeParameters,
			operation: 'order',
			fileReference: '={{ $json.number }}',
			orderNumberMode: 'automatic',
			billingMode: 'prescripteur',
		},
		call: {
			method: 'POST',
			path: '/commande',
			body: `{ ${NOTICE}, dossier: $json.number, mode_facturation: 'prescripteur', numero_commande: $json.number }`,
		},
		bare: (items) =>
			items.map((item) => ({ method: 'POST', path: '/commande', body: orderBody(item) })),
	},
	reading('status', 'notice', 'getStatus', 'statut', 'statuts'),
	reading('documents', 'document', 'getMany', 'documents', 'documents', { documentTypes: [] }),
	reading('invoices', 'invoice', 'getMany', 'factures', 'factures', {
		splitBy: 'invoice',
		downloadFiles: false,
	}),
];
