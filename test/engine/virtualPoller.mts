/** Polls of a service that is written down in a test, in virtual time: a slow one takes no longer than a quick one. */
import type { INodeParameters } from 'n8n-workflow';
import { beginAt, during, installClock, removeClock } from '../simulation/clock.mts';
import { Poller, type PollerOptions } from './poll.mts';

type Answer = NonNullable<PollerOptions['answer']>;

/** What the durable scheduler of n8n gives a poll. */
const BUDGET_MS = 36_000;
const LONGEST_POLL_MS = 10 * 60_000;
const credential = {
	...{ baseUrl: 'https://service.example', requestsPerMinute: 1_000_000 },
	secretKey: 'demo-secret',
};
let pollers = 0;

class VirtualPoller extends Poller {
	override async tick(): Promise<void> {
		await during(super.tick(), LONGEST_POLL_MS);
	}
}

/** Has time be virtual in each test of a file. */
export function virtualTimeForTests(): void {
	beforeEach(() => {
		installClock();
		beginAt(1);
	});
	afterEach(() => removeClock());
}

/** A workflow that begins with the trigger, polled by the scheduler, with durable cursors unless another keeping is given. */
export function polling(
	references: readonly string[],
	parameters: INodeParameters,
	answer: Answer,
	{
		requestsPerMinute = credential.requestsPerMinute,
		...more
	}: Pick<PollerOptions, 'budgetMs' | 'keeping' | 'change'> & {
		requestsPerMinute?: number;
	} = {},
): Poller {
	return new VirtualPoller({
		...{ keeping: 'cursors', answer, budgetMs: BUDGET_MS, ...more },
		// Each with a key of its own: the calls of a minute are counted by it.
		credential: { ...credential, publicKey: `demo-public-${++pollers}`, requestsPerMinute },
		parameters: {
			references: references.join(),
			firstSight: 'current',
			options: {},
			...parameters,
		},
	});
}

export const namesOf = (count: number): string[] =>
	Array.from({ length: count }, (_one, at) => `AL-${at}`);

export const refused = (...erreurs: string[]) => ({ resultat: 'erreur', erreurs });

export const listed = (annonces: readonly object[]) => ({ resultat: 'succes', annonces });
