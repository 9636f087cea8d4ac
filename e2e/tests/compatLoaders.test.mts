/** The package as npm has it, loaded by n8n's own loader in every line of n8n from the oldest supported to the newest. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINES, loadOn, type Loaded } from '../lib/loaders.mts';
import { installPackage, packPackage } from '../lib/package.mts';
import { PACKAGE_NAME, ROOT } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { between, table } from '../../tools/docs/markdown.mts';

const README = join(ROOT, 'README.md');

describe("n8n's loader", () => {
	let folder = '';
	let installed = '';
	const loaded = new Map<string, Loaded>();
	/** Each has a schema of its own in the package. */
	let operations = 0;

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'legal-notice-loader-'));
		await installPackage(folder, await packPackage());
		installed = join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
		const schemas = join(installed, 'dist', 'nodes', 'LegalNotice', '__schema__');
		operations = (await readdir(schemas, { recursive: true })).filter((name) =>
			name.endsWith('.json'),
		).length;
		assert.ok(operations > 0);
	});
	after(async () => {
		if (folder) await rm(folder, { recursive: true, force: true });
	});

	for (const line of LINES) {
		it(`of n8n ${line.n8n} knows both nodes, every operation and the credential`, async () => {
			const facts = await loadOn(line, installed);
			assert.deepEqual(
				facts.nodes.map(({ name, className }) => [name, className]),
				[
					['legalNotice', 'LegalNotice'],
					['legalNoticeTrigger', 'LegalNoticeTrigger'],
				],
			);
			assert.equal(facts.nodes[0]?.operations, operations);
			assert.deepEqual(facts.credentials, [
				{ name: 'legalNoticeApi', supportedNodes: ['legalNotice', 'legalNoticeTrigger'] },
			]);
			loaded.set(line.n8n, facts);
		});
	}

	it('refuses a package whose code is missing', async () => {
		const [newest] = LINES.slice(-1);
		assert.ok(newest);
		const broken = await mkdtemp(join(tmpdir(), 'legal-notice-broken-'));
		try {
			await writeFile(
				join(broken, 'package.json'),
				await readFile(join(installed, 'package.json'), 'utf8'),
			);
			await assert.rejects(loadOn(newest, broken), /does not load the package/);
		} finally {
			await rm(broken, { recursive: true, force: true });
		}
	});

	// As with the snapshots of a test runner: written where a person runs it, compared where nobody would see it.
	it('says the same as the table of the README', async () => {
		assert.equal(loaded.size, LINES.length, 'Not every line was loaded.');
		const rows = LINES.map(({ n8n, also }) => {
			const facts = loaded.get(n8n);
			return [n8n, `${facts?.core} on Node ${facts?.node.split('.')[0]}`, 'yes', also || '-'];
		});
		const head = ['n8n', 'n8n-core', 'loads both nodes and the credential', 'and runs'];
		const readme = await readFile(README, 'utf8');
		const written = between(readme, 'compatibility', `\n${table(head, rows)}\n`);
		if (process.env['CI'] === undefined && written !== readme) await writeFile(README, written);
		else assert.equal(readme, written);
	});
});
