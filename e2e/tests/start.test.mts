/** `npm start` as a person uses it: comes up, says where to go, and leaves nothing behind after Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerOf } from '../demo/contents.mts';
import { WATCHED_NUMBER } from '../demo/watching.mts';
import { Client } from '../lib/client.mts';
import { ROOT } from '../lib/paths.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { processesWith, whyNoProcessTable } from '../lib/processTable.mts';
import { after, before, describe, it } from '../lib/testing.mts';

interface Ports {
	readonly n8n: number;
	readonly sandbox: number;
}

interface Run {
	output(): string;
	/** Waits for a text. @throws Error when the command ends before it came */
	said(text: string): Promise<void>;
	/** What a terminal does on Ctrl-C: the signal goes to the whole foreground group. */
	interrupt(): void;
	readonly exitCode: Promise<number | null>;
}

function start(folder: string, { n8n, sandbox }: Ports): Run {
	const child = spawn(
		process.execPath,
		['tools/run.mjs', 'start', '--port', String(n8n), '--sandbox-port', String(sandbox)],
		{
			cwd: ROOT,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...process.env, DEMO_FOLDER: folder },
		},
	);
	let output = '';
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			output += chunk;
			for (const listener of listeners) listener();
		});
	}
	const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
	return {
		output: () => output,
		exitCode,
		interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
		async said(text) {
			const ended = exitCode.then(() => {
				if (!output.includes(text))
					throw new Error(`It ended without saying "${text}":\n${output}`);
			});
			const heard = new Promise<void>((resolve) => {
				const listen = () => {
					if (output.includes(text)) resolve();
				};
				listeners.add(listen);
				listen();
			});
			await Promise.race([ended, heard]);
		},
	};
}

const editorAddress = (run: Run): string | undefined =>
	/Editor +(http:\/\/127\.0\.0\.1:\d+\/workflow\/\w+)\n/.exec(run.output())?.[1];

const isAnswering = async (port: number): Promise<boolean> =>
	await fetch(`http://${LOOPBACK}:${port}/`).then(
		(response) => response.ok,
		() => false,
	);

/** The button of the sandbox's page. */
async function publish(port: number, reference: string): Promise<void> {
	const address = `http://${LOOPBACK}:${port}/_sandbox/notices/${reference}/publish`;
	const headers = { 'content-type': 'application/json' };
	assert.ok((await fetch(address, { method: 'POST', headers, body: '{}' })).ok);
}

describe('npm start', () => {
	let folder = '';
	let ports: Ports;
	let workflow: string | undefined;

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'legal-notice-start-'));
		ports = { n8n: await freePort(), sandbox: await freePort() };
	});
	after(async () => await rm(folder, { recursive: true, force: true }));

	it(
		'says where to go and how to get in, and Ctrl-C ends all of it',
		async () => {
			const run = start(folder, ports);
			await run.said('Ctrl-C ends both.');
			workflow = editorAddress(run);
			assert.ok(workflow);
			assert.match(run.output(), /Login +demo@legal-notice-node\.example/);
			const { password } = ownerOf(folder);
			assert.match(run.output(), new RegExp(`Password +${password}\\n`));
			assert.notEqual(password, ownerOf(join(folder, 'another')).password, 'made for this folder');
			assert.ok(await isAnswering(ports.n8n));
			assert.ok(await isAnswering(ports.sandbox));

			run.interrupt();
			assert.equal(await run.exitCode, 0);
			assert.ok(!(await isAnswering(ports.n8n)));
			assert.ok(!(await isAnswering(ports.sandbox)));
		},
		{ timeout: 240_000 },
	);

	it(
		'has left no process behind',
		() => {
			assert.deepEqual(processesWith(folder), []);
		},
		{ skip: whyNoProcessTable },
	);

	it('can be interrupted while n8n starts', async () => {
		const run = start(folder, ports);
		await run.said('Starting n8n ...');
		while (!whyNoProcessTable && !processesWith(folder).some((line) => / start$/.test(line))) {
			await sleep(50);
		}
		run.interrupt();
		assert.equal(await run.exitCode, 130);
		assert.deepEqual(whyNoProcessTable ? [] : processesWith(folder), []);
	});

	it(
		'starts again on what it left, with the same workflows, and a click on "Mark as published" runs one of them within a minute',
		async () => {
			const run = start(folder, ports);
			await run.said('Ctrl-C ends both.');
			assert.equal(editorAddress(run), workflow);

			const client = new Client(`http://${LOOPBACK}:${ports.n8n}`);
			await client.signIn(ownerOf(folder));
			const [, watching = ''] = /workflow\/(\w+)\/executions/.exec(run.output()) ?? [];
			assert.deepEqual(await client.executionIds(watching), []);
			await publish(ports.sandbox, WATCHED_NUMBER);
			const clicked = Date.now();
			while ((await client.executionIds(watching)).length === 0) {
				assert.ok(Date.now() - clicked < 65_000, 'it runs within a minute');
				await sleep(250);
			}
			const [id = ''] = await client.executionIds(watching);
			const [item] = (await client.finished(id)).items('Legal Notice Trigger');
			assert.equal(item?.json['evenement'], 'published');
			assert.equal(item.binary?.['attestation']?.mimeType, 'application/pdf');

			run.interrupt();
			assert.equal(await run.exitCode, 0);
		},
		{ timeout: 240_000 },
	);

	it('names the port that is taken and the flag for another', async () => {
		const occupant = createServer().listen(ports.sandbox, LOOPBACK);
		try {
			const run = start(folder, ports);
			assert.equal(await run.exitCode, 1);
			assert.match(
				run.output(),
				new RegExp(
					`^Port ${ports.sandbox}, meant for the sandbox, is taken .* --sandbox-port \\d+\\.\n$`,
				),
			);
		} finally {
			occupant.close();
		}
	});
});
