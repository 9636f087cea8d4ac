import { checkQuote, needsQuote } from '../../../nodes/LegalNotice/actions/notice/quoting.ts';
import type { NoticeInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

function input(change: Partial<NoticeInput>): NoticeInput {
	const prepared = prepareText({ format: 'plainText', text: 'Avis de constitution.' });
	return {
		body: { publication: 12, departement: '75', categorie: 'AUTRE', texte: prepared.html },
		prepared,
		preparedHeader: undefined,
		requestedDate: undefined,
		ifDateMoves: 'accept',
		ifTextChanges: undefined,
		identity: {
			department: '75',
			publication: 12,
			category: 'AUTRE',
			forfait: undefined,
			text: 'Avis de constitution.',
			header: [],
		},
		...change,
	} as NoticeInput;
}

const quote = {
	date_parution: '2027-01-14',
	texte: '<p class="fs-texte">Avis de constitution.</p>',
	tarif: { totaux: { montant_ttc: '147.00' } },
};
const dated = input({ requestedDate: '2027-01-13', ifDateMoves: 'fail' });
const exact = input({ ifTextChanges: 'fail' });

test.each<[string, object, NoticeInput, number | undefined, RegExp]>([
	['a date that moves', quote, dated, undefined, /from 2027-01-13 to 2027-01-14/],
	[
		'a date that is not told',
		{ ...quote, date_parution: null },
		dated,
		10,
		/shows no publication date/,
	],
	[
		'words that are missing',
		{ ...quote, texte: '<p>Avis.</p>' },
		exact,
		undefined,
		/lacks words of yours: "de constitution/,
	],
	[
		'a text that is not told',
		{ ...quote, texte: undefined },
		exact,
		undefined,
		/shows no composed text/,
	],
	[
		'a total above the maximum',
		quote,
		input({}),
		146.99,
		/147.00.+above the 'Maximum Total' of .*146.99/,
	],
	[
		'a total that is not told',
		{ ...quote, tarif: {} },
		input({}),
		100,
		/shows no total including tax/,
	],
])('%s stops, and nothing was ordered', (_name, answer, notice, maximum, words) => {
	const check = () => checkQuote(answer as never, notice, maximum);
	expect(check).toThrow(words);
	expect(check).toThrow(/Nothing was ordered/);
});

test('a quote that keeps to everything goes on', () => {
	const notice = input({ requestedDate: '2027-01-14', ifDateMoves: 'fail', ifTextChanges: 'fail' });
	expect(() => checkQuote(quote, notice, 147)).not.toThrow();
	expect(() => checkQuote(quote, input({ requestedDate: '2027-01-13' }))).not.toThrow();
});

test.each<[boolean, NoticeInput, number | undefined]>([
	[true, input({}), 100],
	[true, exact, undefined],
	[true, dated, undefined],
	[false, input({ ifDateMoves: 'fail' }), undefined],
	[false, input({ requestedDate: '2027-01-13' }), undefined],
])('a quote comes first: %p', (needed, notice, maximum) => {
	expect(needsQuote(notice, maximum)).toBe(needed);
});
