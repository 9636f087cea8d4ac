/** The package on one real n8n: its credential, refused notices beside good ones, secrets. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution, Json } from '../lib/execution.mts';
import {
	numberedNotices,
	ORDER,
	orderWorkflow,
	START,
	UNKNOWN_PUBLICATION,
} from '../lib/orders.mts';
import { demoOrder } from '../lib/serviceCall.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { attached, chained, node } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData, openWorld, type World } from '../lib/world.mts';

const [GOOD, REFUSED] = ['Ordered', 'Refused'];
const CODE = 'err_publication_introuvable';
const TRIES = 3;
/** On Error, Retry On Fail, and where the refusal stands: fields of the item that the refused notice becomes. */
const settings: ReadonlyArray<[string, boolean, (readonly string[])?]> = [
	['stopWorkflow', false],
	['stopWorkflow', true],
	['continueRegularOutput', false, ['error', 'message']],
	// n8n drops the input's fields where the error has to be of the kind that Retry On Fail ignores.
	['continueRegularOutput', true, ['error']],
	['continueErrorOutput', false, ['dossier', 'error', 'message', 'publication']],
	['continueErrorOutput', true, ['error']],
];

describe('the package on n8n 2.41', () => {
	let world: World;

	before(async () => {
		// The log is searched for secrets, so it has to hold what n8n would ever write.
		world = await openWorld('node', { N8N_LOG_LEVEL: 'debug' });
	});
	after(async () => await world?.close());

	describe('the credential', () => {
		const press = async (change: Json) => {
			const data = { ...credentialData(world.sandbox), ...change };
			return await world.client.testCredential(world.credential, data);
		};

		it('tests green with the right keys, whatever slashes and spaces surround the address', async () => {
			const right = { status: 'OK', message: 'Connection successful!' };
			assert.deepEqual(await press({ baseUrl: ` ${world.sandbox.url}/ ` }), right);
		});

		for (const [what, change, said] of [
			['public', { publicKey: 'demo-nobody' }, /public key/i],
			['secret', { secretKey: 'demo-wrong-secret' }, /^(?![^]*demo-wrong)[^]*secret key/i],
		] as const) {
			it(`says that the ${what} key is wrong`, async () => {
				const { status, message } = await press(change);
				assert.equal(status, 'Error');
				assert.match(String(message), said);
			});
		}

		it('signs what the HTTP Request node sends, white space and all', async () => {
			const address = `${world.sandbox.url}/annonce-legale/api/externe`;
			const { publication, departement, categorie, texte } = demoOrder;
			const quote = { publication, departement, categorie, texte };
			const request = (name: string, method: string, url: string, more: Json = {}) => {
				const authentication = 'predefinedCredentialType';
				const nodeCredentialType = CREDENTIAL_TYPE;
				const parameters = {
					method,
					url,
					authentication,
					nodeCredentialType,
					options: {},
					...more,
				};
				return attached(node(name, 'httpRequest', 4.2, parameters), world.credential);
			};
			const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
			const json = { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(demoOrder) };
			const body = `  ${JSON.stringify(quote, null, 2)}\n`;
			const { id } = await world.client.createWorkflow(
				chained('HTTP Request', [
					node(START, 'manualTrigger', 1),
					request('quote', 'POST', `${address}/devis`, { ...raw, body }),
					request('order', 'POST', `${address}/commande`, json),
					request('cancel', 'DELETE', `=${address}/annonce/{{ $json.reference }}`),
				]),
			);
			const run = await world.client.run(id, START);
			for (const name of ['quote', 'order', 'cancel']) {
				assert.equal(run.items(name)[0]?.json['resultat'], 'succes', run.error);
			}
			const [ordered, cancelled] = ['order', 'cancel'].map((name) => run.items(name)[0]?.json);
			assert.equal(cancelled?.['reference'], ordered?.['reference']);
		});
	});

	describe('a refused notice between two good ones', () => {
		for (const [index, [onError, retryOnFail, fields]] of settings.entries()) {
			it(`${onError}, Retry On Fail ${retryOnFail ? 'on' : 'off'}`, async () => {
				const { client, sandbox, credential } = world;
				const notices = numberedNotices(`CASE-${index}`, 3).map((notice, place) =>
					place === 1 ? { ...notice, publication: UNKNOWN_PUBLICATION } : notice,
				);
				const retry = { retryOnFail, maxTries: TRIES, waitBetweenTries: 100 };
				const name = `Case ${index}`;
				const next = onError === 'continueErrorOutput' ? [GOOD, REFUSED] : [GOOD];
				const wanted = { name, notices, credential, settings: { onError, ...retry }, next };
				const { id } = await client.createWorkflow(orderWorkflow(wanted));
				const run = await client.run(id, START);

				const calls = ({ dossier }: { dossier: string }) =>
					sandbox.journal
						.calls()
						.filter(({ route, body }) => route === 'order' && body.includes(`"${dossier}"`)).length;
				const tries = onError === 'stopWorkflow' && retryOnFail ? TRIES : 1;
				assert.deepEqual(notices.map(calls), [1, tries, 1]);
				const references = notices.flatMap(({ dossier }) =>
					sandbox.journal
						.orders()
						.filter((order) => order.dossier === dossier)
						.map(({ reference }) => reference),
				);
				assert.equal(references.length, 2);
				if (fields) wentOn(run, onError, references, fields);
				else stopped(run, references);
			});
		}
	});

	it('keeps the secret key and signatures out of exports, of what n8n stored and of its log', async () => {
		const { secretKey, journal } = world.sandbox;
		const exported = await world.instance.command(['export:workflow', '--all', '--pretty']);
		assert.match(exported, /Order the notice/);
		const signatures = journal.calls().map(({ headers }) => String(headers['signature']));
		assert.ok(signatures.every((signature) => /^[0-9a-f]{64}$/i.test(signature)));
		const { folder } = world.instance;
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		const files = entries.filter(
			(entry) => entry.isFile() && !entry.parentPath.includes('node_modules'),
		);
		const stored = await Promise.all(
			files.map(async ({ parentPath, name }) => await readFile(join(parentPath, name))),
		);
		assert.ok(
			stored.some((content) => content.includes(CODE)),
			'the runs are among them',
		);
		assert.match(world.server.output(), /Running node "Order the notice" finished successfully/);
		for (const secret of [secretKey, ...signatures]) {
			for (const text of [exported, ...stored]) assert.ok(!text.includes(secret));
		}
	});
});

