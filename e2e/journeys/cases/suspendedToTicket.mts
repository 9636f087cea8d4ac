import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { stage, succeeded } from '../stage.mts';

const EXAMPLE = 'suspended-to-ticket';

export function suspendedToTicket(): void {
	/** By their address. */
	const open = new Map<string, Json>();
	const tickets = httpStandIn(({ path, body }) => {
		open.set(path, body);
		return { json: body };
	});
	const own = (references: readonly string[]) => ({
		values: { ticketUrl: tickets.url },
		parameters: { 'A notice is suspended': { references: references.join('\n') } },
	});
	const ticketOf = (reference: string) => open.get(`/tickets/notice-${reference}`);

	it('opens a ticket that says why, and updates it when the newspaper gives another reason', async () => {
		const reference = await stage.numbered('TICKET-1');
		const workflow = await stage.open(EXAMPLE, own(['TICKET-1']));
		await stage.active(workflow, async () => {
			for (const reason of ['Capital social manquant', 'Greffe à préciser']) {
				stage.sandbox.notices.suspend(reference, reason);
				succeeded(await stage.next(workflow));
				const ticket = ticketOf(reference);
				assert.equal(ticket?.['reason'], reason);
				assert.equal(ticket['title'], `Annonce suspendue : ${reference} (TICKET-1)`);
			}
		});
	});

	survives({
		example: EXAMPLE,
		trigger: 'A notice is suspended',
		nodes: {
			'Open or update the ticket': (_, [, second = '']) => ({
				system: tickets,
				one: new RegExp(second),
			}),
		},
		retried: true,
		async prepare() {
			const pieces = await stage.orders(2);
			return { own: own(pieces), pieces, done: () => pieces.filter((piece) => ticketOf(piece)) };
		},
		play: async (workflow, _, suspended) =>
			await stage.active(workflow, async () => {
				const { notices } = stage.sandbox;
				suspended.forEach((piece) => notices.suspend(piece, 'Capital social manquant'));
				return await stage.next(workflow);
			}),
	});
}
