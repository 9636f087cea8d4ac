/** Lists that tell what of a notice would not be printed: while they cannot be had, nothing is ordered unseen. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Fault } from '../../sandbox/index.mts';
import { runNode } from './engine.mts';
import { NOTICE } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
beforeEach(() => setTimings({ beforeRepeatMs: 5, quotaWindowMs: 50, quotaPatienceMs: 100 }));
afterEach(() => setTimings());

let files = 0;

async function run(operation: 'quote' | 'order', more: object, faults: Fault[]) {
	for (const fault of faults) sandbox.fault({ times: 100, ...fault });
	const { json, error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation,
			...NOTICE,
			fileReference: `C-${++files}`,
			billingMode: 'prescripteur',
			...more,
		} as never,
	});
	return { json: json[0], message: error?.message ?? '', orders: sandbox.journal.orders().length };
}

const header = { header: { text: 'CABINET' } };
const styled = { textFormat: 'html', text: '<p class="fs-titre">AVIS</p>' };
describe.each(['quote', 'order'] as const)('%s', (operation) => {
	test.each([
		['publications', header],
		['styleSheets', styled],
	])('stops when the %s are refused for the keys', async (path, parameters) => {
		const refusal: Fault = { kind: 'codes', codes: ['err_client_inactif'], match: { path } };
		const { message, orders } = await run(operation, parameters, [refusal]);
		expect(message).toContain('err_client_inactif');
		expect(orders).toBe(0);
	});

	test.each([
		['publications', header],
		['styleSheets', styled],
	])('orders nothing while the %s cannot be had', async (path, parameters) => {
		const fault: Fault = { kind: 'html', match: { path } };
		const { json, message, orders } = await run(operation, parameters, [fault]);
		expect(message).not.toBe('');
		expect([json, orders]).toEqual([undefined, 0]);
	});

	test('goes on without the list where only a proof is wanted', async () => {
		const fault: Fault = { kind: 'html', match: { path: 'publications' } };
		const { message } = await run(operation, { options: { digitalProof: true } }, [fault]);
		expect(message).toBe('');
	});
});
