/** A service that is away for a while, or that never answers for some of the notices. */
import { jest } from '@jest/globals';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { readReferences, startFront, type Front } from './triggerFront.mts';
import { Stage, type Account } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
let front: Front | undefined;
beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
afterAll(() => setTimings());
beforeEach(() => stage.open());
afterEach(async () => {
	await front?.close();
	front = undefined;
	await stage.close();
});

const ALL = { events: ['statusChanged', 'newDocument', 'newInvoice'] };

describe('a service that drops every connection for a while', () => {
	it.each([
		['a thousand notices', 1_000, {}, 10],
		['a thousand notices with documents and invoices', 1_000, ALL, 30],
		['a short list', 60, {}, 1],
		['one notice', 1, {}, 1],
	])(
		'gets at most ten calls from a poll of %s, and then all is as before',
		async (_list, count, parameters, quiet) => {
			const credential = stage.account();
			const references = await stage.order(credential, count);
			const watch = stage.watch(credential, references, { keeping: 'cursors', parameters });
			await watch.poll();
			stage.sandbox.journal.clear();
			expect(await watch.poll()).toEqual([]);
			expect(stage.calls()).toHaveLength(quiet);
			for (const kind of ['dropBefore', 'dropAfter'] as const) {
				stage.sandbox.fault({ kind, times: 100_000 });
				for (let poll = 0; poll < 3; poll++) {
					stage.sandbox.journal.clear();
					await expect(watch.poll()).rejects.toMatchObject({
						message: expect.not.stringContaining('other work') as unknown,
						failure: { cause: 'temporarily-unavailable' },
					});
					expect(stage.calls().length).toBeLessThanOrEqual(10);
				}
				await stage.withoutFaults();
			}
			for (const reference of references) stage.sandbox.notices.publish(reference);
			stage.sandbox.journal.clear();
			const told = await watch.poll();
			expect(told.filter(({ evenement }) => evenement === 'statusChanged')).toHaveLength(count);
			expect(stage.calls()).toHaveLength(quiet);
		},
	);

	it('in the middle of a poll costs the rest of that poll, and nothing of the next', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 1_000);
		const watch = stage.watch(credential, references, { keeping: 'cursors' });
		await watch.poll();
		for (const reference of references) stage.sandbox.notices.publish(reference);
		stage.sandbox.fault({ kind: 'dropBefore', skip: 4, times: 100_000 });
		stage.sandbox.journal.clear();
		const told = await watch.poll();
		expect(stage.calls().length).toBeLessThanOrEqual(60);
		await stage.withoutFaults();
		stage.sandbox.journal.clear();
		told.push(...(await watch.poll()));
		expect(stage.calls().length).toBeLessThanOrEqual(12);
		expect(told.map(({ reference }) => String(reference)).sort()).toEqual([...references].sort());
	});
});

describe('a read that fails for good in the first batch', () => {
	it.each([
		['is never answered', 'drop'],
		['is answered by a page', 'page'],
		['is refused with an internal error', 'internal'],
	] as const)(
		'because it %s does not keep the other notices from being read',
		async (_how, how) => {
			const credential = stage.account();
			const references = await stage.order(credential, 1_000);
			const bad = references[3] ?? '';
			front = await startFront(stage.sandbox.origin, ({ url, body }) =>
				readReferences(url, body).includes(bad) ? how : 'pass',
			);
			const through: Account = { ...credential, baseUrl: front.url };
			const watch = stage.watch(through, references, {
				keeping: 'cursors',
				parameters: { firstSight: 'current' },
			});
			const told = (await watch.poll()).map(({ reference }) => String(reference));
			expect(told.length).toBeGreaterThanOrEqual(900);
			const calls: number[] = [];
			for (let poll = 0; poll < 12; poll++) {
				front.calls = 0;
				told.push(...(await watch.poll()).map(({ reference }) => String(reference)));
				calls.push(front.calls);
			}
			expect([...told].sort()).toEqual(references.filter((one) => one !== bad).sort());
			// Ten batches, and one call for the bad one at first; later only now and then.
			expect(Math.max(...calls)).toBeLessThanOrEqual(13);
			expect(calls.slice(3).filter((count) => count > 10).length).toBeLessThanOrEqual(2);
		},
	);

	it('at the only batch does so neither', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 60);
		const bad = [references[0] ?? '', references[30] ?? ''];
		front = await startFront(stage.sandbox.origin, ({ url, body }) =>
			readReferences(url, body).some((one) => bad.includes(one)) ? 'page' : 'pass',
		);
		const through: Account = { ...credential, baseUrl: front.url };
		const watch = stage.watch(through, references, {
			keeping: 'scheduler',
			parameters: { firstSight: 'current' },
		});
		const told = new Set<unknown>();
		for (let poll = 0; poll < 8; poll++) {
			await watch.poll().then(
				(items) => items.forEach(({ reference }) => told.add(reference)),
				() => undefined,
			);
		}
		expect(told.size).toBe(58);
	});
});
