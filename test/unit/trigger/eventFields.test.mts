import { eventFields } from '../../../nodes/LegalNotice/trigger/events.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');

const change = {
	id: 'id-of-the-event',
	event: 'published',
	asked: 'D-1',
	reference: '26L000001',
	orderNumber: null,
	status: 'parue',
	previousStatus: 'a-paraitre',
	reason: null,
	previousReason: 'Pièce à fournir',
	seenAt: NOW,
} as const;

describe('the fields of an event', () => {
	it('are all there, without an order number only when there is none', () => {
		expect(eventFields({ ...change, orderNumber: 'D-1' }).numero_commande).toBe('D-1');
		expect(eventFields(change)).toEqual({
			evenement: 'published',
			evenement_id: 'id-of-the-event',
			demande: 'D-1',
			reference: '26L000001',
			statut: 'parue',
			ancien_statut: 'a-paraitre',
			motif: null,
			ancien_motif: 'Pièce à fournir',
			constate_le: '2026-11-20T10:00:00+01:00',
		});
	});

	it('say it in a field of its own when the service does not know the notice any more', () => {
		expect(eventFields({ ...change, event: 'notFound', status: 'introuvable' })).toMatchObject({
			evenement: 'notFound',
			introuvable: true,
		});
	});
});
