import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { after, before, it } from '../../lib/testing.mts';
import { startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
import type { Stage } from '../stage.mts';

export function suspendedToTicket(stage: () => Stage): void {
	let tickets: HttpStandIn;
	let workflow: StoredWorkflow;
	let reference = '';

	before(async () => {
		tickets = await startHttpStandIn(({ body }) => ({ json: body }));
		const order = await stage().order({ dossier: 'TICKET-1', numero_commande: 'TICKET-1' });
		reference = String(order['reference']);
		workflow = await stage().open('suspended-to-ticket', {
			values: { ticketUrl: tickets.url },
			parameters: { 'A notice is suspended': { references: 'TICKET-1' } },
		});
		await stage().activate(workflow);
	});
	after(async () => await tickets?.close());

	async function told(): Promise<Readonly<Record<string, unknown>>> {
		const run = await stage().next(workflow);
		assert.equal(run.status, 'success', run.error);
		const ticket = tickets.received.at(-1);
		assert.equal(`${ticket?.method} ${ticket?.path}`, `PUT /tickets/notice-${reference}`);
		return ticket?.body ?? {};
	}

	it('opens a ticket that says why', async () => {
		stage().world.sandbox.notices.suspend(reference, 'Capital social manquant');
		const ticket = await told();
		assert.equal(ticket['reason'], 'Capital social manquant');
		assert.equal(ticket['title'], `Notice suspended: ${reference} (TICKET-1)`);
	});

	it('updates the ticket when the newspaper gives another reason', async () => {
		stage().world.sandbox.notices.suspend(reference, 'Greffe à préciser');
		assert.equal((await told())['reason'], 'Greffe à préciser');
	});
}