/** The run failed, and says which notices were ordered nevertheless. */
function stopped(run: Execution, references: readonly string[]): void {
	assert.equal(run.status, 'error');
	const error = run.runs(ORDER).at(-1)?.error;
	refusalIn(`${error?.message} ${error?.description}`);
	for (const reference of references) assert.ok(run.error?.includes(reference), run.error);
	assert.deepEqual(run.items(GOOD), []);
}

/** The run went on: good and refused notices lie where the setting says, each paired with its own input. */
function wentOn(
	run: Execution,
	onError: string,
	references: readonly string[],
	fields: readonly string[],
): void {
	assert.equal(run.status, 'success', run.error);
	const separate = onError === 'continueErrorOutput';
	const all = run.items(GOOD);
	const good = separate ? all : all.filter((_item, place) => place !== 1);
	assert.deepEqual(
		good.map(({ json }) => json['reference']),
		references,
	);
	const [failed] = separate ? run.items(REFUSED) : all.slice(1, 2);
	refusalIn(failed?.json['error']);
	assert.deepEqual(Object.keys(failed?.json ?? {}).sort(), fields);
	const own = separate ? run.items(ORDER, 1)[0] : run.items(ORDER)[1];
	assert.deepEqual(own?.pairedItem, { item: 1 });
}

/** Code, label of the parameter and what to do. */
function refusalIn(text: unknown): void {
	assert.match(String(text), new RegExp(CODE));
	assert.match(String(text), /Publication/);
}
