/** A date that has closed: the next ones are named, and an order placed in time is found again. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { credentialOf, sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let dates: string[];
beforeAll(async () => {
	const { json } = await run('publication', 'getDates', { quantity: 3 });
	dates = json.map(({ date_parution: date }) => String(date));
});

async function run(
	resource: string,
	operation: string,
	more: object = {},
	service: Sandbox = sandbox,
) {
	return await runNode({
		credential: credentialOf(service),
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

	test.each(['quote', 'order'])(
		'of a %s names the next dates with their closing times',
		async (operation) => {
			refuse(operation);
			const { error } = await run('notice', operation);
			expect(error?.message).toContain(code);
			for (const date of dates) expect(error?.message).toContain(date);
			expect(error?.message).toMatch(/closes \d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
			expect(error?.httpCode).toBe('409');
			expect(error?.description).toContain("'Publication Date'");
		},
	);

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

	test('after the cancellation of a replacement names them too', async () => {
		const { json } = await run('notice', 'order');
		refuse('order');
		const reference = json[0]?.reference;
		const { error } = await run('notice', 'replace', { reference, text: 'Corrigé.' });
		expect(error?.message).toMatch(/^The notice \S+ is cancelled/);
		expect(error?.message).toContain(dates[0]);
	});
});

describe('a date that is over', () => {
	const over = { publicationDate: byId('2026-01-05') };
	const own = { orderNumberMode: 'custom', orderNumber: 'CLOSED-2' };
	const returning = { options: { ifAlreadyOrdered: 'returnExisting' } };

	test('returns the order that was placed in time, also where a guard needs a quote', async () => {
		const { json } = await run('notice', 'order');
		for (const more of [{}, { options: { maximumTotal: 1 } }]) {
			const again = await run('notice', 'order', { ...over, ...more });
			expect(again.error).toBeUndefined();
			expect(again.json[0]).toMatchObject({ existant: true, reference: json[0]?.reference });
		}
		expect(sandbox.journal.orders()).toHaveLength(1);
	});

	test('returns it for a number of your own when that is wanted', async () => {
		await run('notice', 'order', own);
		const { json } = await run('notice', 'order', { ...own, ...over, ...returning });
		expect(json[0]).toMatchObject({ existant: true, numero_commande: 'CLOSED-2' });
	});

	test('is refused when there is no such order, or when it cannot be asked for', async () => {
		expect((await run('notice', 'order', over)).error?.message).toMatch(/2026-01-05.*is over/);
		await run('notice', 'order');
		sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'status' } });
		expect((await run('notice', 'order', over)).error?.message).toMatch(/2026-01-05.*is over/);
	});

	test.each([
		['order', own],
		['order', { orderNumberMode: 'none', ...returning }],
		['order', { options: { ifAlreadyOrdered: 'fail' } }],
		['replace', { reference: 'AL-1', orderNumberMode: 'none' }],
		['quote', {}],
	])('is refused by %s with %j before any call', async (operation, more) => {
		const { error } = await run('notice', operation, { ...over, ...more });
		expect(error?.message).toMatch(/^'Publication Date' is 2026-01-05, which is over/);
		expect(sandbox.journal.calls()).toEqual([]);
	});

	test('of a replacement that was done in time returns it, and cancels nothing otherwise', async () => {
		const { json } = await run('notice', 'order');
		const reference = json[0]?.reference;
		const text = 'Corrigé.';
		const refused = await run('notice', 'replace', { ...over, reference, text });
		expect(refused.error?.message).toMatch(/2026-01-05, which is over: today is \d{4}-/);
		expect(sandbox.journal.orders()).toEqual([expect.objectContaining({ cancelled: false })]);

		const done = await run('notice', 'replace', { reference, text });
		const again = await run('notice', 'replace', { ...over, reference, text });
		expect(again.error).toBeUndefined();
		expect(again.json[0]).toMatchObject({ reference: done.json[0]?.reference, existant: true });
		expect(sandbox.journal.orders()).toHaveLength(2);
	});
});

describe('with a clock of the machine that is weeks off', () => {
	const WEEKS_MS = 21 * 86_400_000;
	const day = (ms: number) =>
		new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(ms);

	async function service(aheadMs: number): Promise<Sandbox> {
		return await startSandbox({
			now: () => Date.now() + aheadMs,
			settings: { clockSkewSeconds: aheadMs / 1000 },
		});
	}
	const of = async (one: Sandbox, operation: string, more: object) => {
		const [resource = '', name = ''] = operation.split('.');
		return await run(resource, name, more, one);
	};

	test('a date that the service offers is not taken for over', async () => {
		const past = await service(-WEEKS_MS);
		try {
			const { json } = await of(past, 'publication.getDates', { quantity: 1 });
			const offered = String(json[0]?.date_parution);
			expect(offered < day(Date.now())).toBe(true);
			const { error } = await of(past, 'notice.order', { publicationDate: byId(offered) });
			expect(error).toBeUndefined();
		} finally {
			await past.close();
		}
	});

	test('a date that is over where the service is does not move unseen', async () => {
		const future = await service(WEEKS_MS);
		try {
			await of(future, 'publication.getDates', { quantity: 1 });
			const tomorrow = day(Date.now() + 86_400_000);
			const { error } = await of(future, 'notice.order', { publicationDate: byId(tomorrow) });
			expect(error?.message).toMatch(/which is over/);
			expect(error?.message).toContain(`today is ${day(Date.now() + WEEKS_MS)}`);
			expect(future.journal.orders()).toEqual([]);
		} finally {
			await future.close();
		}
	});
});
