import { LOOK_AGAIN_MS, Minute } from '../../../nodes/LegalNotice/transport/minute.ts';
import { VirtualTime } from './virtualTime.mts';

/** A minute and the margin for clocks that tick differently. */
const WINDOW_MS = 60_030;

function minuteOf(perMinute: number) {
	const time = new VirtualTime();
	const minute = new Minute(time.now);
	minute.configure(perMinute);
	/** So many calls, each answered so long after the one before. */
	const calls = async (count: number, how: 'served' | 'refused' | 'notSent', apartMs = 0) => {
		for (let call = 0; call < count; call++) {
			minute.begin();
			minute.end(how);
			await time.advance(apartMs);
		}
	};
	return { time, minute, calls };
}

test('nothing was called at first', () => {
	const { minute } = minuteOf(60);
	expect(minute.used).toBe(0);
	expect(minute.waitMs('bulk')).toBe(0);
	expect(minute.isShared).toBe(false);
});

test.each([
	[300, 300, 290, WINDOW_MS],
	[60, 60, 57, WINDOW_MS],
	[19, 19, 19, WINDOW_MS],
	[1, 1, 1, WINDOW_MS],
	[0.5, 1, 1, 120_030],
])('of %d calls a minute a list may use %d, bulk work %d', (perMinute, list, bulk, windowMs) => {
	const { minute } = minuteOf(perMinute);
	expect(minute.capacity('interactive')).toEqual({ calls: list, windowMs });
	expect(minute.capacity('bulk')).toEqual({ calls: bulk, windowMs });
});

test('a full minute waits until enough of its calls are old, bulk work for more of them', async () => {
	const { minute, calls, time } = minuteOf(60);
	await calls(60, 'served', 100);
	await time.advance(4_000);
	// 10 s after the first answer; the fourth one came 300 ms after it.
	expect(minute.waitMs('interactive')).toBe(WINDOW_MS - 10_000);
	expect(minute.waitMs('bulk')).toBe(WINDOW_MS - 10_000 + 300);
	await time.advance(WINDOW_MS - 10_000);
	expect(minute.waitMs('interactive')).toBe(0);
	expect(minute.waitMs('bulk')).toBe(300);
	expect(minute.used).toBe(59);
	await time.advance(WINDOW_MS);
	expect(minute.used).toBe(0);
});

test('while all of them are under way, nothing tells how long to wait', () => {
	const { minute } = minuteOf(2);
	minute.begin();
	minute.begin();
	expect(minute.used).toBe(2);
	expect(minute.waitMs('bulk')).toBe(LOOK_AGAIN_MS);
});

test('a call that was never sent does not count', async () => {
	const { minute, calls } = minuteOf(1);
	await calls(3, 'notSent');
	expect(minute.used).toBe(0);
});

describe('after a refusal over quota', () => {
	async function refused(perMinute: number) {
		const all = minuteOf(perMinute);
		await all.calls(10, 'served', 1_000);
		await all.calls(5, 'refused', 2_000);
		// 20 s after the first answer.
		all.minute.yieldToOthers();
		return all;
	}

	test('it pauses until the oldest call is a minute old, and at most a tenth longer', async () => {
		const { minute } = await refused(20);
		const untilFree = WINDOW_MS - 20_000;
		for (const priority of ['interactive', 'bulk'] as const) {
			expect(minute.waitMs(priority)).toBeGreaterThanOrEqual(untilFree);
			expect(minute.waitMs(priority)).toBeLessThanOrEqual(untilFree * 1.1);
		}
	});

	test('without calls of its own it pauses for a whole minute, and goes on with one call', () => {
		const { minute } = minuteOf(20);
		minute.yieldToOthers();
		expect(minute.waitMs('bulk')).toBeGreaterThanOrEqual(WINDOW_MS);
		expect(minute.capacity('interactive').calls).toBe(1);
	});

	test('it goes on with four fifths of what got through, and wins back a fifth of its figure a minute', async () => {
		const { minute, time } = await refused(20);
		const shares: number[] = [];
		for (let passed = 0; passed < 3; passed++) {
			expect(minute.isShared).toBe(true);
			shares.push(minute.capacity('interactive').calls);
			await time.advance(60_000);
		}
		expect(shares).toEqual([8, 12, 16]);
		expect(minute.isShared).toBe(false);
		expect(minute.capacity('interactive').calls).toBe(20);
	});

	test('another one does not give back what the first one took', async () => {
		const { minute, time, calls } = await refused(20);
		await time.advance(60_000);
		await calls(20, 'served');
		minute.yieldToOthers();
		expect(minute.capacity('interactive').calls).toBe(9);
	});
});
