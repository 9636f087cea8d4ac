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
			expect(await watch.poll()).toEqual([]);
			expect(watch.logged.join('\n')).toContain('220 of 220');
			for (let poll = 0; poll < 3; poll++) {
				await expect(watch.poll()).rejects.toMatchObject({
					message: expect.stringContaining('220 of 220') as unknown,
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
		expect(watch.logged.at(-1)).toContain('30 of 30');
	});
});
