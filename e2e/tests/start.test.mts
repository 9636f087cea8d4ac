/** `npm start` as a person uses it: comes up, says where to go, and leaves nothing behind after Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESK_USER, ownerOf } from '../demo/contents.mts';
import { TRIGGER, WATCHED_NUMBER } from '../demo/watching.mts';
import { Client } from '../lib/client.mts';
import { ROOT } from '../lib/paths.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';

const READY = /Ctrl-C ends both\./;
const EDITOR = /Editor +(http:\/\/127\.0\.0\.1:\d+\/workflow\/\w+)\n/;
const PATIENCE_MS = 240_000;

describe('npm start', () => {
	const folder = mkdtempSync(join(tmpdir(), 'legal-notice-start-'));
	let [port, sandboxPort] = [0, 0];
	let workflow = '';

	before(async () => {
		[port, sandboxPort] = [await freePort(), await freePort()];
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	function start() {
		const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		const args = ['--silent', 'start', '--', ...ports, '--folder', folder];
		const child = spawn('npm', args, { cwd: ROOT, detached: true });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
		}
		let hasEnded = false;
		const exitCode = once(child, 'close').then(([code]) => {
			hasEnded = true;
			return code as unknown;
		});
		return {
			exitCode,
			output: () => output,
			/** What a terminal does on Ctrl-C: the signal goes to the whole foreground group. */
			interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
			/** Waits for a text. @returns the matched text and what the brackets of the pattern matched */
			async said(text: RegExp): Promise<readonly string[]> {
				const look = () => text.exec(output) ?? (hasEnded || undefined);
				const found = await until(String(text), look, PATIENCE_MS);
				if (found === true) throw new Error(`It ended without saying ${String(text)}:\n${output}`);
				return found;
			},
		};
	}
	const answering = async () => {
		const answers = [port, sandboxPort].map(async (one) => fetch(`http://${LOOPBACK}:${one}/`));
		return (await Promise.allSettled(answers)).map(({ status }) => status);
	};

	it('npm start prints the address and the login, and Ctrl-C ends all of it', async () => {
		const run = start();
		await run.said(READY);
		[, workflow = ''] = await run.said(EDITOR);
		const { email, password } = ownerOf(folder);
		assert.match(run.output(), new RegExp(`Login +${email}\\n *Password +${password}\\n`));
		assert.notEqual(password, ownerOf(join(folder, 'another')).password, 'made for this folder');
		assert.deepEqual(await answering(), ['fulfilled', 'fulfilled']);
		const [, desk = ''] = await run.said(/Desk +(http\S+)/);
		const authorization = `Basic ${Buffer.from(`${DESK_USER}:${password}`).toString('base64')}`;
		const page = await (await fetch(desk, { headers: { authorization } })).text();
		assert.equal(page.match(/<tr data-filter/g)?.length, 9, 'nine notices');
		assert.equal(page.match(/>à approuver</g)?.length, 2, 'two proofs to answer');
		const [, mails = ''] = await run.said(/E-mails +(http\S+)/);
		const shown = await (await fetch(mails)).text();
		assert.match(shown, /to relecture@cabinet\.example/, 'the e-mails have a page');
		assert.match(
			await (await fetch(`${mails}body?mail=1`)).text(),
			/webhook-waiting/,
			'with the link that approves',
		);
		assert.match(run.output(), /E-mail to relecture@\S+ .* : annonce à relire avant .*\n/);

		run.interrupt();
		assert.equal(await run.exitCode, 0);
		assert.deepEqual(await answering(), ['rejected', 'rejected']);
		assert.deepEqual(processesWith(folder), []);
	});

	it('npm start can be interrupted while n8n starts', async () => {
		const run = start();
		await run.said(/Starting n8n \.\.\./);
		if (process.platform === 'linux') {
			const isStarting = () => processesWith(folder).some((line) => / start$/.test(line));
			await until('n8n', () => isStarting() || undefined, PATIENCE_MS, 50);
		}
		run.interrupt();
		assert.equal(await run.exitCode, 130);
		assert.deepEqual(processesWith(folder), []);
	});

	it('npm start starts again on what it left, and a click on "Mark as published" runs a workflow within a minute', async () => {
		const run = start();
		await run.said(READY);
		assert.equal((await run.said(EDITOR))[1], workflow);

		const client = new Client(`http://${LOOPBACK}:${port}`);
		await client.signIn(ownerOf(folder));
		const [, watching = ''] = await run.said(/workflow\/(\w+)\/executions/);
		assert.deepEqual(await client.executionIds(watching), []);
		// The button of the sandbox's page.
		const address = `http://${LOOPBACK}:${sandboxPort}/_sandbox/notices/${WATCHED_NUMBER}/publish`;
		const headers = { 'content-type': 'application/json' };
		assert.ok((await fetch(address, { method: 'POST', headers, body: '{}' })).ok);
		const newest = async () => (await client.executionIds(watching))[0];
		const id = await until('A run', newest, PATIENCE_MS, 250);
		const [item] = (await client.finished(id)).items(TRIGGER);
		assert.equal(item?.json['evenement'], 'published');

		run.interrupt();
		assert.equal(await run.exitCode, 0);
	});

	it('npm start names the port that is taken and the flag for another', async () => {
		const occupant = createServer().listen(sandboxPort, LOOPBACK);
		const run = start();
		assert.equal(await run.exitCode.finally(() => occupant.close()), 1);
		const sentence = `^Port ${sandboxPort}, meant for the sandbox, is taken .* --sandbox-port \\d+\\.\n$`;
		assert.match(run.output(), new RegExp(sentence));
	});
});

/**
 * Processes started with `text` somewhere in their command line or environment, this one left out, as Linux knows it.
 * @returns their command lines; none on other systems
 */
function processesWith(text: string): readonly string[] {
	if (process.platform !== 'linux') return [];
	const read = (pid: string, file: string): string => {
		try {
			return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ').trim();
		} catch {
			// It has ended meanwhile.
			return '';
		}
	};
	return readdirSync('/proc')
		.filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
		.filter((pid) => `${read(pid, 'cmdline')} ${read(pid, 'environ')}`.includes(text))
		.map((pid) => `${pid} ${read(pid, 'cmdline')}`);
}
