import { runNode } from './engine.mts';
import { stageForTests } from './triggerStage.mts';

const stage = stageForTests();

/** The changes of these notices, when the service says this. */
async function changes(
	refs: string[],
	annonces: object[],
	onError: 'stopWorkflow' | 'continueErrorOutput',
) {
	const body = JSON.stringify({ resultat: 'succes', annonces });
	stage.sandbox.fault({ kind: 'wrongShape', body });
	const parameters = {
		...{ resource: 'notice', operation: 'getStatusChanges' },
		...{ reference: '={{ $json.ref }}', previousStatus: 'a-paraitre' },
	};
	const { credential } = stage;
	return await runNode({
		credential,
		items: refs.map((ref) => ({ ref })),
		settings: { onError },
		parameters,
	});
}

describe('status changes of a table', () => {
	it('an answer without a status is not the service’s, and costs only its own row', async () => {
		const annonces = [{ reference: 'A' }, { reference: 'B', statut: 'parue' }];
		const { error } = await changes(['A', 'B'], annonces, 'stopWorkflow');
		expect(error?.message).toContain('not the service');
		const { json, errorItems } = await changes(['A', 'B'], annonces, 'continueErrorOutput');
		expect(json).toEqual([expect.objectContaining({ reference: 'B', evenement: 'published' })]);
		expect(JSON.stringify(errorItems)).toContain('statut');
	});

	it('what the service said of a notice stays as it said it', async () => {
		const said = {
			reference: 'a',
			numero_commande: '',
			statut: ' parue ',
			motif: '',
			evenement: 'said',
		};
		const annonces = [said, { reference: 'OTHER', statut: 'parue' }];
		const { json } = await changes(['A', 'OTHER'], annonces, 'stopWorkflow');
		expect(json).toEqual([
			expect.objectContaining({ ...said, demande: 'A', ancien_statut: 'a-paraitre' }),
			expect.objectContaining({ evenement: 'published', reference: 'OTHER', motif: null }),
		]);
		expect(json[1]).not.toHaveProperty('numero_commande');
	});
});
