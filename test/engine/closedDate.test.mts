/** A date that has closed: the next ones are named, and an order placed in time is found again. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';

let sandbox: Sandbox;
let dates: string[];
beforeAll(async () => {
	sandbox = await startSandbox();
	const { json } = await run('publication', 'getDates', { quantity: 3 });
	dates = json.map(({ date_parution: date }) => String(date));
});
afterEach(() => {
	sandbox.reset();
});
afterAll(async () => {
	await sandbox.close();
});

async function run(resource: string, operation: string, more: object = {}) {
	return await runNode({
		credential: { ...sandbox, baseUrl: sandbox.url },
		parameters: {
			resource,
			operation,
			department: byId('75'),
			publication: byId(12),
			category: byId('CONSTI'),
			forfait: byId('SARL'),
			text: 'Un avis.',
			fileReference: 'CLOSED',
			billingMode: 'prescripteur',
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
		expect((await run('notice', 'order', own)).error?.message).toContain(code);
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
		['replace', { reference: 'AL-1' }],
		['quote', {}],
	])('is refused by %s with %j before any call', async (operation, more) => {
		const { error } = await run('notice', operation, { ...over, ...more });
		expect(error?.message).toMatch(/^'Publication Date' is 2026-01-05, which is over/);
		expect(sandbox.journal.calls()).toEqual([]);
	});
});
