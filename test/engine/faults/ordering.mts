/** Orders of short notices at a sandbox, for tests of single situations. */
import type { Fault, Sandbox } from '../../../sandbox/index.mts';
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode, type Result, type RunOptions } from '../engine.mts';
import { BILLED } from '../notices.mts';
import { credentialOf, sandboxForEachTest } from '../sandbox.mts';
import type { Service } from './matrix.mts';

export function ordering(sandbox: Sandbox, more: Partial<RunOptions> = {}): RunOptions {
	const { parameters, ...rest } = more;
	return {
		credential: { ...credentialOf(sandbox), requestsPerMinute: 100_000 },
		parameters: {
			...{ ...BILLED, resource: 'notice', operation: 'order' },
			text: '=Avis du dossier {{ $json.file }}.',
			fileReference: '={{ $json.file }}',
			...parameters,
		} as never,
		...rest,
	};
}

export function files(count: number): Array<{ file: string }> {
	return Array.from({ length: count }, (_, index) => ({ file: `D-${index}` }));
}

/** Registers that many notices, each under its file and a prefix as its number. */
export async function register(service: Service, count: number, prefix: string): Promise<void> {
	const { sandbox, credential } = service;
	const parameters = { orderNumberMode: 'custom', orderNumber: `=${prefix}{{ $json.file }}` };
	const items = files(count);
	const { error } = await runNode(ordering(sandbox, { credential, items, parameters }));
	if (error) throw error;
}

export function orderCalls(sandbox: Sandbox): number {
	return sandbox.journal.calls().filter(({ route }) => route === 'order').length;
}

export const LOST = { kind: 'dropBefore' } as const;
export const LOST_AFTERWARDS = { kind: 'dropAfter' } as const;

/** A sandbox for each test, short waits, and one notice to order there. */
export function situation() {
	const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
	beforeEach(() => setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 }));
	afterEach(() => setTimings());
	const order = async (parameters: object = {}, more: Partial<RunOptions> = {}): Promise<Result> =>
		await runNode(ordering(sandbox, { items: files(1), parameters: parameters as never, ...more }));
	return {
		sandbox,
		order,
		/** Strikes calls of one route. */
		fault: (path: string, fault: Fault, more: Partial<Fault> = {}) =>
			sandbox.fault({ ...fault, ...more, match: { path } }),
		/** Its output, once it is ordered. */
		placed: async (parameters: object = {}) => (await order(parameters)).json[0] ?? {},
	};
}
