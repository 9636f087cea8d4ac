import { jest } from '@jest/globals';
import type { Poller } from './poll.mts';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(180_000);

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

/** References that the stored state knows. */
const seenBy = (watch: Poller) =>
	Object.keys((JSON.parse(watch.stored) as { notices?: object }).notices ?? {}).length;

describe('a list of 10,000', () => {
	it('is polled within the budget of the durable poller at 50 ms latency, with one call per hundred', async () => {
		const credential = stage.account();
		const references = await stage.order(
			credential,
			5_000,
			'DOSSIER-LONG-2026-SERVICE-JURIDIQUE-0000',
		);
		const numbers = stage.sandbox.journal
			.orders()
			.map(({ numero_commande: number }) => number ?? '');
		const list = [...references, ...numbers];
		expect(list).toHaveLength(10_000);
		stage.sandbox.settings({ latencyMs: 50 });
		const watch = stage.watch(credential, list, { keeping: 'cursors' });
		stage.sandbox.journal.clear();
		await watch.poll();
		expect(stage.calls()).toHaveLength(100);
		expect(Buffer.byteLength(watch.stored) / list.length).toBeLessThan(60);
		for (const reference of references) stage.sandbox.notices.publish(reference);
		const startedAt = Date.now();
		const items = await watch.poll();
		expect(Date.now() - startedAt).toBeLessThan(36_000 * 0.6);
		// Listed under both of its names, a notice changes once.
		expect(items).toHaveLength(5_000);
		expect(await watch.poll()).toEqual([]);
		expect(watch.logged).toEqual([]);
	});

	it.each([
		['a hundred', null, 1],
		['fifty', 50, 1],
	])(
		'is read within the calls of a minute and the time of the durable poller, %s in one call',
		async (_name, batchMaximum, mostPolls) => {
			const credential = { ...stage.account(), requestsPerMinute: 300 };
			const references = await stage.order({ ...credential, requestsPerMinute: 1_000_000 }, 5_000);
			const numbers = stage.sandbox.journal
				.orders()
				.map(({ numero_commande: number }) => number ?? '');
			const watch = stage.watch(credential, [...references, ...numbers], { keeping: 'cursors' });
			// The calls with which the notices were ordered count in the same minute.
			const spent = stage.sandbox.journal.calls().length;
			stage.sandbox.settings({ latencyMs: 50, quotaPerMinute: spent + 300, batchMaximum });
			const startedAt = Date.now();
			let polls = 0;
			for (; polls < 5 && seenBy(watch) < 10_000; polls++) await watch.poll();
			expect(polls).toBeLessThanOrEqual(mostPolls);
			expect(Date.now() - startedAt).toBeLessThan(36_000);
			expect(watch.logged).toEqual([]);
		},
	);
});

describe('a poll that runs out of time', () => {
	/** Long enough that what a busy machine takes from it does not decide. */
	const BUDGET_MS = 6_000;

	it.each(KEEPINGS)(
		'goes on where it stopped and starves nothing, state kept %s',
		async (keeping) => {
			const credential = stage.account();
			const references = await stage.order(credential, 300);
			stage.sandbox.settings({ batchMaximum: 2 });
			const watch = stage.watch(credential, references, { keeping, budgetMs: BUDGET_MS });
			await watch.activate();
			await watch.poll();
			stage.sandbox.settings({ latencyMs: 375 });
			for (const reference of references) stage.sandbox.notices.publish(reference);
			const told: unknown[] = [];
			let polls = 0;
			for (; polls < 30 && told.length < references.length; polls++) {
				const startedAt = Date.now();
				told.push(...(await watch.poll()).map(({ reference }) => reference));
				expect(Date.now() - startedAt).toBeLessThan(BUDGET_MS);
			}
			expect(polls).toBeGreaterThan(1);
			expect([...told].sort()).toEqual([...references].sort());
		},
	);
});
