/** Orders of short notices at a sandbox, for tests of single situations. */
import type { Sandbox } from '../../../sandbox/index.mts';
import type { RunOptions } from '../engine.mts';
import { noticeIn } from '../notices.mts';
import { credentialOf } from '../sandbox.mts';

export function ordering(sandbox: Sandbox, more: Partial<RunOptions> = {}): RunOptions {
	const { parameters, ...rest } = more;
	return {
		credential: { ...credentialOf(sandbox), requestsPerMinute: 100_000 },
		parameters: {
			resource: 'notice',
			operation: 'order',
			...noticeIn('75', 12),
			text: '=Avis du dossier {{ $json.file }}.',
			fileReference: '={{ $json.file }}',
			billingMode: 'prescripteur',
			...parameters,
		} as never,
		...rest,
	};
}

export function files(count: number): Array<{ file: string }> {
	return Array.from({ length: count }, (_, index) => ({ file: `D-${index}` }));
}

export function orderCalls(sandbox: Sandbox): number {
	return sandbox.journal.calls().filter(({ route }) => route === 'order').length;
}
