/** The whole desk brought by one call of n8n's public API. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { EXAMPLES } from '../../lib/paths.mts';
import { openNotices } from '../../lib/noticesTable.mts';
import { stage } from '../stage.mts';

export function onePackage(): void {
	it('brings workflows, table and places for the credentials, and publishes what has all of them; a second time nothing is made twice', async () => {
		const { client, world } = stage;
		const { rawApiKey: key } = await client.request<{ rawApiKey: string }>(
			'POST',
			'/rest/api-keys',
			{
				label: 'desk',
				expiresAt: null,
				scopes: ['workflow:import', 'dataTable:create'],
			},
		);
		const file = new Blob([await readFile(join(EXAMPLES, 'desk.n8np'))]);
		const names = async () =>
			(await client.request<Json[]>('GET', '/rest/workflows')).map(({ name }) => String(name));
		const load = async (): Promise<readonly string[]> => {
			const body = new FormData();
			body.append('package', file, 'desk.n8np');
			body.append('workflowConflictPolicy', 'skip');
			body.append('credentialMatchingMode', 'type-only');
			body.append('workflowPublishingPolicy', 'publish-all');
			const url = `${world.server.url}/api/v1/n8n-packages/import`;
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'X-N8N-API-KEY': key },
				body,
			});
			assert.equal(response.status, 200, await response.text());
			return (await names()).sort();
		};
		const once = await load();
		assert.ok(once.some((name) => name.startsWith('Proof and order')));
		assert.deepEqual(await load(), once);
		assert.deepEqual(await (await openNotices(client)).rows(), []);
		const stored = await client.find<{ id: string; name: string }>(
			'workflows',
			once.find((name) => name.startsWith('Proof and order')) ?? '',
		);
		const { nodes } = await client.workflow(stored?.id ?? '');
		const quote = nodes.find(({ name }) => name === 'Quote the notice');
		assert.equal(
			quote?.credentials?.['legalNoticeApi']?.id,
			world.credential.id,
			'the one there is',
		);
		const all = await client.request<Json[]>('GET', '/rest/workflows');
		const published = all.filter(({ name, activeVersionId: version }) => {
			return once.includes(String(name)) && Boolean(version);
		});
		for (const { id } of published) await client.deactivate(String(id));
		const are = published.map(({ name }) => String(name));
		assert.ok(are.some((name) => name.startsWith('Follow')));
		assert.ok(!are.some((name) => name.startsWith('AI drafts')), 'it lacks its credential');
	});
}
