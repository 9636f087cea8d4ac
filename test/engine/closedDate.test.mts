/** A date that is over or closed: the next one is taken, and an order placed in time is found again. */
import { byId } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let dates: string[];
beforeAll(async () => {
	const { json } = await sandbox.run('publication.getDates', { ...BILLED, numberOfDates: 3 });
	dates = json.map(({ date_parution: date }) => String(date));
});

const run = async (operation: string, more: object = {}) =>
	await sandbox.run(`notice.${operation}`, { ...BILLED, fileReference: 'CLOSED', ...more });
const own = numbered('CLOSED-1');
const guarded = { options: { maximumTotal: 900 } };
const stopping = { options: { ifDateMoves: 'fail' } };

describe.each(['err_bouclage_depasse', 'err_date_indisponible'])('the refusal %s', (code) => {
	const refuse = (path: string, times = 1) => sandbox.refuse(path, code, { times });
	const chosen = () => ({ publicationDate: byId(String(dates[0])) });
	const movedTo = (place: number) => ({
		date_demandee: dates[0],
		date_parution: dates[place],
		date_modifiee: true,
	});

	test('the refusal of an order or its quote returns a notice that was ordered in time', async () => {
		const [ordered] = (await run('order')).json;
		for (const [path, more] of [
			['order', {}],
			['quote', guarded],
		] as const) {
			refuse(path, 9);
			const { json } = await run('order', more);
			expect(json[0]).toMatchObject({ existant: true, reference: ordered?.reference });
			sandbox.clearFaults();
		}
		// A number of the person's own may be that of another notice.
		await run('order', own);
		refuse('order', 9);
		expect((await run('order', own)).told).toContain('err_annonce_commandee');
	});

	test.each([
		['of a day that was given', chosen],
		['of the next possible day', () => ({})],
	])('the refusal %s is reported unchanged when the dates cannot be read', async (_what, day) => {
		refuse('order', 9);
		sandbox.refuse('dates', 'err_client_inactif');
		const { told } = await run('order', day());
		expect(told).toContain(code);
		expect(told).not.toContain('err_client_inactif');
	});

	test.each([
		['quote', 'quote', {}],
		['order', 'order', {}],
		['order', 'order', { orderNumberMode: 'none' }],
		['order', 'quote', guarded],
		['order', 'order', guarded],
	])(
		'a refusal of all days names the given one in %s when its %s is refused (%j)',
		async (...row) => {
			const [operation, path, more] = row;
			const [given] = dates;
			for (const listed of [dates, dates.slice(0, 2)]) {
				refuse(path, 9);
				const days = listed.map((date) => ({ date_parution: date }));
				sandbox.answer('dates', { publications: [{ id: 12, dates: days }] }, 9);
				const { told } = await run(operation, { ...chosen(), ...more });
				expect(told).toMatch(new RegExp(`${given} .*${code}\\)`));
				expect(sandbox.standing()).toEqual([]);
				sandbox.clearFaults();
			}
		},
	);

	test.each([
		['quote', 'quote', {}],
		['order', 'order', {}],
		['order', 'quote', guarded],
		['order', 'order', guarded],
	])('the next date is used by %s when its %s is refused (%j)', async (operation, path, more) => {
		for (const times of [1, 2]) {
			sandbox.reset();
			refuse(path, times);
			const { json, told } = await run(operation, { ...chosen(), ...more });
			expect(told).toBe('');
			expect(json[0]).toMatchObject(movedTo(times));
			// Placed for the date of its quote.
			const sent = operation === 'order' ? [{ date_parution: dates[times] }] : [];
			expect(sandbox.standing().map(({ body }) => body)).toMatchObject(sent);
		}
	});

	test('the next date is not ordered where the notice would appear later than Publish By', async () => {
		refuse('order');
		const { told } = await run('order', { ...chosen(), options: { publishBy: dates[0] } });
		expect(told).toContain(`${dates[1]}, later than 'Publish By'`);
		expect(sandbox.standing()).toEqual([]);
		sandbox.clearFaults();
	});

	test.each([[[]], [undefined]])(
		'the refusal stands where the date must not move and no other is listed: %j',
		async (listed) => {
			refuse('quote');
			if (listed) sandbox.answer('dates', { publications: [{ id: 12, dates: listed }] }, 9);
			else sandbox.refuse('dates', 'err_client_inactif', { times: 9 });
			const { told } = await run('order', { ...chosen(), ...stopping });
			expect(told).toContain(code);
			expect(told).not.toContain('It can appear');
			expect(sandbox.standing()).toEqual([]);
			sandbox.reset();
		},
	);

	test('the refusal stops the item where the date must not move, and moves a replacement to the next date', async () => {
		for (const path of ['quote', 'order']) {
			refuse('quote');
			const { told, advice } = await run(path, { ...chosen(), ...stopping });
			expect(told).toContain(code);
			// With the days that a clerk may choose instead.
			const day = Number(dates[1]?.slice(8));
			expect(told).toMatch(new RegExp(`It can appear on ${day}\\b.* or \\d+ \\w+ \\d{4}\\.`));
			expect(advice).toContain("set 'If Date Moves' to Accept");
			expect(sandbox.standing()).toEqual([]);
			const reference = await sandbox.order('CLOSED');
			refuse(path);
			const { json } = await run('replace', { reference, text: 'Corrigé.', ...chosen() });
			expect(json[0]).toMatchObject(movedTo(1));
			sandbox.reset();
		}
	});
});

