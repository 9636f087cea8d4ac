/** Replacements for a day on which the publication does not appear, which some services find out only at the order. */
import { byId } from './engine.mts';
import { runBilled } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

// A quote that keeps whatever date it is asked for.
const sandbox = sandboxForTests({ disabledRules: ['date-available', 'date-moved'] });

const run = async (operation: string, more: Record<string, unknown> = {}) =>
	await runBilled(sandbox.credential, operation, more);

/** The next days on which the publication of `BILLED` appears. */
async function listed(): Promise<string[]> {
	const { json } = await run('getDates', { resource: 'publication', numberOfDates: 3 });
	return json.map(({ date_parution: date }) => String(date));
}

function daysAfter(day: string, days: number): string {
	return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

async function replace(date: string, options = {}) {
	const reference = String((await run('order')).json[0]?.reference);
	const more = { reference, text: 'Corrigé.', publicationDate: byId(date), options };
	return { reference, ...(await run('replace', more)) };
}

const cancelled = () => sandbox.journal.orders().map((order) => order.cancelled);

test.each([
	['between two dates', 1, {}],
	['between two dates, where it must not move', 1, { ifDateMoves: 'fail' }],
	['before the first date', -1, {}],
])('nothing is cancelled for a day %s, and the next dates are told', async (_where, days, more) => {
	const dates = await listed();
	const day = daysAfter(String(dates[0]), days);
	const next = dates.filter((date) => date > day);
	const { error } = await replace(day, more);
	expect(error?.message).toContain(`does not take notices for ${day}`);
	expect(error?.message).toContain('Nothing was cancelled');
	expect(error?.description).toContain(`Next dates: ${next.slice(0, 2).join(', ')}`);
	expect(cancelled()).toEqual([false]);
});

test('after the cancellation it is said that nothing was ordered', async () => {
	const day = daysAfter(String((await listed())[0]), 1);
	const { error } = await run('replace', {
		reference: 'GONE-1',
		publicationDate: byId(day),
		options: { oldNoticeAlreadyCancelled: true },
	});
	expect(error?.message).toContain('Nothing was ordered');
	expect(error?.message).not.toContain('cancelled');
});

test('a day that is listed is taken', async () => {
	const [, second] = await listed();
	const { json, error } = await replace(String(second));
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ date_parution: second, date_modifiee: false });
});

test('a list that cannot be had stands in the way only where the date must not move', async () => {
	const [, second] = await listed();
	const unreachable = () =>
		sandbox.fault({ kind: 'codes', codes: ['err_date_in'], match: { path: 'dates' } });
	unreachable();
	const stopped = await replace(String(second), { ifDateMoves: 'fail' });
	expect(stopped.error?.message).toContain('err_date_in');
	expect(cancelled()).toEqual([false]);
	unreachable();
	expect((await replace(String(second))).error).toBeUndefined();
	expect(cancelled()).toEqual([true, false]);
});

test('a date beyond the listed ones is left to the service', async () => {
	const day = daysAfter(String((await listed())[0]), 300);
	const { json, error } = await replace(day);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ date_parution: day });
});
