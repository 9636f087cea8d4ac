import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';
import { orderFields } from '../../../nodes/LegalNotice/actions/notice/output.ts';
import type { OrderInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { ScriptedClient } from './scriptedClient.mts';

const input = (number: string | undefined, requestedDate?: string) =>
	({
		body: number === undefined ? {} : { numero_commande: number },
		numberMode: 'custom',
		notice: {
			requestedDate,
			body: {},
			identity: { text: 'Avis.' },
			prepared: prepareText({ format: 'plainText', text: 'Avis.' }),
			lostWords: [],
			notes: [],
		},
	}) as unknown as OrderInput;

test.each([
	['the one of the order, where the answer has none', {}, 'N-1', 'N-1'],
	['the one of the answer', { numero_commande: 'n-1' }, 'N-1', 'n-1'],
	['none, where none was given', {}, undefined, undefined],
])('the order number of the item is %s', (_which, more, given, shown) => {
	const answer = { resultat: 'succes', reference: 'AL-1', ...more };
	const placed = { kind: 'existing', answer } as const;
	const fields = orderFields(new ScriptedClient(), input(given), placed, undefined, 'Avis');
	expect(fields).toMatchObject({ reference: 'AL-1', existant: true, recupere: false });
	expect(fields['numero_commande']).toBe(shown);
});

test.each([
	['of the answer as a number', 12345, '12345', { numero_commande: 12345 }],
	['of the answer, empty as it is', null, 'N-1', { numero_commande: null }],
])('the order number %s stays as the service sends it', (_which, raw, given, shown) => {
	const answer = { resultat: 'succes', reference: 'AL-1', numero_commande: raw };
	for (const kind of ['ordered', 'recovered', 'existing'] as const) {
		const fields = orderFields(
			new ScriptedClient(),
			input(given),
			{ kind, answer },
			undefined,
			'Avis',
		);
		const numbers = Object.entries(fields).filter(([name]) => name.startsWith('numero_'));
		expect(Object.fromEntries(numbers)).toEqual(shown);
	}
});

const DATES = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };
const TARIF = { totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };
const found = (more: object, requestedDate?: string) => {
	const answer = { resultat: 'succes', reference: 'AL-1', ...more };
	const placed = { kind: 'recovered', answer } as const;
	return orderFields(new ScriptedClient(), input('N-1', requestedDate), placed, undefined, 'Avis');
};

describe('an order that is found again', () => {
	test('tells dates and price where the status does, and whether the date moved', () => {
		const fields = found({ ...DATES, tarif: TARIF }, '2027-01-01');
		expect(fields).toMatchObject({
			date_modifiee: true,
			date_demandee: '2027-01-01',
			total_ttc: 120,
		});
		expect(fields).not.toHaveProperty('inconnu');
		expect(fields['resume']).toMatch(
			/parution le vendredi 8 janvier 2027, bouclage le mardi 5 janvier 2027 à 10 h 00, 120,00 € TTC/,
		);
		expect(fields['resume']).not.toContain("n'indique pas");
	});

	test('lists as unknown only what the status leaves out', () => {
		const fields = found(DATES);
		expect(fields['inconnu']).toEqual(['tarif']);
		expect(fields['resume']).toMatch(/le service n'indique pas : prix$/);
		expect(found({ ...DATES, date_bouclage: null })['inconnu']).toEqual(['date_bouclage', 'tarif']);
	});

	test('does not claim that a date stayed which nobody told', () => {
		const fields = found({}, '2027-01-01');
		expect(fields).toMatchObject({ date_demandee: '2027-01-01' });
		expect(fields).not.toHaveProperty('date_modifiee');
		expect(fields['resume']).toMatch(/n'indique pas : date de parution, bouclage, prix$/);
	});
});

describe('an order that has just been placed', () => {
	const ordered = (more: object, requestedDate?: string) => {
		const placed = { kind: 'ordered', answer: { reference: 'AL-1', ...more } } as const;
		return orderFields(
			new ScriptedClient(),
			input('N-1', requestedDate),
			placed,
			undefined,
			'Avis',
		);
	};

	test('misses nothing where its answer is complete', () => {
		const fields = ordered({ ...DATES, tarif: TARIF }, '2027-01-01');
		expect(fields).toMatchObject({ reference: 'AL-1', date_modifiee: true });
		expect(fields).not.toHaveProperty('inconnu');
		expect(fields['resume']).not.toContain("n'indique pas");
	});

	test.each([
		[{ ...DATES, tarif: null }, ['tarif'], 'prix'],
		[{ ...DATES, date_parution: null, tarif: TARIF }, ['date_parution'], 'date de parution'],
		[{}, ['date_parution', 'date_bouclage', 'tarif'], 'date de parution, bouclage, prix'],
	])('comes out with what its answer lacks listed (%#)', (more, unknown, words) => {
		const fields = ordered(more, '2027-01-08');
		expect(fields).toMatchObject({ reference: 'AL-1', existant: false, inconnu: unknown });
		expect(fields['resume']).toContain(`le service n'indique pas : ${words}`);
		expect('date_modifiee' in fields).toBe(!unknown.includes('date_parution'));
	});
});

test.each(['ordered', 'recovered', 'existing'] as const)(
	'what the service says itself of an order is kept as it is (%s)',
	(kind) => {
		const own = { environnement: 'X', existant: 'X', recupere: 'X', resume: 'X', total_ttc: 'X' };
		const answer = { resultat: 'succes', reference: 'AL-1', ...own, ...DATES, tarif: TARIF };
		const fields = orderFields(
			new ScriptedClient(),
			{ ...input('N-1'), body: { numero_commande: 'N-1' } } as never,
			{ kind, answer },
			undefined,
			'Avis',
		);
		expect(fields).toMatchObject(own);
	},
);
