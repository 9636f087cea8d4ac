import type { IPollFunctions } from 'n8n-workflow';
import { readWatched } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import {
	inContext,
	sayCost,
	sayTrouble,
	sayUnknown,
	vanishedStop,
} from '../../../nodes/LegalNotice/trigger/remarks.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { names } from './polling.mts';
import { settings } from './watching.mts';

/** A poll whose log can be read. */
function logging(requestsPerMinute?: unknown) {
	const logged: string[] = [];
	const write = (text: string) => void logged.push(text);
	const fake = {
		logger: { info: write, warn: write },
		getCredentials: async () => await Promise.resolve({ requestsPerMinute }),
	};
	return { context: fake as unknown as IPollFunctions, logged };
}

const input = (count: number) => ({ list: readWatched(names(count)), settings: settings() });

describe('what the log says of unknown references', () => {
	it('is nothing where there are none', () => {
		const { context, logged } = logging();
		sayUnknown(context, []);
		expect(logged).toEqual([]);
	});

	it('names twenty, and counts the others', () => {
		const { context, logged } = logging();
		sayUnknown(context, readWatched(names(20)));
		sayUnknown(context, readWatched(names(23)));
		expect(logged[0]).toContain('AL-19. Check');
		expect(logged[1]).toContain('AL-19 and 3 more. Check');
		expect(logged[1]).not.toContain('AL-20');
	});
});

describe('what the log says of a poll that read a part', () => {
	it('is nothing when nothing is wrong, and each trouble otherwise', () => {
		const { context, logged } = logging();
		sayTrouble(context, undefined, undefined);
		expect(logged).toEqual([]);
		const vanished = { missing: 40, asked: 50, polls: 3 };
		sayTrouble(context, new ServiceFailure('notTheService', { status: 502 }), vanished);
		expect(logged).toHaveLength(2);
		expect(logged[0]).toMatch(/^Part of the notices could not be read this time\. .*502/);
		expect(logged[1]).toContain('left 40 of 50 notices out of its answers, at 3 polls in a row.');
	});

	it('counts polls only from the second', () => {
		const { message } = vanishedStop({ missing: 40, asked: 50, polls: 1 });
		expect(message).toContain('out of its answers. So many');
	});
});

describe('the cost of a list', () => {
	it.each([[undefined], [0], [''], ['none'], [-5]])(
		'is told with the usual limit where the credential says %j',
		async (requestsPerMinute) => {
			const usual = logging(300);
			const other = logging(requestsPerMinute);
			await sayCost(usual.context, input(5_000));
			await sayCost(other.context, input(5_000));
			expect(other.logged).toEqual(usual.logged);
			expect(usual.logged[0]).toContain('300');
		},
	);

	it('is told with the limit of the credential, also as text', async () => {
		const { context, logged } = logging('120');
		await sayCost(context, input(5_000));
		expect(logged[0]).toContain('120');
	});

	it('goes with a failure only when the quota is used up', async () => {
		const { context } = logging(300);
		const down = new ServiceFailure('notTheService', { status: 502 });
		expect(await inContext(context, input(5_000), down)).toBe(down);
		const told = await inContext(context, input(5_000), new ServiceFailure('quota'));
		expect(told).toBeInstanceOf(Error);
		expect(told).toHaveProperty('message', expect.stringContaining('300'));
	});
});
