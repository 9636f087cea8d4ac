/** What n8n stores for the trigger: small, plain, and never the reason for a silent loss. */
import { jest } from '@jest/globals';
import { KEEPINGS, stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = stageForTests();
const ALL = ['statusChanged', 'newDocument', 'newInvoice'];

describe('what n8n stores', () => {
	it.each([
		['60 bytes for a reference of 12 characters', ['statusChanged'], 60, 0],
		['100 bytes with its attestation and its invoice', ALL, 100, 120],
	])('is at most %s, and names it with its status', async (_size, events, bytes, reported) => {
		const references = await stage.order(60, 'NUMERO');
		const numbers = references.map((_one, at) => `NUMERO-${`${at}`.padStart(5, '0')}`);
		const watch = stage.watch(numbers, { keeping: 'cursors', events });
		await watch.poll();
		for (const reference of references) {
			stage.sandbox.notices.addDocument(reference, 'attestation');
			stage.sandbox.notices.invoice(reference);
		}
		expect(await watch.poll()).toHaveLength(reported);
		expect(Buffer.byteLength(watch.stored) / 60).toBeLessThanOrEqual(bytes);
		const { notices } = JSON.parse(watch.stored) as { notices: Record<string, unknown> };
		expect(notices['NUMERO-00007']).toMatchObject({ statut: 'a-paraitre' });
	});

	it.each(KEEPINGS)(
		'serves references with the names of properties, state kept %s',
		async (keeping) => {
			const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
			const references = await stage.orderAs(names.slice(0, 2));
			const watch = stage.watch(names, { keeping, events: ['published', 'notFound'] });
			await watch.activate();
			const reported: unknown[] = [];
			for (let poll = 0; poll < 5; poll++) {
				reported.push(...(await watch.poll()).map(({ demande }) => demande));
				if (poll === 2) stage.publish(references);
			}
			expect(reported.sort()).toEqual([...names].sort());
		},
	);

	const damaged = { version: 2, notices: { 'N-1': null }, held: {}, missed: {} };

	it.each([
		['something else stands in its place', { v: 1, words: ['parue'] }],
		['it is damaged', { ...damaged, words: [] }],
		[
			'a part of it is damaged',
			{ ...damaged, missed: { status: {}, documents: {}, invoices: {} } },
		],
	])('is begun anew, with a line in the log, where %s', async (_what, kept) => {
		const references = await stage.order(1);
		const watch = stage.watch(references, { firstSight: 'publishedOrSuspended' });
		watch.keep(kept);
		await watch.activate();
		expect(watch.logged.join('\n')).toContain('so every notice is seen for the first time again');
		expect(JSON.parse(watch.stored)).not.toHaveProperty('words');
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
	});

	it('is not found again by a trigger that is renamed', async () => {
		const { watch, references } = await stage.watching(1, { firstSight: 'publishedOrSuspended' });
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
		watch.nodeName = 'Renamed';
		await watch.activate('update');
		expect(watch.executions[1]?.[0]?.json).toMatchObject({ ancien_statut: null });
	});
});

describe('polls of one trigger that overlap', () => {
	it.each(KEEPINGS)('report a change once, state kept %s', async (keeping) => {
		const { watch, references } = await stage.watching(3, { keeping });
		await watch.poll();
		stage.publish(references);
		stage.sandbox.settings({ latencyMs: 50 });
		await Promise.all([watch.tick(), watch.tick(), watch.tick()]);
		expect(watch.executions.flat()).toHaveLength(3);
		expect(await watch.poll()).toEqual([]);
	});

	it.each([
		['before its first call', 0],
		['while it waits for an answer', 1],
	])('end when the workflow is published anew %s: that one reports', async (_when, calls) => {
		const { watch, references } = await stage.watching(1);
		stage.publish(references);
		stage.sandbox.settings({ latencyMs: 100 });
		const underWay = watch.tick();
		while (stage.calls().length < calls) await new Promise(setImmediate);
		await watch.activate('update');
		await underWay;
		expect(watch.executions.flat()).toHaveLength(1);
		expect(await watch.poll()).toEqual([]);
	});

	it('do not keep Fetch Test Event, nor a poll that failed, in the way', async () => {
		const { watch, references } = await stage.watching(1, { keeping: 'cursors' });
		stage.sandbox.settings({ latencyMs: 50 });
		const underWay = watch.tick();
		expect(await watch.fetchTestEvent()).toHaveLength(1);
		await underWay;
		stage.sandbox.fault({ kind: 'codes', codes: ['err_cle_inconnue'], times: 1 });
		await expect(watch.poll()).rejects.toThrow();
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
	});
});
