/** What n8n stores for the trigger: small, plain, and never the reason for a silent loss. */
import { jest } from '@jest/globals';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

const ALL = { events: ['statusChanged', 'newDocument', 'newInvoice'] };

describe('what n8n stores', () => {
	it('is at most 60 bytes for a reference of 12 characters, and names it with its status', async () => {
		const credential = stage.account();
		await stage.order(credential, 200, 'NUMERO');
		const numbers = Array.from(
			{ length: 200 },
			(_one, index) => `NUMERO-${`${index}`.padStart(5, '0')}`,
		);
		expect(numbers[0]).toHaveLength(12);
		const watch = stage.watch(credential, numbers, { keeping: 'cursors' });
		await watch.poll();
		expect(Buffer.byteLength(watch.stored) / 200).toBeLessThanOrEqual(60);
		const { notices } = JSON.parse(watch.stored) as { notices: Record<string, unknown> };
		expect(notices['NUMERO-00007']).toEqual({ statut: 'a-paraitre' });
	});

	it('is at most 100 bytes with its attestation and its invoice', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 60, 'NUMERO');
		const numbers = references.map((_one, index) => `NUMERO-${`${index}`.padStart(5, '0')}`);
		const watch = stage.watch(credential, numbers, { keeping: 'cursors', parameters: ALL });
		await watch.poll();
		for (const reference of references) {
			stage.sandbox.notices.addDocument(reference, 'attestation');
			stage.sandbox.notices.invoice(reference);
		}
		expect(await watch.poll()).toHaveLength(120);
		expect(Buffer.byteLength(watch.stored) / 60).toBeLessThanOrEqual(100);
		expect(await watch.poll()).toEqual([]);
	});

	it('does not grow with the texts of a service that has much to say', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 3);
		const [reference = ''] = references;
		const watch = stage.watch(credential, references, {
			keeping: 'cursors',
			parameters: { events: ['statusChanged', 'reasonChanged'] },
		});
		await watch.poll();
		const reason = 'é'.repeat(5_000);
		stage.sandbox.notices.setStatus(reference, 'suspendue', `${reason}1`);
		expect(await watch.poll()).toEqual([expect.objectContaining({ motif: `${reason}1` })]);
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.notices.setStatus(reference, 'suspendue', `${reason}2`);
		expect(await watch.poll()).toEqual([
			expect.objectContaining({
				evenement: 'reasonChanged',
				ancien_motif: `${reason}1`,
			}),
		]);
	});

	it.each(KEEPINGS)(
		'serves references with the names of properties, state kept %s',
		async (keeping) => {
			const credential = stage.account();
			const [reference = ''] = await stage.order(credential, 1);
			const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
			const watch = stage.watch(credential, [...odd, reference], {
				keeping,
				parameters: { events: ['published', 'notFound'] },
			});
			await watch.activate();
			const told: unknown[] = [];
			for (let poll = 0; poll < 5; poll++) {
				told.push(...(await watch.poll()).map(({ demande }) => demande));
				if (poll === 3) stage.sandbox.notices.publish(reference);
			}
			expect(told.sort()).toEqual([...odd, reference].sort());
		},
	);

	const damaged = { version: 2, notices: { 'N-1': null }, held: {}, missed: {} };

	it.each([
		['something else stands in its place', { v: 1, seen: 'AAAAAAAAAAA0', words: ['parue'] }],
		['it is damaged', { ...damaged, words: [] }],
		[
			'a part of it is damaged',
			{ ...damaged, missed: { status: {}, documents: {}, invoices: {} } },
		],
	])('is begun anew, with a line in the log, where %s', async (_what, kept) => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			parameters: { firstSight: 'publishedOrSuspended' },
		});
		watch.keep(kept);
		await watch.activate();
		expect(watch.logged.join('\n')).toContain(
			'cannot be read, so every notice is seen for the first time',
		);
		expect(JSON.parse(watch.stored)).not.toHaveProperty('words');
		stage.sandbox.notices.publish(reference);
		expect(await watch.poll()).toHaveLength(1);
	});
});
