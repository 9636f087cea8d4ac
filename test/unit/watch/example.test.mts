import type { EventName } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { EVENT_NAMES, readWatched } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { exampleItem } from '../../../nodes/LegalNotice/trigger/example.ts';
import { answers, NOW, settings, status, type Read } from './watching.mts';

function exampleOf(event: EventName, read: Read = {}, list = ['AL-1', 'N-2']) {
	const { json } = exampleItem(
		answers(read),
		readWatched(list),
		settings({ events: [event] }),
		NOW,
	);
	return json;
}

describe('the marked example of the editor', () => {
	it.each<[EventName, object]>([
		['published', { statut: 'parue', ancien_statut: 'a-paraitre', motif: null }],
		['suspended', { statut: 'suspendue', ancien_statut: 'a-paraitre', motif: 'Exemple de motif' }],
		['toBePublished', { statut: 'a-paraitre', ancien_statut: 'suspendue', motif: null }],
		['statusChanged', { statut: 'parue', ancien_statut: 'a-paraitre', motif: null }],
		['reasonChanged', { statut: 'parue', motif: 'Exemple de motif' }],
		['newInvoice', { facture: { type: 'facture', numero: 'EXEMPLE' }, ancien_statut: null }],
		['newDocument', { document: { type: 'attestation' }, ancien_statut: null }],
		['notFound', { statut: 'introuvable', introuvable: true }],
	])('has the shape of %s, also where no notice is known', (event, shape) => {
		const json = exampleOf(event);
		expect(json).toMatchObject({
			...shape,
			evenement: event,
			demande: 'AL-1',
			reference: 'AL-1',
			numero_commande: null,
			exemple: true,
		});
		expect('facture' in json).toBe(event === 'newInvoice');
		expect('document' in json).toBe(event === 'newDocument');
	});

	it('covers every event that can be chosen, each with an identifier of its own', () => {
		const ids = EVENT_NAMES.map((event) => exampleOf(event).evenement_id);
		expect(new Set(ids).size).toBe(EVENT_NAMES.length);
	});

	it('is made of the first notice that is known, under its number and with its status', () => {
		const known = { ...status('AL-7', 'suspendue'), orderNumber: 'N-2' };
		const read = { statuses: { 'AL-1': 'missing', 'N-2': known } };
		const named = { demande: 'N-2', reference: 'AL-7', numero_commande: 'N-2' };
		expect(exampleOf('statusChanged', read)).toMatchObject({
			...named,
			statut: 'suspendue',
			motif: 'Exemple de motif',
		});
		expect(exampleOf('newDocument', read)).toMatchObject({
			...named,
			statut: 'suspendue',
			ancien_statut: null,
		});
		expect(exampleOf('newInvoice', read)).toMatchObject({ references_demandees: ['N-2'] });
	});
});
