/** Orders of short notices at a sandbox, for tests of single situations. */
import { shortPausesForTests } from '../time.mts';
import type { Fault, Sandbox } from '../../../sandbox/index.mts';
import type { Result, RunOptions } from '../engine.mts';
import { BILLED } from '../notices.mts';
import { sandboxForEachTest } from '../sandbox.mts';

/** A notice for the file that an item names. */
export const ORDER = {
	...BILLED,
	text: '=Avis du dossier {{ $json.file }}.',
	fileReference: '={{ $json.file }}',
};

export function files(count: number): Array<{ file: string }> {
	return Array.from({ length: count }, (_, index) => ({ file: `D-${index}` }));
}

export function orderCalls(sandbox: Sandbox): number {
	return sandbox.journal.calls().filter(({ route }) => route === 'order').length;
}

export const LOST = { kind: 'dropBefore' } as const;
export const LOST_AFTERWARDS = { kind: 'dropAfter' } as const;

/** A sandbox for each test, short waits, and one notice to order there. */
export function situation() {
	const sandbox = sandboxForEachTest();
	shortPausesForTests();
	const order = async (parameters: object = {}, more: Partial<RunOptions> = {}): Promise<Result> =>
		await sandbox.run('notice.order', { ...ORDER, ...parameters }, { items: files(1), ...more });
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
