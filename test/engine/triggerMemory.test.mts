import { jest } from '@jest/globals';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('a service that is away when the workflow becomes active', () => {
	it.each(KEEPINGS)('costs nothing but that poll, state kept %s', async (keeping) => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], { keeping });
		stage.sandbox.fault({ kind: 'dropBefore', times: 99 });
		await watch.activate();
		await stage.withoutFaults();
		expect(await watch.poll()).toEqual([]);
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.notices.publish(reference);
		expect(await watch.poll()).toEqual([expect.objectContaining({ reference, statut: 'parue' })]);
		expect(await watch.poll()).toEqual([]);
	});
});

describe('polls of one trigger that overlap', () => {
	it.each(KEEPINGS)('tell a change once, state kept %s', async (keeping) => {
		const credential = stage.account();
		const references = await stage.order(credential, 3);
		const watch = stage.watch(credential, references, { keeping });
		await watch.activate();
		await watch.poll();
		for (const reference of references) stage.sandbox.notices.publish(reference);
		stage.sandbox.settings({ latencyMs: 150 });
		await Promise.all([watch.tick(), watch.tick(), watch.tick()]);
		expect(watch.executions.flat()).toHaveLength(3);
		expect(await watch.poll()).toEqual([]);
	});

	it.each([
		['before its first call', 0],
		['while it waits for an answer', 100],
	])('end when the workflow is published anew %s: that one tells', async (_when, ms) => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference]);
		await watch.activate();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.settings({ latencyMs: 400 });
		const underWay = watch.tick();
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
		await watch.activate('update');
		await underWay;
		expect(watch.executions.flat()).toHaveLength(1);
		expect(await watch.poll()).toEqual([]);
	});

	it('do not keep Fetch Test Event, nor a poll that failed, in the way', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], { keeping: 'cursors' });
		await watch.poll();
		stage.sandbox.settings({ latencyMs: 150 });
		const underWay = watch.tick();
		expect(await watch.fetchTestEvent()).toHaveLength(1);
		await underWay;
		stage.sandbox.fault({ kind: 'codes', codes: ['err_cle_inconnue'], times: 1 });
		await expect(watch.poll()).rejects.toThrow();
		stage.sandbox.notices.publish(reference);
		expect(await watch.poll()).toHaveLength(1);
	});
});

describe('a kind of events that cannot be read', () => {
	const withInvoices = { parameters: { events: ['statusChanged', 'newInvoice'] } };

	it.each(KEEPINGS)('costs nothing of what was read besides, state kept %s', async (keeping) => {
		const credential = stage.account();
		const references = await stage.order(credential, 2);
		const watch = stage.watch(credential, references, { keeping, ...withInvoices });
		stage.sandbox.fault({
			kind: 'codes',
			codes: ['err_internal_server'],
			match: { path: 'factures' },
			times: 999,
		});
		// What a poll learned is stored first: a poll that fails would lose it.
		if (keeping === 'classic') await watch.activate();
		else expect(await watch.poll()).toEqual([]);
		expect(watch.logged.join()).toContain('Part of the notices could not be read this time.');
		await expect(watch.poll()).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		for (const reference of references) stage.sandbox.notices.publish(reference);
		if (keeping === 'cursors') await watch.killAndRestart();
		expect(await watch.poll()).toHaveLength(2);
		await expect(watch.poll()).rejects.toThrow();
		await stage.withoutFaults();
		expect(await watch.poll()).toEqual([]);
		for (const reference of references) stage.sandbox.notices.invoice(reference);
		expect((await watch.poll()).map(({ evenement }) => evenement)).toEqual([
			'newInvoice',
			'newInvoice',
		]);
	});
});

describe('between polls that tell nothing', () => {
	it.each(KEEPINGS)('misses and intervals go on being counted, state kept %s', async (keeping) => {
		const credential = stage.account();
		const [reference = '', gone = ''] = await stage.order(credential, 2);
		const watch = stage.watch(credential, [reference, gone], {
			keeping,
			parameters: { events: ['published', 'notFound'] },
		});
		await watch.activate();
		await watch.poll();
		stage.sandbox.notices.cancel(gone);
		const polls: string[][] = [];
		for (let poll = 0; poll < 6; poll++) {
			polls.push((await watch.poll()).map(({ evenement }) => String(evenement)));
		}
		expect(polls.flat()).toEqual(['notFound']);
		expect(polls.findIndex((told) => told.length > 0)).toBe(2);
	});

	it.each(KEEPINGS)(
		'a change right after activation is told by the first poll on schedule, state kept %s',
		async (keeping) => {
			const credential = stage.account();
			const [reference = ''] = await stage.order(credential, 1);
			const watch = stage.watch(credential, [reference], { keeping });
			await watch.activate();
			stage.sandbox.notices.publish(reference);
			expect(await watch.poll()).toEqual([
				expect.objectContaining({ ancien_statut: 'a-paraitre', statut: 'parue' }),
			]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('a trigger that is renamed sees its notices for the first time', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			parameters: { firstSight: 'publishedOrSuspended' },
		});
		await watch.activate();
		stage.sandbox.notices.publish(reference);
		expect(await watch.poll()).toHaveLength(1);
		watch.nodeName = 'Renamed';
		await watch.activate('update');
		expect(watch.executions).toHaveLength(2);
		expect(watch.executions[1]?.[0]?.json).toMatchObject({ reference, ancien_statut: null });
	});
});
