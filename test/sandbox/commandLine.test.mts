import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withBench } from './bench.mts';

const main = new URL('../../sandbox/main.mts', import.meta.url).pathname;

/** Runs the command; `signal` is sent once it says that it is ready. */
async function run(args: string[], signal?: NodeJS.Signals) {
	const env = { ...process.env, NODE_OPTIONS: '' };
	const child = spawn(process.execPath, [main, ...args], { env });
	let [out, errors] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk.toString();
		if (signal && out.includes('Ctrl+C')) child.kill(signal);
	});
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	await once(child, 'close');
	return { code: child.exitCode, out, errors };
}

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])('the sandbox ends with %s', async (signal) => {
	const { code, out, errors } = await run(['--port', '0'], signal);
	expect(out).toMatch(
		/Base URL {4}http:\/\/127\.0\.0\.1:\d+\n[^]*demo-public-key[^]*demo-secret-key/,
	);
	expect([code, errors]).toEqual([0, '']);
});

test('the sandbox says in one sentence that the port is taken', async () => {
	await withBench({}, async ({ sandbox }) => {
		const { port } = new URL(sandbox.url);
		const { code, errors } = await run(['--port', port]);
		const words = `Port ${port} is already in use. Stop what uses it, or choose another with --port.\n`;
		expect([code, errors]).toEqual([1, words]);
	});
});

test('the sandbox is switched as a report of the probe says', async () => {
	const file = join(mkdtempSync(join(tmpdir(), 'like-')), 'probe-report.json');
	writeFileSync(file, '{"answers":{"largestBatch":7,"unknownReferenceCode":"err_new"}}');
	const { code, out } = await run(['--port', '0', '--like', file], 'SIGINT');
	rmSync(dirname(file), { recursive: true });
	expect(code).toBe(0);
	expect(out).toContain('no such value: unknownReferenceCode err_new');
	const { errors } = await run(['--port', '0', '--like', main]);
	expect(errors).toContain('This is no probe-report.json');
});

test('the sandbox explains an option that it does not know', async () => {
	const { code, errors } = await run(['--prot', '1']);
	expect(code).toBe(1);
	expect(errors).toMatch(/^Unknown option '--prot'[^]*Usage: /);
});
