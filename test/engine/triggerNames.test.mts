/** Order numbers are free text: one that is the name of something every object has is watched like any other. */
import { jest } from '@jest/globals';
import { Client, sarlOrder } from '../sandbox/client.mts';
import { KEEPINGS, Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

test.each(KEEPINGS)('a change of such a notice comes out once, state kept %s', async (keeping) => {
	const credential = stage.account();
	const client = new Client(stage.sandbox.url, credential);
	for (const numero_commande of NAMES) {
		await client.post('/commande', { ...sarlOrder, numero_commande });
	}
	await client.close();
	const watch = stage.watch(credential, NAMES, { keeping });
	await watch.activate();
	expect(await watch.poll()).toEqual([]);
	for (const name of NAMES) stage.sandbox.notices.publish(name);
	const told = await watch.poll();
	expect(told.map((event) => event['numero_commande']).sort()).toEqual([...NAMES].sort());
	expect(await watch.poll()).toEqual([]);
});
