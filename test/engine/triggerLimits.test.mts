import { Stage, stageForTests } from './triggerStage.mts';

describe('a list of 10,000 names holds five thousand notices under both of their names', () => {
	const stage = new Stage();
	let references: string[];
	let list: string[];
	beforeAll(async () => {
		await stage.open();
		references = await stage.orderMany(5_000, 'DOSSIER-LONG-2026-SERVICE-JURIDIQUE-0000');
		const numbers = stage.journal.orders().map(({ numero_commande: number }) => number ?? '');
		list = [...references, ...numbers];
	});
	afterAll(async () => await stage.close());

	it('the list is read with the calls of a minute where a batch may have fifty', async () => {
		const { credential } = stage;
		stage.credential = { ...credential, requestsPerMinute: 300 };
		const watch = stage.watch(list, { keeping: 'cursors' });
		stage.credential = credential;
		// The calls with which the notices were ordered count in the same minute.
		const quotaPerMinute = stage.journal.calls().length + 300;
		stage.settings({ latencyMs: 50, quotaPerMinute, batchMaximum: 50 });
		stage.journal.clear();
		await watch.poll();
		expect(stage.asked().length).toBeLessThanOrEqual(300);
		const { notices } = JSON.parse(watch.stored) as { notices: object };
		expect(Object.keys(notices)).toHaveLength(10_000);
	});

	it('the list is polled with one call per hundred', async () => {
		stage.settings({ latencyMs: 50, quotaPerMinute: 1_000_000, batchMaximum: null });
		const watch = stage.watch(list, { keeping: 'cursors' });
		stage.journal.clear();
		await watch.poll();
		expect(stage.asked()).toHaveLength(100);
		expect(Buffer.byteLength(watch.stored) / list.length).toBeLessThan(60);
		stage.publish(references);
		// Listed under both of its names, a notice is watched twice.
		expect(await watch.poll()).toHaveLength(10_000);
		expect(await watch.poll()).toEqual([]);
		expect(watch.logged).toEqual([]);
	});
});

const stage = stageForTests();

// That it ends in time is a promise of the simulation.
it('a poll whose calls hang reports what was read before', async () => {
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	const more = { keeping: 'cursors', budgetMs: 4_000, events } as const;
	const { watch, references } = await stage.watching(1, more);
	stage.publish(references);
	// Two kinds are read in 1.8 s. The third is tried three times, for a second each.
	stage.settings({ latencyMs: 900 });
	stage.strike({ kind: 'timeout' }, 'factures');
	expect(await watch.poll()).toMatchObject([{ statut: 'parue' }]);
});
