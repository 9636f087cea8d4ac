import { KEEPINGS, Stage } from './triggerStage.mts';

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('a workflow that is published anew', () => {
	it.each(KEEPINGS)('asks at once for what waits its turn, state kept %s', async (keeping) => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference, 'LATE-00000'], {
			keeping,
			parameters: { firstSight: 'current' },
		});
		await watch.activate();
		for (let poll = 0; poll < 4; poll++) await watch.poll();
		await stage.order(credential, 1, 'LATE');
		expect(await watch.poll()).toEqual([]);
		await watch.activate('update');
		expect(watch.executions.at(-1)?.map(({ json }) => json.numero_commande)).toEqual([
			'LATE-00000',
		]);
	});
});
