import {
	learnClock,
	offsetFor,
	resetClocks,
	timestampFor,
} from '../../../nodes/LegalNotice/transport/clock.ts';

const origin = 'https://service.example';
const now = Date.UTC(2026, 10, 21, 10, 0, 0);

/** A sample of a service whose clock is ahead by so many ms; its Date header is cut to whole seconds. */
function sample(aheadMs: number, at = now, roundTripMs = 40, age?: string) {
	const serverTime = at + roundTripMs / 2 + aheadMs;
	return {
		date: new Date(Math.floor(serverTime / 1000) * 1000).toUTCString(),
		age,
		sentAt: at,
		receivedAt: at + roundTripMs,
	};
}

beforeEach(() => {
	resetClocks();
});

test('the own clock is used as long as nothing is known', () => {
	expect(timestampFor(origin, now)).toBe(now / 1000);
});

test.each([3_000, -30_000, 3_000_000])(
	'a clock that differs by %d ms is followed within a second',
	(ahead) => {
		learnClock(origin, sample(ahead));
		expect(Math.abs(timestampFor(origin, now) - (now + ahead) / 1000)).toBeLessThanOrEqual(1);
	},
);

test.each([0, 400, -900])(
	'a difference of %d ms, which a Date header cannot tell from none, changes nothing',
	(ahead) => {
		learnClock(origin, sample(ahead));
		expect(offsetFor(origin)).toBe(0);
	},
);

test('after a refusal of the timestamp even a small difference is used', () => {
	learnClock(origin, sample(1_200), true);
	expect(Math.abs(offsetFor(origin) - 1_200)).toBeLessThanOrEqual(550);
	expect(offsetFor(origin)).not.toBe(0);
});

test('an answer from a cache says nothing about the time', () => {
	expect(learnClock(origin, sample(90_000, now, 40, '12'))).toBe(false);
	expect(offsetFor(origin)).toBe(0);
	expect(learnClock(origin, sample(90_000, now, 40, '0'))).toBe(true);
});

test.each([undefined, '', 'yesterday'])('a Date header %p says nothing', (date) => {
	expect(learnClock(origin, { ...sample(90_000), date })).toBe(false);
});

test('the estimate with the best round trip wins over slower ones', () => {
	learnClock(origin, sample(10_000, now, 40));
	learnClock(origin, {
		...sample(10_000, now + 1_000, 4_000),
		date: sample(11_900, now + 1_000, 4_000).date,
	});
	expect(Math.abs(offsetFor(origin) - 10_000)).toBeLessThanOrEqual(550);
});

test('a clock that was set right afterwards is followed again', () => {
	learnClock(origin, sample(3_000_000, now, 40));
	learnClock(origin, sample(0, now + 10_000, 200));
	expect(offsetFor(origin)).toBe(0);
});

test('a slow drift is followed after five minutes', () => {
	learnClock(origin, sample(2_500, now, 10));
	learnClock(origin, sample(3_600, now + 301_000, 100));
	expect(offsetFor(origin)).toBeGreaterThan(3_000);
});

test('each service has its own clock', () => {
	learnClock(origin, sample(30_000));
	expect(offsetFor('https://other.example')).toBe(0);
});

test('what the service refused for is kept in use by later answers that agree', () => {
	learnClock(origin, sample(1_200, now, 40), true);
	learnClock(origin, sample(1_200, now + 1_000, 20));
	expect(offsetFor(origin)).not.toBe(0);
	// One that disagrees is a new measure, and small differences do not count again.
	learnClock(origin, sample(-1_000, now + 2_000, 10));
	expect(offsetFor(origin)).toBe(0);
});

test('a quicker answer is believed, a slower one that agrees is not', () => {
	learnClock(origin, sample(5_200, now, 100));
	const first = offsetFor(origin);
	learnClock(origin, sample(6_100, now + 1_000, 101));
	expect(offsetFor(origin)).toBe(first);
	learnClock(origin, sample(6_100, now + 2_000, 100));
	expect(offsetFor(origin)).not.toBe(first);
});

test('five minutes later a slower answer counts, not before', () => {
	learnClock(origin, sample(5_200, now, 10));
	const first = offsetFor(origin);
	learnClock(origin, sample(6_100, now + 299_000, 100));
	expect(offsetFor(origin)).toBe(first);
	learnClock(origin, sample(6_100, now + 301_000, 100));
	expect(offsetFor(origin)).not.toBe(first);
});

test('a clock of the machine that was set back meanwhile does not count as a quick answer', () => {
	learnClock(origin, sample(5_000, now, 40));
	learnClock(origin, { ...sample(5_000, now + 1_000, 40), receivedAt: now });
	expect(Math.abs(offsetFor(origin) - 5_000)).toBeLessThanOrEqual(1_100);
});

test('times are whole seconds, rounded down', () => {
	expect(timestampFor(origin, now + 999)).toBe(now / 1000);
	expect(timestampFor(origin, now + 1_000)).toBe(now / 1000 + 1);
});
