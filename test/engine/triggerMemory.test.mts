import { jest } from '@jest/globals';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
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
