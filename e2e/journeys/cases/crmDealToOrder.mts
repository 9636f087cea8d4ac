import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Execution, Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
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
		// As some do, it finds a record by the number at the beginning of an ID.
		const known = deals.get(id) ?? deals.get(String(parseInt(id, 10)));
		if (!known) return { status: 404, json: { message: 'There is no such deal.' } };
		if (method === 'PATCH') deals.set(id, { ...known, ...body });
		return { json: deals.get(id) };
	});
	const opened = async () => await stage.open(EXAMPLE, { values: { crmUrl: crm.url } });

	/** A new deal. @returns its ID */
	function deal(id: string, department = '75'): string {
		const street = '5 avenue de la Démonstration';
		const address = { street, postcode: '75012', city: 'Paris' };
		deals.set(id, {
			id,
			stage: 'won',
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
	async function won(workflow: StoredWorkflow, dealId: string): Promise<Execution> {
		assert.equal(await call(dealId), 200);
		return await stage.next(workflow);
	}
	const orders = (dealId: string) =>
		stage.sandbox.journal
			.orders()
			.filter(({ numero_commande: number }) => number === `DEAL-${dealId}`);

	it('orders the notice of a deal that is won, once, and writes it back, or what to correct until it is', async () => {
		const workflow = await opened();
		/** @returns what the CRM knows afterwards */
		const known = async (id: string): Promise<Json> => {
			succeeded(await won(workflow, id));
			return deals.get(id) ?? {};
		};
		await stage.active(workflow, async () => {
			const id = deal('4711', CORSICA);
			const refused = await known(id);
			assert.match(String(refused['notice_problem']), /2A.*2B/);
			assert.deepEqual(orders(id), []);

			deals.set(id, { ...refused, department: '75' });
			const ordered = await known(id);
			assert.equal(ordered['notice_problem'], '', 'a problem that is solved');
			assert.match(String(ordered['notice_date']), /^\d{4}-\d{2}-\d{2}$/);
			assert.ok(Number(ordered['notice_total']) > 0);
			assert.deepEqual(await known(id), ordered);
			const references = orders(id).map(({ reference }) => reference);
			assert.deepEqual(references, [ordered['notice_reference']]);
		});
	});

	it('does nothing for a caller without the header, or with an ID that is no deal’s', async () => {
		const workflow = await opened();
		await stage.active(workflow, async () => {
			const before = crm.received.length;
			for (const key of ['', 'guessed']) assert.equal(await call('4711', key), 403);
			for (const id of ['4711?1', '../contacts/9', '4711 ', '']) {
				assert.match((await won(workflow, id)).error ?? '', /no deal that is won/, id);
			}
			assert.equal(crm.received.length, before, 'the CRM was not called');
		});
	});

	it('orders nothing for an ID that the CRM only takes for that of a deal, or for a deal that is not won', async () => {
		const workflow = await opened();
		await stage.active(workflow, async () => {
			const before = stage.sandbox.journal.orders().length;
			deal('17');
			const lost = { ...deals.get(deal('18')), stage: 'lost' };
			deals.set('18', lost);
			for (const id of ['017', '17abc', '17-1', '18']) {
				assert.match((await won(workflow, id)).error ?? '', /no deal that is won/, id);
			}
			assert.equal(stage.sandbox.journal.orders().length, before);
		});
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
			play: async (played, id) => await stage.active(played, async () => await won(played, id)),
		});
	}
}
