/** The credential on a real n8n: its test button, and n8n's own HTTP Request node signing through it. */
import assert from 'node:assert/strict';
import type { Execution, Json } from '../lib/execution.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { demoOrder } from '../lib/serviceCall.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import type { Workflow, WorkflowNode } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData, openWorld, type World } from '../lib/world.mts';

const PREFIX = '/annonce-legale/api/externe';

describe('the credential', () => {
	let world: World;

	before(async () => {
		world = await openWorld('credential');
	});
	after(async () => await world?.close());

	const press = async (change: Json) =>
		await world.client.testCredential(world.credential, {
			...credentialData(world.sandbox),
			...change,
		});

	it('tests green with the right keys', async () => {
		assert.deepEqual(await press({}), { status: 'OK', message: 'Connection successful!' });
	});

	it('tests green whatever slashes and spaces surround the address', async () => {
		const { status, message } = await press({ baseUrl: ` ${world.sandbox.url}/ ` });
		assert.equal(status, 'OK', message);
	});

	it('says that the public key is not known', async () => {
		const { status, message } = await press({ publicKey: 'demo-nobody' });
		assert.equal(status, 'Error');
		assert.match(message, /public key/i);
	});

	it('says that the secret key does not belong to it', async () => {
		const { status, message } = await press({ secretKey: 'demo-wrong-secret' });
		assert.equal(status, 'Error');
		assert.match(message, /secret key/i);
		assert.ok(!message.includes('demo-wrong-secret'));
	});

	it('refuses an address where something else answers', async () => {
		const { status } = await press({ baseUrl: `${world.sandbox.url}/elsewhere` });
		assert.equal(status, 'Error');
	});

	it('refuses an address where nobody answers', async () => {
		const { status } = await press({ baseUrl: `http://${LOOPBACK}:${await freePort()}` });
		assert.equal(status, 'Error');
	});

	it('says that the access is not finalised', async () => {
		world.sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], times: 1 });
		const { status, message } = await press({});
		assert.equal(status, 'Error');
		assert.match(message, /finali[sz]ed/);
	});

	describe('used by the HTTP Request node', () => {
		const quote = { ...demoOrder };
		delete quote['dossier'];
		delete quote['mode_facturation'];
		const names = ['client', 'quote as JSON', 'quote as raw text', 'order', 'cancel'];
		let run: Execution;

		before(async () => {
			const { id } = await world.client.createWorkflow(chain(world, quote));
			run = await world.client.run(id, 'Start');
		});

		for (const name of names) {
			it(`signs: ${name}`, () => {
				assert.equal(run.items(name)[0]?.json['resultat'], 'succes', run.error);
			});
		}

		it('cancels the notice that it ordered', () => {
			const cancelled = run.items('cancel')[0]?.json['reference'];
			assert.equal(cancelled, run.items('order')[0]?.json['reference']);
		});
	});
});

/** One HTTP Request node after the other, all with the predefined credential type. */
function chain({ sandbox, credential }: World, quote: Json): Workflow {
	const address = (path: string) => `${sandbox.url}${PREFIX}${path}`;
	const request = (name: string, parameters: Json): WorkflowNode => ({
		id: name,
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [0, 0],
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			options: {},
			...parameters,
		},
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	});
	const json = (path: string, body: Json): Json => ({
		method: 'POST',
		url: address(path),
		sendBody: true,
		specifyBody: 'json',
		jsonBody: JSON.stringify(body),
	});
	const nodes: WorkflowNode[] = [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		request('client', { method: 'GET', url: address('/client') }),
		request('quote as JSON', json('/devis', quote)),
		request('quote as raw text', {
			method: 'POST',
			url: address('/devis'),
			sendBody: true,
			contentType: 'raw',
			rawContentType: 'application/json',
			// The white space is signed with the rest: it must arrive as it stands.
			body: `  ${JSON.stringify(quote, null, 2)}\n`,
		}),
		request('order', json('/commande', { ...demoOrder })),
		request('cancel', {
			method: 'DELETE',
			url: `=${address('/annonce/')}{{ $json.reference }}`,
		}),
	];
	const connections = Object.fromEntries(
		nodes.slice(0, -1).map(({ name }, index) => {
			const node = nodes[index + 1]?.name;
			return [name, { main: [[{ node, type: 'main', index: 0 }]] }];
		}),
	);
	return { name: 'HTTP Request', nodes, connections, settings: { executionOrder: 'v1' } };
}
