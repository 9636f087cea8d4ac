/** `npm start` as a person uses it: comes up, says where to go, and leaves nothing behind after Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from '../demo/contents.mts';
import { TRIGGER, WATCHED_NUMBER } from '../demo/watching.mts';
import { Client } from '../lib/client.mts';
import { ROOT } from '../lib/paths.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { after, describe, it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';

const READY = 'Ctrl-C ends both.';
const PATIENCE_MS = 240_000;

interface Run {
	output(): string;
	/** Waits for a text. @throws Error when it does not come */
	said(text: string): Promise<void>;
	/** What a terminal does on Ctrl-C: the signal goes to the whole foreground group. */
	interrupt(): void;
	readonly exitCode: Promise<number | null>;
}

describe('npm start', () => {
	const folder = mkdtempSync(join(tmpdir(), 'legal-notice-start-'));
	let [port, sandboxPort] = [0, 0];
	let workflow: string | undefined;

	after(() => rmSync(folder, { recursive: true, force: true }));

	function start(): Run {
		const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		const child = spawn(
			process.execPath,
			['tools/run.mjs', 'start', ...ports, '--folder', folder],
			{ cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
		);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
		}
		let hasEnded = false;
		const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
		void exitCode.then(() => (hasEnded = true));
		return {
			output: () => output,
			exitCode,
			interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
			async said(text) {
				const look = () => output.includes(text) || hasEnded || undefined;
				await until(`"${text}"`, look, PATIENCE_MS);
				assert.ok(output.includes(text), `It ended without saying "${text}":\n${output}`);
			},
		};
	}
	const editorOf = (run: Run): string | undefined =>
		/Editor +(http:\/\/127\.0\.0\.1:\d+\/workflow\/\w+)\n/.exec(run.output())?.[1];
	const answering = async () =>
		await Promise.all(
			[port, sandboxPort].map(async (one) =>
				fetch(`http://${LOOPBACK}:${one}/`).then(
					({ ok }) => ok,
					() => false,
				),
			),
		);

	it('says where to go and how to get in, and Ctrl-C ends all of it', async () => {
		[port, sandboxPort] = [await freePort(), await freePort()];
		const run = start();
		await run.said(READY);
		workflow = editorOf(run);
		assert.ok(workflow);
		const { email, password } = ownerOf(folder);
		assert.match(run.output(), new RegExp(`Login +${email}\\n *Password +${password}\\n`));
		assert.notEqual(password, ownerOf(join(folder, 'another')).password, 'made for this folder');
		assert.deepEqual(await answering(), [true, true]);

		run.interrupt();
		assert.equal(await run.exitCode, 0);
		assert.deepEqual(await answering(), [false, false]);
		assert.deepEqual(processesWith(folder), []);
	});

	it('can be interrupted while n8n starts', async () => {
		const run = start();
		await run.said('Starting n8n ...');
		if (process.platform === 'linux') {
			const isStarting = () => processesWith(folder).some((line) => / start$/.test(line));
			await until('n8n', () => isStarting() || undefined, 30_000, 50);
		}
		run.interrupt();
		assert.equal(await run.exitCode, 130);
		assert.deepEqual(processesWith(folder), []);
	});

	it('starts again on what it left, and a click on "Mark as published" runs a workflow within a minute', async () => {
		const run = start();
		await run.said(READY);
		assert.equal(editorOf(run), workflow);

		const client = new Client(`http://${LOOPBACK}:${port}`);
		await client.signIn(ownerOf(folder));
		const [, watching = ''] = /workflow\/(\w+)\/executions/.exec(run.output()) ?? [];
		assert.deepEqual(await client.executionIds(watching), []);
		// The button of the sandbox's page.
		const address = `http://${LOOPBACK}:${sandboxPort}/_sandbox/notices/${WATCHED_NUMBER}/publish`;
		const headers = { 'content-type': 'application/json' };
		assert.ok((await fetch(address, { method: 'POST', headers, body: '{}' })).ok);
		const newest = async () => (await client.executionIds(watching))[0];
		const id = await until('A run', newest, 65_000, 250);
		const [item] = (await client.finished(id)).items(TRIGGER);
		assert.equal(item?.json['evenement'], 'published');
		assert.equal(item.binary?.['attestation']?.mimeType, 'application/pdf');

		run.interrupt();
		assert.equal(await run.exitCode, 0);
	});

	it('names the port that is taken and the flag for another', async () => {
		const occupant = createServer().listen(sandboxPort, LOOPBACK);
		try {
			const run = start();
			assert.equal(await run.exitCode, 1);
			const sentence = `^Port ${sandboxPort}, meant for the sandbox, is taken .* --sandbox-port \\d+\\.\n$`;
			assert.match(run.output(), new RegExp(sentence));
		} finally {
			occupant.close();
		}
	});
});

/**
 * Processes started with `text` somewhere in their command line or environment, this one left out, as Linux tells it;
 * elsewhere nobody does.
 * @returns their command lines
 */
function processesWith(text: string): readonly string[] {
	if (process.platform !== 'linux') return [];
	const read = (file: string): string => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return '';
		}
	};
	return readdirSync('/proc')
		.filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
		.flatMap((pid) => {
			const commandLine = read(`/proc/${pid}/cmdline`);
			// An ended process that nobody has asked for yet has neither.
			if (!`${commandLine}${read(`/proc/${pid}/environ`)}`.includes(text)) return [];
			return [`${pid} ${commandLine.replaceAll('\0', ' ').trim()}`];
		});
}
