import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../sandbox/index.mts';

const main = new URL('../../probe/main.mts', import.meta.url).pathname;
const CONFIRMED = ['--yes', '--host', '127.0.0.1'];

interface Ended {
	readonly code: number | null;
	readonly said: string;
}

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	folder = mkdtempSync(join(tmpdir(), 'probe-'));
});
afterEach(() => sandbox.reset());
afterAll(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

/** Runs the command; `started` is given it to interrupt. */
async function run(
	args: string[],
	keys: Record<string, string>,
	started: (child: ChildProcess) => Promise<unknown> = async () => {},
): Promise<Ended> {
	const environment = {
		LEGAL_NOTICE_BASE_URL: sandbox.url,
		LEGAL_NOTICE_PUBLIC_KEY: sandbox.publicKey,
		LEGAL_NOTICE_SECRET_KEY: sandbox.secretKey,
		...keys,
	};
	const child = spawn(process.execPath, [main, ...args, '--out', folder], {
		env: { ...process.env, NODE_OPTIONS: '', INIT_CWD: folder, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
	child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
	await Promise.all([once(child, 'close'), started(child)]);
	return { code: child.exitCode, said };
}

test.each<[string, string[], Record<string, string>, RegExp]>([
	['no keys', [], { LEGAL_NOTICE_BASE_URL: '' }, /^Set LEGAL_NOTICE_BASE_URL, or run/],
	['orders without a name', ['--yes', '--orders'], {}, /^Nothing was sent. The base URL was not/],
	['another name', ['--yes', '--host', 'localhost'], {}, /"localhost" is not the host of/],
	['an unknown option', ['--order'], {}, /^Unknown option '--order'/],
])('ends in a sentence: %s', async (_case, args, keys, sentence) => {
	const { code, said } = await run(args, keys);
	expect(code).toBe(1);
	expect(said).toMatch(sentence);
});

test('without a confirmed host it reads and quotes, and no more', async () => {
	const { code } = await run(['--yes'], {});
	expect(code).toBe(0);
	const calls = sandbox.journal.calls().map(({ method, route }) => `${method} ${route}`);
	expect([...new Set(calls)].filter((call) => /order|cancel|createContact/.test(call))).toEqual([]);
	expect(calls.length).toBeLessThanOrEqual(150);
	const report = readFileSync(join(folder, 'probe-report.md'), 'utf8');
	const json = readFileSync(join(folder, 'probe-report.json'), 'utf8');
	for (const masked of [sandbox.secretKey, sandbox.publicKey, 'DÉMONSTRATION', 'cabinet-demo']) {
		expect(report + json).not.toContain(masked);
	}
	expect(JSON.parse(json)).toMatchObject({
		answers: { unknownReference: 'omitted', largestBatch: 0, batchOrder: null },
	});
});

test('Ctrl-C cancels what was ordered, and writes what was learned', async () => {
	sandbox.settings({ latencyMs: 100 });
	const { code, said } = await run([...CONFIRMED, '--orders'], {}, async (child) => {
		while (child.exitCode === null && sandbox.journal.orders().length < 3) await sleep(20);
		child.kill('SIGINT');
	});
	sandbox.settings({ latencyMs: 0 });
	expect([code, said]).toEqual([130, expect.stringContaining('probe-report.md')]);
	const orders = sandbox.journal.orders();
	expect(orders.length).toBeGreaterThan(1);
	expect(orders.filter(({ cancelled }) => !cancelled)).toEqual([]);
	const json = readFileSync(join(folder, 'probe-report.json'), 'utf8');
	expect(JSON.parse(json)).toMatchObject({
		answers: { signedPath: 'encoded', reusedNumber: null },
	});
});
