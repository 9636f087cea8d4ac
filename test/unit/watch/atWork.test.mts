import { PollsAtWork } from '../../../nodes/LegalNotice/trigger/atWork.ts';

describe('polls at work', () => {
	it('come one after the other for a trigger, and side by side for several', () => {
		const polls = new PollsAtWork();
		const first = polls.begin('a', 1_000, false);
		expect(polls.begin('a', 1_000, false)).toBeUndefined();
		expect(polls.begin('b', 1_000, false)).toBeDefined();
		first?.end();
		expect(polls.begin('a', 1_000, false)).toBeDefined();
	});

	it('do not wait for one that hangs longer than n8n waits for it', () => {
		let now = 0;
		const polls = new PollsAtWork(() => now);
		const hanging = polls.begin('a', 1_000, false);
		now = 999;
		expect(polls.begin('a', 1_000, false)).toBeUndefined();
		now = 1_000;
		const next = polls.begin('a', 1_000, false);
		expect([hanging?.isCurrent, next?.isCurrent]).toEqual([false, true]);
		// When it comes back at last, it does not open the door behind the other one.
		hanging?.end();
		expect(polls.begin('a', 1_000, false)).toBeUndefined();
	});

	it('give way to one that takes over', () => {
		const polls = new PollsAtWork();
		const first = polls.begin('a', 1_000, false);
		const second = polls.begin('a', 1_000, true);
		expect([first?.isCurrent, second?.isCurrent]).toEqual([false, true]);
	});
});
