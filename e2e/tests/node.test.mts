/** The package on one real n8n: its credential, refused notices among good ones, secrets. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../lib/execution.mts';
import { numberedNotices, ORDER, orderWorkflow, START } from '../lib/orders.mts';
import { demoOrder } from '../lib/serviceCall.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { attached, chained, node } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, openWorld, type World } from '../lib/world.mts';

/** Refused by the service, not by the node. */
const UNKNOWN_PUBLICATION = '999999';
const CODE = 'err_publication_introuvable';
const TRIES = 3;
/** On Error, Retry On Fail, and where the run goes on: fields of the item that the refused notice becomes. */
const settings: ReadonlyArray<[string, boolean, (readonly string[])?]> = [
	['stopWorkflow', false],
	['stopWorkflow', true],
	['continueRegularOutput', false, ['dossier', 'error', 'message', 'resume']],
	['continueRegularOutput', true, ['dossier', 'error', 'message', 'resume']],
	['continueErrorOutput', false, ['dossier', 'error', 'message', 'publication']],
	['continueErrorOutput', true, ['dossier', 'error', 'message', 'publication']],
];

describe('the package on a real n8n', () => {
	let world: World;

	before(async () => {
		// The log is searched for secrets, so it has to hold what n8n would ever write.
		world = await openWorld('node', { N8N_LOG_LEVEL: 'debug' });
	});
	after(async () => await world?.close());

	it('the credential signs what the HTTP Request node sends, white space and all', async () => {
		const { publication, departement, categorie, texte } = demoOrder;
		const quote = { publication, departement, categorie, texte };
		const request = (method: string, path: string, more: Json = {}) => {
			const url = `=${world.sandbox.url}/annonce-legale/api/externe/${path}`;
			const login = {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL_TYPE,
			};
			const parameters = { method, url, ...login, options: {}, ...more };
			return attached(node(method + path, 'httpRequest', 4.2, parameters), world.credential);
		};
		const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
		const json = { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(demoOrder) };
		const requests = [
			request('POST', 'devis', { ...raw, body: `  ${JSON.stringify(quote, null, 2)}\n` }),
			request('POST', 'commande', json),
			request('DELETE', 'annonce/{{ $json.reference }}'),
		];
		const workflow = chained('HTTP Request', [node(START, 'manualTrigger', 1), ...requests]);
		const run = await world.client.run((await world.client.createWorkflow(workflow)).id, START);
		const [quoted, ordered, cancelled] = requests.map(({ name }) => run.items(name)[0]?.json);
		assert.equal(quoted?.['resultat'], 'succes', run.error);
		assert.equal(cancelled?.['resultat'], 'succes', run.error);
		assert.equal(cancelled['reference'], ordered?.['reference']);
	});

	describe('the run handles a refused notice between two good ones', () => {
		for (const [index, [onError, retryOnFail, fields]] of settings.entries()) {
			it(`the refused notice costs no other one with ${onError}, Retry On Fail ${retryOnFail ? 'on' : 'off'}`, async () => {
				const { client, sandbox, credential } = world;
				const notices = numberedNotices(`CASE-${index}`, 3).map((notice, place) =>
					place === 1 ? { ...notice, publication: UNKNOWN_PUBLICATION } : notice,
				);
				const wanted = { name: `Case ${index}`, notices, credential };
				const retry = { retryOnFail, maxTries: TRIES, waitBetweenTries: 100 };
				const workflow = orderWorkflow({ ...wanted, settings: { onError, ...retry } });
				const run = await client.run((await client.createWorkflow(workflow)).id, START);

				const calls = sandbox.journal.calls().filter(({ route }) => route === 'order');
				const tries = onError === 'stopWorkflow' && retryOnFail ? TRIES : 1;
				const callsOf = (dossier: string) =>
					calls.filter(({ body }) => body.includes(`"${dossier}"`)).length;
				assert.deepEqual(
					notices.map(({ dossier }) => callsOf(dossier)),
					[1, tries, 1],
				);
				const orders = sandbox.journal.orders();
				const references = notices.flatMap(({ dossier }) =>
					orders.filter((one) => one.dossier === dossier).map(({ reference }) => reference),
				);
				assert.equal(references.length, 2);

				assert.equal(run.status, fields ? 'success' : 'error', run.error);
				if (!fields) {
					const { message, description } = run.runs(ORDER).at(-1)?.error ?? {};
					assert.match(`${message} ${description}`, new RegExp(`${CODE}[^]*'Publication'`));
					for (const reference of references) assert.ok(run.error?.includes(reference), run.error);
					assert.deepEqual(run.items(ORDER), []);
					return;
				}
				const good = [...run.items(ORDER)];
				const [refused] = onError.endsWith('ErrorOutput') ? run.items(ORDER, 1) : good.splice(1, 1);
				assert.deepEqual(
					good.map(({ json }) => json['reference']),
					references,
				);
				assert.deepEqual(Object.keys(refused?.json ?? {}).sort(), fields);
				assert.match(String(refused?.json['error']), new RegExp(`${CODE}[^]*'Publication'`));
				assert.deepEqual(refused?.pairedItem, { item: 1 });
			});
		}
	});

	it('n8n keeps the secret key and signatures out of its log and of what it stored, which exports are made of', () => {
		const { sandbox, instance } = world;
		const signatures = sandbox.journal.calls().map(({ headers }) => String(headers['signature']));
		assert.ok(signatures.every((signature) => /^[0-9a-f]{64}$/i.test(signature)));
		const stored = readdirSync(instance.folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => !file.includes('node_modules'))
			.map((file) => join(instance.folder, file))
			.filter((file) => statSync(file).isFile())
			.map((file) => readFileSync(file));
		for (const there of ['n8n-nodes-base.splitOut', CODE, 'finished successfully']) {
			assert.ok(
				stored.some((content) => content.includes(there)),
				`workflows, runs and log are among them: ${there}`,
			);
		}
		for (const secret of [sandbox.secretKey, ...signatures]) {
			for (const content of stored) assert.ok(!content.includes(secret));
		}
	});
});
