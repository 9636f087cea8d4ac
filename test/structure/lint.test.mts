import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import { literalClass } from './literal.mts';
import { publishedNodes, ROOT } from './package.mts';

/** The two that the published sources pass. */
const CONFIGS = ['eslint.config.mjs', 'tools/lint/nodesBase.config.mjs'];

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'legal-notice-lint-'));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	// The rules look at the icons beside the node and at the manifest above it.
	for (const part of ['package.json', 'icons', 'credentials']) {
		cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	}
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

/** Under NODE_ENV=test the rules of n8n-nodes-base take every file for their own fixtures. */
const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' };

/** What the linter says of a description written out, one line for each finding. */
async function findings(
	name: string,
	source: string,
	description: INodeTypeDescription,
	config: string,
): Promise<string[]> {
	const file = join(folder, source);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, literalClass(name, description));
	const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const given = ['--config', join(ROOT, config), '--format', 'json', source];
	const output = await new Promise<string>((resolve, reject) => {
		execFile(
			process.execPath,
			[eslint, ...given],
			{ cwd: folder, env, maxBuffer: 50_000_000 },
			(error, stdout, stderr) =>
				stdout === '' ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
		);
	});
	const [result] = JSON.parse(output) as Array<{
		messages: Array<{ ruleId: string | null; message: string; line: number }>;
	}>;
	if (!result) throw new Error('The linter looked at no file.');
	return result.messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`);
}

describe.each(CONFIGS)('everything that n8n shows, written out, under %s', (config) => {
	test.each(
		publishedNodes.map(({ name, source, node }) => [name, source, node.description] as const),
	)(
		'%s passes',
		async (name, source, description) => {
			expect(await findings(name, source, description, config)).toEqual([]);
		},
		120_000,
	);
});

test('a label deep inside a collection is seen', async () => {
	const [published] = publishedNodes;
	if (!published) throw new Error('no node');
	const planted = structuredClone({ ...published.node.description });
	planted.properties.push({
		displayName: 'Options',
		name: 'planted',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: [
			{
				displayName: 'the planted one',
				name: 'plantedInside',
				type: 'boolean',
				default: false,
				description: 'If it is planted.',
			},
		],
	});
	const found = await findings(published.name, published.source, planted, CONFIGS[1] ?? '');
	expect(found.join('\n')).toMatch(/param-display-name-miscased/);
	expect(found.join('\n')).toMatch(/param-description-boolean-without-whether/);
}, 120_000);
