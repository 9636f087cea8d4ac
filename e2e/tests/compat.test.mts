/** The oldest supported n8n: the packed package loads there and works from its command line. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import type { Json, NodeRun } from '../lib/execution.mts';
import { Instance } from '../lib/instance.mts';
import { installPackage, packPackage } from '../lib/package.mts';
import { whyNotInstalled } from '../lib/software.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { readExample, withCredential } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';

const VERSION = '1.123';
const WORKFLOW_ID = 'compatExample001';
const CREDENTIAL = { id: 'compatCredential', name: 'Sandbox', type: CREDENTIAL_TYPE };

interface Run {
	readonly data: { readonly resultData: { readonly runData: Record<string, readonly NodeRun[]> } };
	readonly status?: string;
}

describe(`the example workflow through the command line of n8n ${VERSION}`, () => {
	const skip = whyNotInstalled(VERSION);
	let folder = '';
	let sandbox: Sandbox;
	let instance: Instance;
	let output = '';

	before(async () => {
		if (skip) return;
		folder = await mkdtemp(join(tmpdir(), 'legal-notice-compat-'));
		instance = new Instance(folder, VERSION);
		sandbox = await startSandbox();
		await installPackage(folder, await packPackage());
		await imported('import:credentials', 'credential.json', [
			{ ...CREDENTIAL, data: credentialData(sandbox) },
		]);
		await imported('import:workflow', 'workflow.json', {
			...withCredential(await readExample('quote-order-status'), CREDENTIAL),
			id: WORKFLOW_ID,
			active: false,
		});
		output = await instance.command(['execute', `--id=${WORKFLOW_ID}`, '--rawOutput']);
	});
	after(async () => {
		await instance?.stop();
		await sandbox?.close();
		if (folder) await rm(folder, { recursive: true, force: true });
	});

	async function imported(command: string, name: string, content: unknown): Promise<void> {
		const file = join(folder, name);
		await writeFile(file, JSON.stringify(content));
		const said = await instance.command([command, `--input=${file}`]);
		assert.match(said, /Successfully imported 1/);
	}

	const only = (node: string): Json => {
		const [run] = resultOf(output).data.resultData.runData[node] ?? [];
		const items = run?.data?.main?.[0] ?? [];
		assert.equal(items.length, 1, `${node} puts out one item: ${run?.error?.message}`);
		return items[0]?.json ?? {};
	};

	it(
		'quotes, orders and reads the status',
		() => {
			const quote = only('Quote the notice');
			assert.match(String(quote['date_parution']), /^\d{4}-\d{2}-\d{2}$/);
			const order = only('Order the notice');
			assert.deepEqual(order['tarif'], quote['tarif']);
			const status = only('Get the status');
			assert.equal(status['reference'], order['reference']);
			assert.equal(status['statut'], 'a-paraitre');
			assert.deepEqual(
				sandbox.journal.orders().map(({ reference }) => reference),
				[order['reference']],
			);
		},
		{ skip },
	);

	it(
		'finds the same order when it is run again',
		async () => {
			const again = await instance.command(['execute', `--id=${WORKFLOW_ID}`, '--rawOutput']);
			const [run] = resultOf(again).data.resultData.runData['Order the notice'] ?? [];
			const [item] = run?.data?.main?.[0] ?? [];
			assert.equal(item?.json['reference'], only('Order the notice')['reference']);
			assert.equal(sandbox.journal.orders().length, 1);
		},
		{ skip },
	);

	it(
		'exports the workflow without the secret key',
		async () => {
			const exported = await instance.command(['export:workflow', '--all', '--pretty']);
			assert.match(exported, /n8n-nodes-legal-notice\.legalNotice/);
			assert.ok(!`${exported}${output}`.includes(sandbox.secretKey));
		},
		{ skip },
	);
});

/** The command logs before and after the run that it prints. */
function resultOf(output: string): Run {
	const from = output.indexOf('\n{') + 1;
	const until = output.lastIndexOf('\n}') + 2;
	assert.ok(until > from && from > 0, `no run in the output:\n${output.slice(-2_000)}`);
	return JSON.parse(output.slice(from, until)) as Run;
}
