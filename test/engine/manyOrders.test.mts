/** Many orders in one execution: numbers that are registered already are found together, in few calls. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { files, ordering } from './faults/ordering.mts';
import { runNode } from './engine.mts';
import { sandboxForEachTest } from './sandbox.mts';

const sandbox = sandboxForEachTest();
beforeEach(() => setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 }));
afterEach(() => setTimings());

const calls = () => sandbox.journal.calls().length;
const run = async (count: number, parameters: object = {}) => {
	const before = calls();
	const given = { items: files(count), parameters: parameters as never };
	const { json, error } = await runNode(ordering(sandbox, given));
	expect(error).toBeUndefined();
	return { json, calls: calls() - before };
};

test.each(['omit', 'refuse', 'entry'] as const)(
	'200 orders take at most 1.1 calls each, and 0.1 when they are run again (unknown ones: %s)',
	async (unknownReferences) => {
		sandbox.settings({ unknownReferences });
		const first = await run(200);
		expect(first.json.filter(({ existant }) => existant === false)).toHaveLength(200);
		expect(first.calls).toBeLessThanOrEqual(220);
		const second = await run(200);
		expect(second.calls).toBeLessThanOrEqual(20);
		expect(second.json.map(({ reference }) => reference)).toEqual(
			first.json.map(({ reference }) => reference),
		);
		expect(second.json.every(({ existant }) => existant === true)).toBe(true);
		expect(sandbox.journal.orders()).toHaveLength(200);
	},
);

test('a run that was broken off goes on: registered ones are returned, the rest is ordered', async () => {
	await run(60);
	const { json, calls: made } = await run(120);
	expect(json.map(({ existant }) => existant)).toEqual(
		Array.from({ length: 120 }, (_, index) => index < 60),
	);
	expect(made).toBeLessThanOrEqual(66);
	expect(sandbox.journal.orders()).toHaveLength(120);
});

test('a look-up that fails costs no order', async () => {
	sandbox.fault({ kind: 'html', match: { path: 'statuses' }, times: 20 });
	const { json } = await run(20);
	expect(json).toHaveLength(20);
	expect(sandbox.journal.orders()).toHaveLength(20);
});

test('few orders, and numbers of your own, are placed without asking for them', async () => {
	// And three lists of names for all of them.
	expect((await run(9)).calls).toBe(12);
});
