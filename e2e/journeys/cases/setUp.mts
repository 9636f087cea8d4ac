/** The commands of docs/desk.md: nothing is left to choose, and what is not filled in yet opens for nobody. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StoredCredential } from '../../lib/client.mts';
import { EXAMPLES } from '../../lib/paths.mts';
import { before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { readExampleFile, type Workflow } from '../../lib/workflow.mts';
import { credentialData } from '../../lib/world.mts';
import { COLLEAGUE, READER, stage } from '../stage.mts';

/** What the guide publishes, in its order. */
const FIVE = [
	'when-something-fails',
	'approve-and-order',
	'page-of-notices',
	'new-company',
	'follow',
];

export function setUp(): void {
	const workflows: Workflow[] = [];
	let credentials: readonly StoredCredential[] = [];
	before(async () => {
		const { instance } = stage.world;
		const placeholders = join(EXAMPLES, 'credentials', 'placeholders.json');
		await instance.command('import:credentials', `--input=${placeholders}`);
		await instance.command('import:workflow', '--separate', `--input=${EXAMPLES}`);
		const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
		for (const file of files) workflows.push(await readExampleFile(basename(file, '.json')));
		credentials = await stage.client.request('GET', '/rest/credentials');
	});

	/** What a person does in the editor. */
	async function fillIn(id: string, data: object): Promise<void> {
		const { name, type } = credentials.find((one) => one.id === id) ?? {};
		await stage.client.request('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}
	const page = async (user: string, password: string) =>
		await fetch(`${stage.world.server.url}/webhook/annonces`, {
			headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
		});

	it('leaves each workflow with its settings, its error workflow and the credentials of its nodes', async () => {
		const known = new Set(credentials.map(({ id, name, type }) => [type, id, name].join()));
		for (const { id = '', name, nodes, settings } of workflows) {
			const stored = await stage.client.workflow(id);
			assert.equal(stored.name, name);
			assert.deepEqual({ ...stored.settings, ...settings }, stored.settings, name);
			const { errorWorkflow } = { ...stored.settings };
			if (errorWorkflow !== undefined) await stage.client.workflow(String(errorWorkflow));
			for (const [at, node] of stored.nodes.entries()) {
				assert.deepEqual(node.credentials, nodes[at]?.credentials, `${name}: ${node.name}`);
				const named = Object.entries(node.credentials ?? {});
				const unknown = named.filter(([type, one]) => !known.has([type, one.id, one.name].join()));
				assert.deepEqual(unknown, [], `${name}: ${node.name}`);
			}
		}
	});

	it('needs no more than the fields of four credentials to publish the five of the guide', async () => {
		const ids = FIVE.map((file) => `legal-notice-${file}`);
		await stage.client.activate('legal-notice-page-of-notices');
		const closed = async () => (await page(READER.user, '')).status === 500 || undefined;
		await until('A page that opens for nobody before it has a password', closed);
		await fillIn('legal-notice-page', READER);
		const answer = await page(READER.user, READER.password);
		assert.equal(answer.status, 200);
		// The first turn of Approve and order makes the table.
		assert.match(await answer.text(), /La table des annonces n’existe pas encore/);
		await fillIn('legal-notice-test', credentialData(stage.sandbox));
		await fillIn('legal-notice-smtp', { user: 'user', password: 'demo', host: '127.0.0.1' });
		await fillIn('legal-notice-forms', COLLEAGUE);
		for (const id of ids) await stage.client.activate(id);
		for (const id of ids) await stage.client.deactivate(id);
	});
}
