/** The kinds of work that are measured, each described to every peer in its own language, and the texts that they are about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { ROOT } from '../../e2e/lib/paths.mts';
import { type BareCall, PREFIX } from './bare.mts';

const model = readFileSync(join(ROOT, 'test', 'corpora', 'notices', 'fusion.txt'), 'utf8').trim();

/** Plain text of exactly that many characters, in paragraphs as they are printed. */
export function noticeText(characters: number): string {
	return `${model}\n\n`.repeat(Math.ceil(characters / model.length)).slice(0, characters);
}

export interface Item {
	readonly [name: string]: string;
	readonly number: string;
	readonly texte: string;
	readonly html: string;
	/** Of an existing notice. */
	readonly reference: string;
}

export function makeItems(count: number, label: string, references: readonly string[] = []) {
	return Array.from({ length: count }, (_, index): Item => {
		const number = `${label}-${index + 1}`;
		const paragraphs = [`SOCIÉTÉ EXEMPLE ${number}`, ...noticeText(450).split(/\n+/)];
		const html = paragraphs.map((part) => `<p>${part}</p>`).join('');
		return { number, texte: paragraphs.join('\n\n'), html, reference: references[index] ?? '' };
	});
}

const NOTICE = { publication: 12, departement: '75', categorie: 'MODIF', forfait: 'MOD_TRS_SIE' };
const NOTICE_TEXT = JSON.stringify(NOTICE);
const orderBody = ({ html, number }: Item) => ({
	...NOTICE,
	texte: html,
	dossier: number,
	mode_facturation: 'prescripteur',
	numero_commande: number,
});

export interface Work {
	/** The package's parameters. */
	readonly parameters: INode['parameters'];
	/** The call that a workflow without batches makes for each item; the body is an expression over `$json`. */
	readonly call: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };
	/** The calls that undici makes for all items; the package's batches where it makes batches. */
	readonly bare: (items: readonly Item[]) => BareCall[];
}

/** The parameters of n8n's own HTTP Request node for the same calls, signed by the package's credential. */
export function requestParameters(url: string, { call }: Work): INode['parameters'] {
	const { method, path, body } = call;
	const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
	return {
		method,
		url: `=${url}${PREFIX}${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'legalNoticeApi',
		...(body !== undefined && { ...raw, body: `={{ JSON.stringify(${body}) }}` }),
		options: {},
	};
}

const BATCH = 100;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The same order or quote for every peer. */
const writing = (operation: string, path: string, body: string, more = {}): Work => ({
	parameters: {
		resource: 'notice',
		operation,
		department: byId('75'),
		publication: byId('12'),
		category: byId('MODIF'),
		forfait: byId('MOD_TRS_SIE'),
		text: '={{ $json.texte }}',
		...more,
	},
	call: { method: 'POST', path, body: `{ ...${NOTICE_TEXT}, texte: $json.html${body} }` },
	bare: (items) =>
		items.map((item) => {
			const quoted = { ...NOTICE, texte: item.html };
			return { method: 'POST', path, body: body === '' ? quoted : orderBody(item) };
		}),
});
export const works = {
	quote: writing('quote', '/devis', ''),
	order: writing(
		'order',
		'/commande',
		", dossier: $json.number, mode_facturation: 'prescripteur', numero_commande: $json.number",
		{ fileReference: '={{ $json.number }}', billingMode: 'prescripteur' },
	),
	/** Documents and invoices are read in the same way. */
	status: {
		parameters: { resource: 'notice', operation: 'getStatus', reference: '={{ $json.reference }}' },
		call: { method: 'GET', path: '/annonce/{{ encodeURIComponent($json.reference) }}/statut' },
		bare: (items) =>
			Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => {
				const part = items.slice(at * BATCH, (at + 1) * BATCH);
				const references = part.map(({ reference }) => reference);
				return { method: 'POST', path: '/annonces/statuts', body: { references } };
			}),
	},
} satisfies Record<string, Work>;
