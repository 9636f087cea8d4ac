/** Megabytes in any place of an answer are read, or refused, and twice as many take twice the work: n8n's one thread serves everybody else. */
import { endCounting, growth, LINEAR } from '../unit/steps.mts';
import { BILLED } from './notices.mts';
import { refused, scriptedForTests } from './scripted.mts';

const service = scriptedForTests();
const SIZE = 3 * 1_048_576;
/** Less, for the work is counted there: it is what grows with the size, whatever the size is. */
const COUNTED = 20_000;

/** As many as an answer of this size holds. */
function filled<Entry>(size: number, make: (at: number) => Entry): Entry[] {
	const length = Math.floor(size / (JSON.stringify(make(12_345)).length + 1));
	return Array.from({ length }, (_, at) => make(at));
}

const invoice = (at: number) => ({
	...{ type: 'facture', numero: `F-${at}`, date_facture: '2026-01-01' },
	...{ montant_ht: 1, montant_ttc: 1.2, url: 'https://files.example/a' },
});
const line = (at: number) => ({
	reference: `AL-${at}`,
	annonce: { montant_ht: 1, taux_tva: 20 },
	tva: [{ taux: 20, montant: 1 }],
});
const listed = (more: object) => ({ annonces: [{ reference: 'AL-1', statut: 'parue', ...more }] });
const ORDER = { ...BILLED, fileReference: 'F', orderNumberMode: 'none' };
const STATUS = { reference: 'AL-1' };
const nested = (size: number) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`;

const rows: ReadonlyArray<[string, string, object, (size: number) => object | string]> = [
	[
		'notices',
		'notice.getStatus',
		STATUS,
		(size) => ({ annonces: filled(size, (at) => ({ reference: `AL-${at}` })) }),
	],
	['documents', 'document.getMany', STATUS, (size) => listed({ documents: filled(size, invoice) })],
	['invoices', 'invoice.getMany', STATUS, (size) => listed({ factures: filled(size, invoice) })],
	[
		'lines of an invoice',
		'invoice.getMany',
		{ ...STATUS, splitBy: 'line' },
		(size) => listed({ factures: [{ ...invoice(1), lignes: filled(size, line) }] }),
	],
	[
		'codes',
		'notice.order',
		ORDER,
		(size) => refused(...filled(size, (at) => `err_champ_${at}_incorrect`)),
	],
	['one code', 'notice.order', ORDER, (size) => refused(`err_${'a'.repeat(size)}`)],
	[
		'composed text',
		'notice.quote',
		ORDER,
		(size) => ({ date_parution: '2026-12-14', texte: '<p>c d</p>'.repeat(size / 10) }),
	],
	[
		'a text that repeats',
		'notice.quote',
		ORDER,
		(size) => ({ texte: `<p>${'a '.repeat(size / 2)}</p>` }),
	],
	[
		'contacts',
		'contact.getMany',
		{},
		(size) => ({ contacts: filled(size, (id) => ({ id, nom: `Nom ${id}` })) }),
	],
	['a page', 'notice.getStatus', STATUS, (size) => '<p '.repeat(size / 3)],
	[
		'lists in lists',
		'notice.getStatus',
		STATUS,
		(size) => `{"resultat":"succes","a":${nested(size)}}`,
	],
];

async function run(operation: string, parameters: object, answered: object | string) {
	service.answer = () => answered;
	return await service.run(operation, parameters);
}

test.each(rows)(
	'twice as much of %s takes twice the work',
	async (_what, operation, parameters, answer) => {
		const read = async (size: number) => await run(operation, parameters, answer(size));
		expect(await growth(read, COUNTED)).toBeLessThan(LINEAR);
	},
);

describe('at the speed of every day', () => {
	beforeAll(endCounting);

	test.each(rows)(
		'the node reads three megabytes of %s, or says why not',
		async (_what, operation, parameters, answer) => {
			const { items, error } = await run(operation, parameters, answer(SIZE));
			expect(items.length > 0 || error !== undefined).toBe(true);
			expect(['NodeApiError', 'NodeOperationError', undefined]).toContain(error?.name);
		},
	);
});