test.each(['err_bouclage_depasse', 'err_annonce_commandee'])(
	'%s beside an internal error is not final: the order is looked up, and found or sent again as it was',
	async (code) => {
		for (const processed of [true, false]) {
			const codes = [code, 'err_internal_server'];
			sandbox.fault({ kind: 'codes', codes, processed, match: { path: 'order' } });
			const { json, told } = await run('order', { publicationDate: byId(String(dates[0])) });
			expect(told).toBe('');
			expect(json[0]).toMatchObject({ recupere: processed, existant: false });
			expect(sandbox.standing()).toMatchObject([{ body: { date_parution: dates[0] } }]);
			sandbox.reset();
		}
	},
);

test('a date that is refused as incorrect because it has passed returns a notice that was ordered in time', async () => {
	const code = 'err_date_parution_incorrect';
	const over = { publicationDate: byId('2026-01-05') };
	sandbox.refuse('order', code);
	expect((await run('order', over)).told).toContain(code);
	expect(sandbox.standing()).toEqual([]);
	const [ordered] = (await run('order')).json;
	for (const [path, more] of [
		['order', {}],
		['quote', guarded],
	] as const) {
		sandbox.refuse(path, code);
		const { json } = await run('order', { ...over, ...more });
		expect(json[0]).toMatchObject({ existant: true, reference: ordered?.reference });
	}
});

describe.each(['move', 'refuse'] as const)(
	'a date that has passed, for a service that has orders %s',
	(orderMissedDate) => {
		beforeEach(() => sandbox.settings({ orderMissedDate }));
		const over = { publicationDate: byId('2026-01-05') };
		const moved = () => ({
			date_demandee: '2026-01-05',
			date_modifiee: true,
			date_parution: dates[0],
		});
		const wouldMove = /would move from 2026-01-05 to /;

		test.each([
			['quote', {}],
			['order', {}],
			['order', own],
			['order', { orderNumberMode: 'none' }],
			['order', guarded],
		])('the date is moved to the next one by %s with %j', async (operation, more) => {
			const { json, told } = await run(operation, { ...over, ...more });
			expect(told).toBe('');
			expect(json[0]).toMatchObject(moved());
		});

		test('the date stops a quote and an order where it must not move, but not an order placed in time', async () => {
			for (const operation of ['quote', 'order']) {
				expect((await run(operation, { ...over, ...stopping })).told).toMatch(wouldMove);
			}
			expect(sandbox.standing()).toEqual([]);
			const { json } = await run('order');
			for (const more of [{}, { options: { maximumTotal: 1 } }, stopping]) {
				const again = await run('order', { ...over, ...more });
				expect(again.json[0]).toMatchObject({ existant: true, reference: json[0]?.reference });
			}
			expect(sandbox.standing()).toHaveLength(1);
		});

		test('the date of a replacement is moved, and a replacement that was done is returned', async () => {
			const more = { ...over, reference: await sandbox.order('CLOSED'), text: 'Corrigé.' };
			const stopped = await run('replace', { ...more, ...stopping });
			expect(stopped.told).toMatch(wouldMove);
			expect(sandbox.standing()).toEqual([expect.objectContaining({ reference: more.reference })]);
			const done = await run('replace', more);
			expect(done.json[0]).toMatchObject(moved());
			const again = await run('replace', more);
			expect(again.json[0]).toMatchObject({ reference: done.json[0]?.reference, existant: true });
			expect(sandbox.journal.orders()).toHaveLength(2);
		});
	},
);
