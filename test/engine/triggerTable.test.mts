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
});
