import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { ACCESS, httpStandIn } from '../httpStandIn.mts';
import { stage, succeeded } from '../stage.mts';

const EXAMPLE = 'crm-deal-to-order';
/** No department has that number any more, since Corsica has two. */
const CORSICA = '20';

export function crmDealToOrder(): void {
	const deals = new Map<string, Json>();
	const crm = httpStandIn(({ method, path, body }) => {
		const id = path.split('/').at(-1) ?? '';
		const known = deals.get(id);
		if (!known) return { status: 404, json: { message: 'There is no such deal.' } };
		if (method === 'PATCH') deals.set(id, { ...known, ...body });
		return { json: deals.get(id) };
	});
	let workflow: StoredWorkflow;

	before(async () => {
		workflow = await stage.open(EXAMPLE, { values: { crmUrl: crm.url } });
		await stage.activate(workflow);
	});

	/** A new deal. @returns its ID */
	function deal(id: string, department = '75'): string {
		const street = '5 avenue de la Démonstration';
		const address = { street, postcode: '75012', city: 'Paris' };
		deals.set(id, {
			name: `Transfert ${id}`,
			department,
			notice_text: `EXEMPLE ${id}, SAS. Transfert du siège au ${street}, 75012 Paris.`,
			company: { name: `EXEMPLE ${id}`, email: 'contact@exemple-demo.example', ...address },
		});
		return id;
	}
	async function call(dealId: string, key = ACCESS.value): Promise<number> {
		const response = await fetch(`${stage.world.server.url}/webhook/legal-notice-deal-won`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(key && { [ACCESS.name]: key }) },
			body: JSON.stringify({ dealId }),
		});
		return response.status;
	}
	/** @returns what the CRM knows afterwards */
	async function won(dealId: string): Promise<Json> {
		assert.equal(await call(dealId), 200);
		succeeded(await stage.next(workflow));
		return deals.get(dealId) ?? {};
	}
	const orders = (dealId: string) =>
		stage.sandbox.journal
			.orders()
			.filter(({ numero_commande: number }) => number === `DEAL-${dealId}`);

	it('orders the notice of a deal that is won, once, and writes reference, date and price back', async () => {
		const id = deal('4711');
		const known = await won(id);
		assert.match(String(known['notice_date']), /^\d{4}-\d{2}-\d{2}$/);
		assert.ok(Number(known['notice_total']) > 0);
		assert.deepEqual(await won(id), known);
		const references = orders(id).map(({ reference }) => reference);
		assert.deepEqual(references, [known['notice_reference']]);
	});

	it('does nothing for a caller without the header, or with an ID that is no deal’s', async () => {
		const before = crm.received.length;
		for (const key of ['', 'guessed']) assert.equal(await call('4711', key), 403);
		for (const id of ['4711?1', '../contacts/9', '4711 ', '']) {
			assert.equal(await call(id), 200);
			const run = await stage.next(workflow);
			assert.match(run.error ?? '', /names no deal/, id);
		}
		assert.equal(crm.received.length, before, 'the CRM was not called');
	});

	it('tells the CRM what to correct, until it is corrected', async () => {
		const id = deal('4712', CORSICA);
		const refused = await won(id);
		assert.match(String(refused['notice_problem']), /2A.*2B/);
		assert.deepEqual(orders(id), []);

		deals.set(id, { ...refused, department: '75' });
		const corrected = await won(id);
		assert.equal(corrected['notice_reference'], orders(id)[0]?.reference);
		assert.equal(corrected['notice_problem'], '', 'a problem that is solved');
		await stage.client.deactivate(workflow.id);
	});

	const write = () => ({ system: crm, one: /^PATCH/ });
	for (const refused of [false, true]) {
		survives({
			example: EXAMPLE,
			trigger: 'Deal won',
			nodes: refused
				? { 'Write the problem to the deal': write }
				: {
						'Read the deal': () => ({ system: crm, one: /^GET/ }),
						'Order the notice': () => ({ service: { path: 'order' } }),
						'Write the reference to the deal': write,
					},
			prepare(id) {
				deal(id, refused ? CORSICA : '75');
				const has = (field: string) => (deals.get(id)?.[field] ? [id] : []);
				return {
					own: { values: { crmUrl: crm.url } },
					// What it writes down is all it does where nothing is ordered.
					done: () => (refused ? has('notice_problem') : orders(id).map(() => id)),
					remembered: () => has(refused ? 'notice_problem' : 'notice_reference'),
				};
			},
			play: async (played, id) =>
				await stage.active(played, async () => {
					assert.equal(await call(id), 200);
					return await stage.next(played);
				}),
		});
	}
}
