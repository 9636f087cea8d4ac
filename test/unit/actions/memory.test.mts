/** Which results of an earlier try are kept: n8n keeps a node's context through Retry On Fail, *Retry* and the rounds of a loop. */
import { RunMemory } from '../../../nodes/LegalNotice/actions/memory.ts';
import { Stop } from '../../../nodes/LegalNotice/errors/failures.ts';

const FIRST = { execution: '1', round: 0, text: 'Un.', items: [{ id: 1 }, { id: 2 }] };
type Try = typeof FIRST;

/** The memory of a try, in a context that all tries share. */
const memories = () => {
	const context = {};
	return ({ execution, round, text, items }: Try, inTool = false) =>
		new RunMemory(
			{
				getContext: () => context,
				getExecutionId: () => execution,
				getNode: () => ({ parameters: { text }, credentials: {} }),
				getWorkflowDataProxy: () => ({ $runIndex: round }),
			} as never,
			items.map((json) => ({ json })),
			inTool,
		);
};

test.each<[string, Partial<Try>, boolean]>([
	['another try', {}, true],
	['another execution, which n8n goes on with', { execution: '2' }, true],
	['another round of a loop', { round: 1 }, false],
	['another text', { text: 'Deux.' }, false],
	['another item in its place', { items: [{ id: 2 }, { id: 1 }] }, false],
])('what is done is remembered in %s: %j, %p', (_what, more, stands) => {
	const memoryOf = memories();
	memoryOf(FIRST).finish(0, [{ json: { reference: 'AL-1' } }]);
	const settled = memoryOf({ ...FIRST, ...more }).settled(0);
	expect(settled).toEqual(stands ? { output: [{ json: { reference: 'AL-1' } }] } : undefined);
	expect(memoryOf(FIRST).settled(1)).toBeUndefined();
});

test.each([
	['1', true],
	['2', false],
])(
	'n8n does not run again what only a person may run again: in execution %s %p',
	(execution, stands) => {
		const memoryOf = memories();
		const outcome = { kind: 'unknown', what: 'the notice', nextRun: 'repeats' } as const;
		const failure = new Stop('Unknown.', 'Check.', { outcome });
		expect(memoryOf(FIRST).fail(0, failure)).toBe(failure);
		const settled = memoryOf({ ...FIRST, execution }).settled(0);
		if (stands) expect(settled).toMatchObject({ failure: { message: 'Unknown.', outcome } });
		else expect(settled).toBeUndefined();
	},
);

test('a call of a tool that is done takes nothing away from an equal one beside it that only a person may run again', () => {
	const memoryOf = memories();
	const [lost, done] = [memoryOf(FIRST, true), memoryOf(FIRST, true)];
	const outcome = { kind: 'unknown', what: 'the notice', nextRun: 'repeats' } as const;
	lost.fail(0, new Stop('Unknown.', 'Check.', { outcome }));
	done.finish(0, [{ json: { reference: 'AL-1' } }]);
	done.forget();
	expect(memoryOf(FIRST, true).settled(0)).toMatchObject({ failure: { message: 'Unknown.' } });
});
