/** Something binding whose answers get lost. */
import { UnknownOutcome } from '../../../nodes/LegalNotice/errors/stops.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';
import type { ExecutionClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { exactlyOnce, type Once } from '../../../nodes/LegalNotice/transport/exactlyOnce.ts';

const lost = new ServiceFailure('noAnswer');
const refused = new ServiceFailure('refusal', { codes: ['err_ville_absent'] });
const cancelled = new ServiceFailure('cancelled');

/** What is done, in its order, when the attempts end like this. */
async function lived(
	ends: ReadonlyArray<ServiceFailure | 'done'>,
	change: Partial<Once<object>> = {},
	pauseEnds?: ServiceFailure,
) {
	const steps: string[] = [];
	const pause = async (ms: number) => {
		steps.push(`pause ${ms}`);
		if (pauseEnds) throw pauseEnds;
		await Promise.resolve();
	};
	const once: Once<object> = {
		send: async (sideEffect, again) => {
			steps.push(`${again ? 'resend' : 'send'} ${sideEffect}`);
			const end = ends[steps.filter((step) => step.includes('send')).length - 1];
			if (end instanceof ServiceFailure) throw end;
			return await Promise.resolve({});
		},
		look: async () => {
			steps.push('look');
			return await Promise.resolve(undefined);
		},
		repeatable: true,
		unknown: (reason) =>
			new UnknownOutcome('Not known.', '', reason, { open: 'D-1', repeatable: true }),
		...change,
	};
	const end = await exactlyOnce({ pause } as ExecutionClient, once).then(
		() => 'done',
		(failure: unknown) => failure,
	);
	return { steps, end };
}

test('is looked for, and sent again only after two seconds in which it may still be registered', async () => {
	const { steps, end } = await lived([lost, 'done']);
	expect(steps).toEqual(['send starts', 'look', 'pause 2000', 'resend continues']);
	expect(end).toBe('done');
});

test('is sent three times and looked for after each, then not known', async () => {
	const { steps, end } = await lived([lost, lost, lost]);
	const again = ['pause 2000', 'resend continues', 'look'];
	expect(steps).toEqual(['send starts', 'look', ...again, ...again]);
	expect(end).toMatchObject({ name: 'OperationStop', reason: lost });
	expect(end).toBeInstanceOf(UnknownOutcome);
});

test('is sent once where the service would do it twice', async () => {
	const { steps, end } = await lived([lost], { repeatable: false });
	expect(steps).toEqual(['send starts']);
	expect(end).toBeInstanceOf(UnknownOutcome);
});

test('is certainly not done when its first attempt is refused, but not known when only a later one is', async () => {
	expect((await lived([refused])).end).toBe(refused);
	expect((await lived([lost, refused])).end).toMatchObject({ reason: refused });
});

test('is not known when the execution is stopped before it could be sent again', async () => {
	const { steps, end } = await lived([lost], {}, cancelled);
	expect(steps).toEqual(['send starts', 'look', 'pause 2000']);
	expect(end).toMatchObject({ reason: cancelled });
	expect(end).toBeInstanceOf(UnknownOutcome);
});
