import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Settings } from '../../sandbox/index.mts';
import { differences, notAsked, probed, someSettings, type Probed } from './switches.mts';

/** Of the quota, instead of a minute. */
const WINDOW_SECONDS = 4;

test('every switch of the sandbox is asked about, but for data and the address of a redirect', () => {
	expect(notAsked()).toEqual(['exceptionalClosings', 'pdfRedirectTarget']);
});

describe('the probe at the sandbox', () => {
	/** Each row has another value of every switch; in seven of them all values occur. */
	test.each([0, 1, 2, 3, 4, 5, 6])('reports all switches: row %i', async (row) => {
		const settings = someSettings((count) => row % count);
		await probed(settings, ({ answers, ran, sandbox }) => {
			expect(differences(settings, answers)).toEqual([]);
			expect([ran.left, ran.stopped]).toEqual([[], false]);
			const orders = sandbox.journal.orders().filter(({ dossier }) => dossier === 'SONDE');
			expect(orders.length).toBeGreaterThan(0);
			expect(orders.length).toBeLessThanOrEqual(5);
			expect(orders.filter(({ cancelled }) => !cancelled)).toEqual([]);
			expect(sandbox.journal.calls().length).toBeLessThanOrEqual(150);
		});
	});
});

describe('how the quota is counted', () => {
	beforeAll(() => setTimings({ quotaWindowMs: WINDOW_SECONDS * 1000 }));
	afterAll(() => setTimings());

	const cases: ReadonlyArray<Partial<Settings>> = [
		{ quotaWindow: 'sliding', refusedCallsCount: true, quotaPerMinute: 50 },
		{ quotaWindow: 'sliding', refusedCallsCount: false, quotaPerMinute: 60 },
		{ quotaWindow: 'fixed', refusedCallsCount: true, quotaPerMinute: 40 },
	];

	test('is found in each of its ways', async () => {
		const found = cases.map(async (counted) => {
			const settings = { ...counted, quotaWindowSeconds: WINDOW_SECONDS };
			const look = ({ answers }: Probed) => differences(settings, answers);
			return await probed(settings, look, { quota: true, orders: false });
		});
		expect(await Promise.all(found)).toEqual(cases.map(() => []));
	}, 60_000);
});
