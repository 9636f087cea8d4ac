/** What an order says afterwards and what stops it before, from answers that leave something out. */
import { orderFields } from '../../../nodes/LegalNotice/actions/order/output.ts';
import { checkedQuoteOf } from '../../../nodes/LegalNotice/actions/order/check.ts';
import type { NoticeInput, OrderInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';
import { ScriptedClient } from './scriptedClient.mts';

const prepared = prepareText({ format: 'plainText', text: 'Avis de constitution.' });
const noticeOf = (change: Partial<NoticeInput>) =>
	({
		body: { texte: prepared.html },
		prepared,
		identity: { text: 'Avis de constitution.' },
		ifDateMoves: 'accept',
		lostWords: [],
		notes: [],
		...change,
	}) as unknown as NoticeInput;

const DATES = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };
const TARIF = { totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };

test.each([
	[{ ...DATES, tarif: TARIF }, undefined, ''],
	[{ ...DATES, tarif: null }, ['tarif'], 'prix'],
	[{}, ['date_parution', 'date_bouclage', 'tarif'], 'date de parution, bouclage, prix'],
])('an order lists what its answer leaves out: %j', (more, unknown, words) => {
	const notice = noticeOf({ requestedDate: '2027-01-01' });
	const body = { numero_commande: 'N-1' };
	const input = { body, numberMode: 'custom', notice } as unknown as OrderInput;
	const answer = { resultat: 'succes', reference: 'AL-1', ...more };
	for (const kind of ['ordered', 'recovered'] as const) {
		const told = { placed: { kind, answer }, quoted: undefined, subject: 'Avis', replaced: {} };
		const fields = orderFields({ client: new ScriptedClient(), input, ...told });
		expect(fields).toMatchObject({ reference: 'AL-1', date_demandee: '2027-01-01' });
		expect(fields.inconnu).toEqual(unknown);
		const gap = `non communiqué par le service\u00a0: ${words}`;
		expect(String(fields.resume).endsWith(gap)).toBe(words !== '');
		// Nobody told whether the date stayed.
		expect(fields.date_modifiee).toBe(unknown?.includes('date_parution') ? undefined : true);
	}
});

const quote = {
	date_parution: '2027-01-14',
	texte: '<p class="fs-texte">Avis de constitution.</p>',
	tarif: { totaux: { montant_ttc: '147.00' } },
};
const dated = noticeOf({ requestedDate: '2027-01-13', ifDateMoves: 'fail' });
const exact = noticeOf({ ifTextChanges: 'fail' });

test.each<[object, NoticeInput, number | undefined, RegExp]>([
	[{ date_parution: null }, dated, 10, /shows no publication date/],
	[{ texte: null }, exact, undefined, /shows no composed text/],
	[
		{ texte: '<p>Avis.</p>' },
		exact,
		undefined,
		/words are missing from the text as the service would print it: "de constitution/,
	],
	[{}, noticeOf({}), 146.99, /147.00.+above the 'Maximum Total' of .*146.99/],
	[{ tarif: {} }, noticeOf({}), 100, /shows no total including tax/],
])('a quote with %j stops, and nothing was ordered', async (more, notice, maximum, words) => {
	const client = new ScriptedClient({ ...quote, ...more });
	const failure: unknown = await checkedQuoteOf(client, notice, maximum).catch(
		(one: unknown) => one,
	);
	expect(String(failure)).toMatch(words);
	expect(String(failure)).toContain('Nothing was ordered');
});
