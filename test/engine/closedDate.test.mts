/** A date that has closed: the next one is taken, and an order placed in time is found again. */
import { byId, runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let dates: string[];
beforeAll(async () => {
	const { json } = await run('publication', 'getDates', { quantity: 3 });
	dates = json.map(({ date_parution: date }) => String(date));
});

async function run(resource: string, operation: string, more: object = {}) {
	return await runNode({
		credential: { ...sandbox.credential, requestsPerMinute: 1_000_000 },
		parameters: {
			resource,
			operation,
			...BILLED,
			fileReference: 'CLOSED',
			...more,
		} as never,
	});
}

const codes = ['err_bouclage_depasse', 'err_date_indisponible'];

describe.each(codes)('%s', (code) => {
	const refuse = (path: string, times = 9) =>
		sandbox.fault({ kind: 'codes', codes: [code], match: { path }, times });

	test('of an order placed in time before returns that order', async () => {
		const { json } = await run('notice', 'order');
		refuse('order');
		const again = await run('notice', 'order');
		expect(again.error).toBeUndefined();
		expect(again.json[0]).toMatchObject({ existant: true, reference: json[0]?.reference });
	});

	test('of the quote that a guard needs returns it as well', async () => {
		const guarded = { options: { maximumTotal: 900 } };
		const { json } = await run('notice', 'order', guarded);
		refuse('quote');
		const again = await run('notice', 'order', guarded);
		expect(again.json[0]).toMatchObject({ existant: true, reference: json[0]?.reference });
	});

	test('stays a refusal for a number of your own, which may be of another notice', async () => {
		const own = { orderNumberMode: 'custom', orderNumber: 'CLOSED-1' };
		await run('notice', 'order', own);
		refuse('order');
		expect((await run('notice', 'order', own)).error?.message).toContain('err_annonce_commandee');
	});

	test('stays what it is when the dates cannot be had', async () => {
		refuse('order');
		sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'dates' } });
		const { error } = await run('notice', 'order');
		expect(error?.message).toContain(code);
		expect(error?.message).not.toContain('err_client_inactif');
	});
});

describe.each(codes)('a service that refuses a chosen date with %s', (code) => {
	const refuse = (path: string) => sandbox.fault({ kind: 'codes', codes: [code], match: { path } });
	const chosen = () => ({ publicationDate: byId(String(dates[0])) });
	const moved = () => ({
		date_demandee: dates[0],
		date_parution: dates[1],
		date_modifiee: true,
	});
	const stopping = { options: { ifDateMoves: 'fail' } };

	test.each(['quote', 'order'])('a %s takes the next date, and says so', async (operation) => {
		refuse(operation);
		const { json, error } = await run('notice', operation, chosen());
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject(moved());
	});

	test.each([
		['quote', 'quote', {}],
		['order', 'order', {}],
		['order', 'quote', { options: { maximumTotal: 900 } }],
		['order', 'order', { options: { maximumTotal: 900 } }],
	])(
		'an %s whose next date is closed as well at its %s takes the one after (%j)',
		async (operation, path, more) => {
			sandbox.fault({ kind: 'codes', codes: [code], times: 2, match: { path } });
			const { json, error } = await run('notice', operation, { ...chosen(), ...more });
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({
				date_demandee: dates[0],
				date_parution: dates[2],
				date_modifiee: true,
			});
			expect(sandbox.journal.orders()).toHaveLength(operation === 'order' ? 1 : 0);
		},
	);

	test('an order that is quoted first is placed for the date of its quote', async () => {
		refuse('quote');
		const { json } = await run('notice', 'order', {
			...chosen(),
			options: { maximumTotal: 900 },
		});
		expect(json[0]).toMatchObject(moved());
		expect(sandbox.journal.orders()).toEqual([
			expect.objectContaining({
				body: expect.objectContaining({ date_parution: dates[1] }) as object,
			}),
		]);
	});

	test.each(['quote', 'order'])('a %s stops where the date must not move', async (operation) => {
		refuse('quote');
		const { error } = await run('notice', operation, { ...chosen(), ...stopping });
		expect(error?.message).toContain(code);
		expect(sandbox.journal.orders()).toEqual([]);
	});

	test.each(['quote', 'order'])(
		'a replacement takes the next date when its %s is refused',
		async (path) => {
			const { json } = await run('notice', 'order');
			refuse(path);
			const more = { reference: json[0]?.reference, text: 'Corrigé.', ...chosen() };
			const replaced = await run('notice', 'replace', more);
			expect(replaced.error).toBeUndefined();
			expect(replaced.json[0]).toMatchObject(moved());
		},
	);
});

describe.each(['move', 'refuse'] as const)(
	'a date that is over, for a service that has orders %s',
	(orderMissedDate) => {
		beforeEach(() => sandbox.settings({ orderMissedDate }));
		const over = { publicationDate: byId('2026-01-05') };
		const moved = { date_demandee: '2026-01-05', date_modifiee: true };
		const own = { orderNumberMode: 'custom', orderNumber: 'CLOSED-2' };
		const stopping = { options: { ifDateMoves: 'fail' } };

		test.each([
			['quote', {}],
			['order', {}],
			['order', own],
			['order', { orderNumberMode: 'none' }],
			['order', { options: { maximumTotal: 900 } }],
		])('is moved to the next one by %s with %j', async (operation, more) => {
			const { json, error } = await run('notice', operation, { ...over, ...more });
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ ...moved, date_parution: dates[0] });
		});

		test.each(['quote', 'order'])('stops %s where it must not move', async (operation) => {
			const { error } = await run('notice', operation, { ...over, ...stopping });
			expect(error?.message).toMatch(/would move from 2026-01-05 to /);
			expect(sandbox.journal.orders()).toEqual([]);
		});

		test('returns the order that was placed in time, whichever the guard', async () => {
			const { json } = await run('notice', 'order');
			for (const more of [{}, { options: { maximumTotal: 1 } }, stopping]) {
				const again = await run('notice', 'order', { ...over, ...more });
				expect(again.error).toBeUndefined();
				expect(again.json[0]).toMatchObject({ existant: true, reference: json[0]?.reference });
			}
			expect(sandbox.journal.orders()).toHaveLength(1);
		});

		test('of a replacement is moved, and one that was done is returned', async () => {
			const { json } = await run('notice', 'order');
			const more = { ...over, reference: json[0]?.reference, text: 'Corrigé.' };
			const stopped = await run('notice', 'replace', { ...more, ...stopping });
			expect(stopped.error?.message).toMatch(/would move from 2026-01-05 to /);
			expect(sandbox.journal.orders()).toEqual([expect.objectContaining({ cancelled: false })]);
			const done = await run('notice', 'replace', more);
			expect(done.json[0]).toMatchObject({ ...moved, date_parution: dates[0] });
			const again = await run('notice', 'replace', more);
			expect(again.json[0]).toMatchObject({ reference: done.json[0]?.reference, existant: true });
			expect(sandbox.journal.orders()).toHaveLength(2);
		});
	},
);
