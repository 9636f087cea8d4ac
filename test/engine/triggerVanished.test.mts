import { jest } from '@jest/globals';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('a service that answers poll after poll with empty lists', () => {
	it.each(KEEPINGS)(
		'is called unavailable, and has its notices back at once, state kept %s',
		async (keeping) => {
			const credential = stage.account();
			const references = await stage.order(credential, 220);
			const watch = stage.watch(credential, references, {
				keeping,
				parameters: { events: ['statusChanged', 'notFound'] },
			});
			await watch.activate();
			await watch.poll();
			stage.sandbox.fault({
				kind: 'wrongShape',
				body: '{"resultat":"succes","annonces":[]}',
				times: 999,
			});
			for (let poll = 0; poll < 4; poll++) {
				await expect(watch.poll()).rejects.toMatchObject({
					message: expect.stringContaining('none of 220') as unknown,
					failure: { cause: 'temporarily-unavailable' },
				});
			}
			await stage.withoutFaults();
			for (const reference of references) stage.sandbox.notices.publish(reference);
			stage.sandbox.journal.clear();
			expect(await watch.poll()).toHaveLength(220);
			expect(stage.calls()).toHaveLength(3);
		},
	);

	it('does not keep a workflow from becoming active', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 30);
		const watch = stage.watch(credential, references);
		await watch.activate();
		stage.sandbox.fault({
			kind: 'wrongShape',
			body: '{"resultat":"succes","annonces":[]}',
			times: 999,
		});
		for (let publication = 0; publication < 3; publication++) await watch.activate('update');
		expect(watch.logged.at(-1)).toContain('none of 30');
	});
});

describe('a batch in which the entry of an unknown reference is a refusal of its own', () => {
	it('is a notice that is not found, and the others are read', async () => {
		stage.sandbox.settings({ unknownReferences: 'entry' });
		const credential = stage.account();
		const [first = '', second = ''] = await stage.order(credential, 2);
		const watch = stage.watch(credential, [first, second, 'NOBODY-1', 'NOBODY#2'], {
			parameters: { events: ['published', 'newInvoice', 'notFound'] },
		});
		await watch.activate();
		stage.sandbox.notices.publish(first);
		stage.sandbox.notices.invoice(second);
		const told: unknown[] = [];
		for (let polls = 0; polls < 5; polls++) {
			for (const { evenement, demande } of await watch.poll()) told.push([evenement, demande]);
		}
		expect(told.sort()).toEqual([
			['newInvoice', second],
			['notFound', 'NOBODY#2'],
			['notFound', 'NOBODY-1'],
			['published', first],
		]);
	});
});
