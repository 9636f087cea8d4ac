/**
 * The package as npm has it, loaded by n8n's own loader in every line of n8n from the oldest supported to the newest; or
 * by the one n8n that `N8N_UNDER_TEST` names.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { between, table } from '../../tools/docs/markdown.mts';
import { installPackage, packPackage } from '../lib/package.mts';
import { isOtherN8n, N8N_FOLDER, ROOT } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';

const DOCUMENT = join(ROOT, 'docs', 'installing.md');
const PROGRAM = join(ROOT, 'e2e', 'lib', 'loadPackage.cjs');

/** Version of n8n, folders of its n8n-core and of the Node that runs it, what else is tried on it; the oldest first. */
const SUPPORTED = [
	['1.123.81', 'e2e/loaders/node_modules/n8n-core-1.123', 'e2e/loaders', 'nothing'],
	['2.0.3', 'e2e/loaders/node_modules/n8n-core-2.0', 'e2e/host', 'nothing'],
	['2.30.8', 'e2e/loaders/node_modules/n8n-core-2.30', 'e2e/host', 'nothing'],
	[
		'2.41.1',
		'e2e/host/node_modules/n8n-core',
		'e2e/host',
		'the end-to-end tests, the editor, all example workflows',
	],
] as const;
const LINES = isOtherN8n ? [await otherLine()] : SUPPORTED;

async function otherLine() {
	const modules = join(N8N_FOLDER, 'node_modules');
	const manifest = await readFile(join(modules, 'n8n', 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	return [version, join(modules, 'n8n-core'), N8N_FOLDER, 'nothing'] as const;
}

/** What the loader of one line knows of the package afterwards. */
interface Loaded {
	readonly core: string;
	readonly node: string;
	readonly nodes: ReadonlyArray<{ name: string; className: string; operations: number }>;
	readonly credentials: ReadonlyArray<{ name: string; supportedNodes: readonly string[] }>;
}

/**
 * @param folder the package, unpacked, without node_modules of its own
 * @throws Error with what the loader said
 */
async function loadOn(core: string, nodeOf: string, folder: string): Promise<Loaded> {
	const coreFolder = resolve(ROOT, core);
	const program = resolve(ROOT, nodeOf, 'node_modules', 'node', 'bin', 'node');
	// As n8n does it, so that a package finds the n8n-workflow of the n8n that loads it.
	const NODE_PATH = [join(coreFolder, 'node_modules'), dirname(coreFolder)].join(delimiter);
	const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH };
	const args = [PROGRAM, coreFolder, folder];
	const { stdout } = await promisify(execFile)(program, args, { env, timeout: 120_000 });
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Loaded;
}

describe("n8n's loader", () => {
	let folder = '';
	let installed = '';
	/** Of the table in docs/installing.md. */
	const rows: string[][] = [];

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'legal-notice-loader-'));
		installed = await installPackage(folder, await packPackage());
	});
	after(async () => await rm(folder, { recursive: true, force: true }));

	for (const [n8n, coreFolder, nodeOf, also] of LINES) {
		it(`the loader of n8n ${n8n} knows both nodes, every operation and the credential`, async () => {
			const { nodes, credentials, core, node } = await loadOn(coreFolder, nodeOf, installed);
			assert.deepEqual(
				nodes.map(({ name, className }) => [name, className]),
				[
					['legalNotice', 'LegalNotice'],
					['legalNoticeTrigger', 'LegalNoticeTrigger'],
				],
			);
			// Each operation has a schema of its own in the package.
			const schemas = join(installed, 'dist', 'nodes', 'LegalNotice', '__schema__');
			const files = await readdir(schemas, { recursive: true });
			assert.equal(nodes[0]?.operations, files.filter((name) => name.endsWith('.json')).length);
			assert.deepEqual(credentials, [
				{ name: 'legalNoticeApi', supportedNodes: ['legalNotice', 'legalNoticeTrigger'] },
			]);
			rows.push([n8n, `${core} on Node ${node.split('.')[0]}`, 'yes', also]);
		});
	}

	// The table names the supported versions, whatever else is tried.
	if (isOtherN8n) return;
	// As with the snapshots of a test runner: written where a person runs it, compared where nobody would see it.
	it('the loaders that were tried are those in the table of docs/installing.md', async () => {
		assert.equal(rows.length, LINES.length, 'Not every line was loaded.');
		const head = ['n8n', 'n8n-core', 'loads both nodes and the credential', 'what is run on it'];
		const committed = await readFile(DOCUMENT, 'utf8');
		const written = between(committed, 'compatibility', `\n${table(head, rows)}\n`);
		if (process.env['CI'] === undefined && written !== committed)
			await writeFile(DOCUMENT, written);
		else assert.equal(committed, written);
	});
});
