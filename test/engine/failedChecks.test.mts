/** Lists that a notice is checked against may fail on their own: the notice goes on, and says what was not checked. */
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
const passing: Array<[string, Fault]> = [
	['a quota that is used up', { kind: 'quota' }],
	['a web page', { kind: 'html' }],
	['HTTP 502', { kind: 'status', status: 502 }],
	['a lost connection', { kind: 'dropBefore' }],
	['an internal error', { kind: 'internalError' }],
];

describe.each(['quote', 'order'] as const)('%s', (operation) => {
	test.each(passing)('goes on after %s in place of the publications', async (_name, fault) => {
		const match = { path: 'publications' };
		const { json, message } = await run(operation, header, [{ ...fault, match }]);
		expect(message).toBe('');
		expect(json?.avertissements).toEqual([
			expect.stringMatching(/could not be checked whether the publication 12 takes a header/),
		]);
	});

	test.each(passing)('goes on after %s in place of the style classes', async (_name, fault) => {
		const match = { path: 'styleSheets' };
		const { json, message } = await run(operation, styled, [{ ...fault, match }]);
		expect(message).toBe('');
		expect(json?.avertissements).toEqual([
			expect.stringMatching(/style classes .*could not be checked/),
		]);
	});

	test.each([
		['publications', header],
		['styleSheets', styled],
	])('stops when the %s are refused for the keys', async (path, parameters) => {
		const refusal: Fault = { kind: 'codes', codes: ['err_client_inactif'], match: { path } };
		const { message, orders } = await run(operation, parameters, [refusal]);
		expect(message).toContain('err_client_inactif');
		expect(orders).toBe(0);
	});

	test('stops when a changed text is to stop it and the header cannot be checked', async () => {
		const fault: Fault = { kind: 'html', match: { path: 'publications' } };
		const strict = { ...header, options: { ifTextChanges: 'fail' } };
		const { message, orders } = await run(operation, strict, [fault]);
		expect(message).toMatch(/publication 12 takes a header.*'If Text Changes'/);
		expect(orders).toBe(0);
	});
});

test('a failed list costs many items its time once', async () => {
	sandbox.fault({ kind: 'html', match: { path: 'publications' }, times: 100 });
	const { json } = await runNode({
		credential: sandbox.credential,
		items: [{}, {}, {}],
		parameters: {
			resource: 'notice',
			operation: 'quote',
			...NOTICE,
			...header,
		},
	});
	expect(json).toHaveLength(3);
	const asked = sandbox.journal.calls().filter(({ route }) => route === 'publications');
	expect(asked).toHaveLength(3);
});
