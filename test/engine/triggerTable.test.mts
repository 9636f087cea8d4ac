import { runNode } from './engine.mts';
import { Stage } from './triggerStage.mts';

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('status changes of a table', () => {
	it('an answer without a status is not the service’s, and costs only its own row', async () => {
		const credential = stage.account();
		const [first = '', second = ''] = await stage.order(credential, 2);
		const annonces = [{ reference: first }, { reference: second, statut: 'parue' }];
		stage.sandbox.fault({
			kind: 'wrongShape',
			body: JSON.stringify({ resultat: 'succes', annonces }),
			times: 2,
		});
		const run = async (onError: 'stopWorkflow' | 'continueErrorOutput') =>
			await runNode({
				credential,
				items: [{ ref: first }, { ref: second }],
				settings: { onError },
				parameters: {
					resource: 'notice',
					operation: 'getStatusChanges',
					reference: '={{ $json.ref }}',
					previousStatus: 'a-paraitre',
				} as never,
			});
		expect((await run('stopWorkflow')).error?.message).toContain('not the service');
		const { json, errorItems } = await run('continueErrorOutput');
		expect(json).toEqual([expect.objectContaining({ reference: second, evenement: 'published' })]);
		expect(JSON.stringify(errorItems)).toContain('statut');
	});

	it('what the service said of a notice stays as it said it', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const said = {
			reference: reference.toLowerCase(),
			numero_commande: '',
			statut: ' parue ',
			motif: '',
			evenement: 'said by the service',
		};
		const annonces = [said, { reference: 'OTHER', statut: 'parue' }];
		stage.sandbox.fault({
			kind: 'wrongShape',
			body: JSON.stringify({ resultat: 'succes', annonces }),
		});
		const { json } = await runNode({
			credential,
			items: [{ ref: reference }, { ref: 'OTHER' }],
			parameters: {
				resource: 'notice',
				operation: 'getStatusChanges',
				reference: '={{ $json.ref }}',
				previousStatus: 'a-paraitre',
			} as never,
		});
		expect(json).toEqual([
			expect.objectContaining({ ...said, demande: reference, ancien_statut: 'a-paraitre' }),
			expect.objectContaining({
				evenement: 'published',
				reference: 'OTHER',
				motif: null,
			}),
		]);
		expect(json[1]).not.toHaveProperty('numero_commande');
	});
});
