import { differences, notAsked, probed, someSettings } from './switches.mts';

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
