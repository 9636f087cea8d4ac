import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { stage } from '../stage.mts';

const TRIGGER = 'When clicking ‘Execute workflow’';

export function firstSteps(): void {
	it('quotes, orders once and reads the status, however often it is run', async () => {
		const workflow = await stage.open('quote-order-status');
		const ordered = stage.sandbox.journal.orders().length;
		for (const expected of ['a-paraitre', 'parue']) {
			const run = await stage.run(workflow, TRIGGER);
			const [quote, order, status] = ['Quote the notice', 'Order the notice', 'Get the status'].map(
				(node) => run.items(node)[0]?.json ?? {},
			);
			assert.match(String(quote?.['date_parution']), /^\d{4}-\d{2}-\d{2}$/);
			assert.equal(order?.['environnement'], 'test');
			assert.equal(status?.['reference'], order['reference']);
			assert.equal(status?.['statut'], expected);
			assert.equal(stage.sandbox.journal.orders().length, ordered + 1);
			if (expected === 'parue') continue;
			assert.equal(order['date_parution'], quote?.['date_parution']);
			assert.deepEqual(order['tarif'], quote?.['tarif'], 'the order costs what was quoted');
			stage.sandbox.notices.publish(String(order['reference']));
		}
	});
}
