/** Answers that many items share: asked for once, and again when the first failed for a moment only. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from './engine.mts';
import { NOTICE } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
beforeEach(() => setTimings({ beforeRepeatMs: 5 }));
afterEach(() => setTimings());

const run = async (more: object, count: number) =>
	await runNode({
		credential: sandbox.credential,
		items: Array.from({ length: count }, (_, at) => ({ file: `S-${at}` })),
		settings: { onError: 'continueRegularOutput' },
		parameters: {
			resource: 'notice',
			operation: 'order',
			...NOTICE,
			fileReference: '={{ $json.file }}',
			...more,
		} as never,
	});
test('an account that fails for a moment does not fail the items that come later', async () => {
	// All attempts of the first call fail; items beyond the first hundred ask later.
	sandbox.fault({ kind: 'internalError', match: { path: 'client' }, times: 3 });
	const { json } = await run({ billingMode: 'accountDefault' }, 120);
	const failed = json.filter(({ error }) => error !== undefined);
	expect(failed.length).toBeGreaterThan(0);
	expect(failed.length).toBeLessThan(120);
});
