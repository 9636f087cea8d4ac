import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { ACCESS, startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
import { stage, succeeded } from '../stage.mts';

const EXAMPLE = 'crm-deal-to-order';
const OF_CRM = { [ACCESS.name]: ACCESS.value };

export function crmDealToOrder(): void {
	const deals = new Map<string, Json>();
	let crm: HttpStandIn;
	let workflow: StoredWorkflow;

	before(async () => {
		deals.set('4711', deal('EXEMPLE DÉMO'));
		deals.set('4712', { ...deal('DEUXIÈME DÉMO'), department: '20' });
		crm = await startHttpStandIn(({ method, path, body }) => {
			const id = path.split('/').at(-1) ?? '';
			const known = deals.get(id);
			if (!known) return { status: 404, json: { message: 'There is no such deal.' } };
			if (method === 'PATCH') deals.set(id, { ...known, ...body });
			return { json: deals.get(id) };
		});
		workflow = await stage.open(EXAMPLE, { values: { crmUrl: crm.url } });
		await stage.activate(workflow);
	});
	after(async () => await crm?.close());

	async function call(dealId: string, headers: Record<string, string> = OF_CRM): Promise<number> {
		const response = await fetch(`${stage.world.server.url}/webhook/legal-notice-deal-won`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify({ dealId }),
		});
		return response.status;
	}
	async function won(dealId: string): Promise<void> {
		assert.equal(await call(dealId), 200);
		succeeded(await stage.next(workflow));
	}
	const orders = (dealId = '') =>
		stage.sandbox.journal
			.orders()
			.filter(({ numero_commande: number }) => number?.startsWith(`DEAL-${dealId}`));

	it('orders the notice of a deal that is won, once, and writes reference, date and price back', async () => {
		await won('4711');
		const [order] = orders();
		const known = deals.get('4711');
		assert.equal(order?.numero_commande, 'DEAL-4711');
		assert.equal(known?.['notice_reference'], order?.reference);
		assert.match(String(known?.['notice_date']), /^\d{4}-\d{2}-\d{2}$/);
		assert.ok(Number(known?.['notice_total']) > 0);

		await won('4711');
		assert.equal(orders().length, 1);
		assert.deepEqual(deals.get('4711'), known);
	});

	it('orders nothing for a caller without the header, or with an ID that is no deal’s', async () => {
		assert.equal(await call('4711', {}), 403);
		assert.equal(await call('4711', { [ACCESS.name]: 'guessed' }), 403);
		const before = crm.received.length;
		for (const id of ['4711?1', '../contacts/9', '4711 ', '']) {
			assert.equal(await call(id), 200);
			const run = await stage.next(workflow);
			assert.match(run.error ?? '', /names no deal/, id);
		}
		assert.equal(crm.received.length, before, 'the CRM was not called');
		assert.equal(orders().length, 1);
	});

	it('tells the CRM what to correct, until it is corrected', async () => {
		await won('4712');
		assert.match(String(deals.get('4712')?.['notice_problem']), /2A.*2B/);
		assert.equal(orders().length, 1);

		deals.set('4712', { ...deals.get('4712'), department: '75' });
		await won('4712');
		const corrected = deals.get('4712');
		assert.equal(corrected?.['notice_reference'], orders().at(-1)?.reference);
		assert.equal(corrected?.['notice_problem'], '', 'a problem that is solved');
		await stage.client.deactivate(workflow.id);
	});

	const nodes = {
		'Read the deal': () => ({ system: crm, one: /^GET/ }),
		'Order the notice': () => ({ service: { path: 'order' } }),
		'Write the reference to the deal': () => ({ system: crm, one: /^PATCH/ }),
		// What it writes down is all it does, and nothing is ordered.
		'Write the problem to the deal': () => ({ system: crm, one: /^PATCH/ }),
	};
	for (const [name, outside] of Object.entries(nodes)) {
		const refused = name === 'Write the problem to the deal';
		survives({
			example: EXAMPLE,
			trigger: 'Deal won',
			nodes: { [name]: outside },
			prepare(id) {
				deals.set(id, { ...deal('TROISIÈME DÉMO'), ...(refused && { department: '20' }) });
				const has = (field: string) => (deals.get(id)?.[field] ? [id] : []);
				return {
					own: { values: { crmUrl: crm.url } },
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

function deal(company: string): Json {
	const street = '5 avenue de la Démonstration';
	return {
		name: `Transfert ${company}`,
		department: '75',
		notice_text: `${company}, SAS. Transfert du siège au ${street}, 75012 Paris.`,
		company: {
			name: company,
			street,
			postcode: '75012',
			city: 'Paris',
			email: 'contact@exemple-demo.example',
		},
	};
}
