import { costOf, costTiers } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { settings } from './watching.mts';

describe('what a list costs', () => {
	it.each([
		[1, ['statusChanged'], 1, 1],
		[3_000, ['statusChanged'], 30, 1],
		[10_000, ['statusChanged'], 100, 5],
		[10_000, ['published', 'newDocument', 'newInvoice'], 300, 10],
	])(
		'%s references with %j: %s calls, a poll every %s minutes',
		(count, events, calls, minutes) => {
			expect(costOf(count, settings({ events }), 300)).toMatchObject({ calls, minutes });
		},
	);

	it('is said in a sentence', () => {
		expect(costOf(10_000, settings(), 300).sentence).toBe(
			'Watching 10000 notices takes 100 calls at each poll, of 300 a minute; a poll every 5 minutes or less often leaves the key free for other work.',
		);
		expect(costOf(1, settings(), 300).sentence).toBe(
			'Watching 1 notice takes 1 call at each poll, of 300 a minute; a poll every minute or less often leaves the key free for other work.',
		);
	});

	it('takes the share of the credential into account', () => {
		expect(costOf(10_000, settings(), 60).minutes).toBe(30);
		expect(costOf(10_000, settings(), 0.5).minutes).toBe(120);
	});

	it('has an advice for each number of calls, up to the longest list with everything chosen', () => {
		expect(costTiers()).toEqual([
			{ from: 11, to: 30, every: 'minute' },
			{ from: 31, to: 60, every: '2 minutes' },
			{ from: 61, to: 150, every: '5 minutes' },
			{ from: 151, to: 300, every: '10 minutes' },
		]);
	});
});
