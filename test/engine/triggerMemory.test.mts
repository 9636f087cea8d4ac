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

	it('end when the workflow is published anew meanwhile: that one tells', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference]);
		await watch.activate();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.settings({ latencyMs: 150 });
		const underWay = watch.tick();
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
