/** Megabytes in any place of an answer are read, or refused, while n8n serves everybody else: its one thread is never held up. */
import { busiest } from '../simulation/clock.mts';
import { BILLED } from './notices.mts';
import { refused, scriptedForTests } from './scripted.mts';

const service = scriptedForTests();
const SIZE = 3 * 1_048_576;
/** Of work of this thread without a pause: on a quiet machine these take a tenth of it. */
const MOST_MS = 2_000;

/** As many as an answer of this size holds. */
function filled<Entry>(make: (at: number) => Entry): Entry[] {
	const length = Math.floor(SIZE / (JSON.stringify(make(12_345)).length + 1));
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
const nested = `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`;

test.each<[string, string, object, object | string]>([
	[
		'notices',
		'notice.getStatus',
		STATUS,
		{ annonces: filled((at) => ({ reference: `AL-${at}` })) },
	],
	['documents', 'document.getMany', STATUS, listed({ documents: filled(invoice) })],
	['invoices', 'invoice.getMany', STATUS, listed({ factures: filled(invoice) })],
	[
		'lines of an invoice',
		'invoice.getMany',
		{ ...STATUS, splitBy: 'line' },
		listed({ factures: [{ ...invoice(1), lignes: filled(line) }] }),
	],
	['codes', 'notice.order', ORDER, refused(...filled((at) => `err_champ_${at}_incorrect`))],
	['one code', 'notice.order', ORDER, refused(`err_${'a'.repeat(SIZE)}`)],
	[
		'composed text',
		'notice.quote',
		ORDER,
		{ date_parution: '2026-12-14', texte: '<p>c d</p>'.repeat(SIZE / 10) },
	],
	['a text that repeats', 'notice.quote', ORDER, { texte: `<p>${'a '.repeat(SIZE / 2)}</p>` }],
	['contacts', 'contact.getMany', {}, { contacts: filled((id) => ({ id, nom: `Nom ${id}` })) }],
	['a page', 'notice.getStatus', STATUS, '<p '.repeat(SIZE / 3)],
	['lists in lists', 'notice.getStatus', STATUS, `{"resultat":"succes","a":${nested}}`],
])('the node reads three megabytes of %s', async (_what, operation, parameters, answer) => {
	service.answer = () => answer;
	const { items, error } = await service.run(operation, parameters);
	expect(items.length > 0 || error !== undefined).toBe(true);
	expect(['NodeApiError', 'NodeOperationError', undefined]).toContain(error?.name);
	expect(busiest()).toBeLessThan(MOST_MS);
});
