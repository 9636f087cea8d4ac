import type { ExecutionClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { oneAtATime } from '../../../nodes/LegalNotice/transport/exactlyOnce.ts';

/** What an execution with these keys has of its client here. */
const execution = (stop = new AbortController()) =>
	({ account: 'equal orders', signal: stop.signal }) as unknown as ExecutionClient;

const LOCK = { kind: 'order', name: 'O-1' } as const;

test('an equal order waits for the one under way also where a third one between them was stopped', async () => {
	const begun: string[] = [];
	let end: () => void = () => undefined;
	const hangs = new Promise<void>((resolve) => (end = resolve));
	const first = oneAtATime(execution(), LOCK, async () => {
		begun.push('first');
		await hangs;
	});
	const stop = new AbortController();
	const second = oneAtATime(execution(stop), LOCK, async () => {
		await Promise.resolve(begun.push('second'));
	});
	stop.abort();
	await expect(second).rejects.toMatchObject({ kind: 'cancelled' });
	const third = oneAtATime(execution(), LOCK, async () => {
		await Promise.resolve(begun.push('third'));
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(begun).toEqual(['first']);
	end();
	await Promise.all([first, third]);
	expect(begun).toEqual(['first', 'third']);
});
