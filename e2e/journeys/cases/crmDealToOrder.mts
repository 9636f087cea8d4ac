import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { ACCESS, startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
import type { Stage } from '../stage.mts';

export function crmDealToOrder(stage: () => Stage): void {
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
		workflow = await stage().open('crm-deal-to-order', { values: { crmUrl: crm.url } });
		await stage().activate(workflow);
	});
	after(async () => await crm?.close());

	async function call(dealId: string, headers: Record<string, string>): Promise<number> {
		const { url } = stage().world.server;
		const response = await fetch(`${url}/webhook/legal-notice-deal-won`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify({ dealId }),
		});
		return response.status;
	}
	const ofCrm = { [ACCESS.name]: ACCESS.value };

	async function won(dealId: string): Promise<void> {
		assert.equal(await call(dealId, ofCrm), 200);
		const run = await stage().next(workflow);
		assert.equal(run.status, 'success', run.error);
	}

	const orders = () =>
		stage()
			.world.sandbox.journal.orders()
			.filter(({ numero_commande: number }) => number?.startsWith('DEAL-'));

	it('orders the notice of a deal that is won, and writes the reference back', async () => {
		await won('4711');
		const [order] = orders();
		assert.equal(order?.numero_commande, 'DEAL-4711');
		const known = deals.get('4711');
		assert.equal(known?.['notice_reference'], order?.reference);
		assert.match(String(known?.['notice_date']), /^\d{4}-\d{2}-\d{2}$/);
		assert.ok(Number(known?.['notice_total']) > 0);
	});

	it('orders it once when the CRM calls twice, and leaves date and price in the CRM', async () => {
		const before = deals.get('4711');
		await won('4711');
		assert.equal(orders().length, 1);
		assert.deepEqual(deals.get('4711'), before);
	});

	it('orders nothing for a caller without the header', async () => {
		assert.equal(await call('4711', {}), 403);
		assert.equal(await call('4711', { [ACCESS.name]: 'guessed' }), 403);
		assert.equal(orders().length, 1);
	});

	it('refuses an ID that would be another record', async () => {
		const before = crm.received.length;
		for (const id of ['4711?1', './4711', '../contacts/9', '4711 ', '']) {
			assert.equal(await call(id, ofCrm), 200);
			const run = await stage().next(workflow);
			assert.equal(run.status, 'error', id);
			assert.match(run.error ?? '', /names no deal/);
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
		assert.equal(orders().length, 2);
	});

	let tries = 0;
	let dealId = '';
	survives(stage, {
		example: 'crm-deal-to-order',
		trigger: 'Deal won',
		nodes: {
			'Read the deal': () => ({ system: crm, one: /^GET/ }),
			'Order the notice': () => ({ service: { path: 'order' } }),
			'Write the reference to the deal': () => ({ system: crm, one: /^PATCH/ }),
		},
		async prepare() {
			await stage().world.client.deactivate(workflow.id);
			tries += 1;
			dealId = `try-${tries}`;
			deals.set(dealId, deal('TROISIÈME DÉMO'));
			return {
				own: { values: { crmUrl: crm.url } },
				pieces: [dealId],
				done: () =>
					orders()
						.filter(({ numero_commande: number }) => number === `DEAL-${dealId}`)
						.map(() => dealId),
				remembered: async () =>
					await Promise.resolve(deals.get(dealId)?.['notice_reference'] ? [dealId] : []),
			};
		},
		async play(played) {
			await stage().activate(played);
			assert.equal(await call(dealId, ofCrm), 200);
			const run = await stage().next(played);
			await stage().world.client.deactivate(played.id);
			return run;
		},
	});
}

function deal(company: string): Json {
	return {
		name: `Transfert ${company}`,
		department: '75',
		notice_text: `${company}, SAS. Transfert du siège au 5 avenue de la Démonstration, 75012 Paris.`,
		company: {
			name: company,
			street: '5 avenue de la Démonstration',
			postcode: '75012',
			city: 'Paris',
			email: 'contact@exemple-demo.example',
		},
	};
}
