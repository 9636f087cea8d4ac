import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxForTests } from '../engine/sandbox.mts';

const main = new URL('../../probe/main.mts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'probe-'));
const sandbox = sandboxForTests();
afterAll(() => rmSync(folder, { recursive: true }));

const report = (ending: string) => readFileSync(join(folder, `probe-report.${ending}`), 'utf8');

/** Runs the command, with orders interrupted as soon as some are placed. */
async function run(args: string[], keys: Record<string, string> = {}, interrupted = false) {
	const child = spawn(process.execPath, [main, ...args, '--out', folder], {
		env: {
			...{ ...process.env, NODE_OPTIONS: '', INIT_CWD: folder },
			LEGAL_NOTICE_BASE_URL: sandbox.url,
			LEGAL_NOTICE_PUBLIC_KEY: sandbox.publicKey,
			LEGAL_NOTICE_SECRET_KEY: sandbox.secretKey,
			...keys,
		},
	});
	let said = '';
	for (const stream of [child.stderr, child.stdout]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
	}
	const closed = once(child, 'close');
	while (interrupted && child.exitCode === null && sandbox.journal.orders().length < 2) {
		await sleep(20);
	}
	if (interrupted) child.kill('SIGINT');
	await closed;
	return { code: child.exitCode, said };
}

test.each<[string, string[], Record<string, string>, RegExp]>([
	['no keys', [], { LEGAL_NOTICE_BASE_URL: '' }, /^Set LEGAL_NOTICE_BASE_URL, or run/],
	['orders without a name', ['--yes', '--orders'], {}, /^Nothing was sent. The base URL was not/],
	['another name', ['--yes', '--orders', '--host', 'localhost'], {}, /"localhost" is not its host/],
	['an unknown option', ['--order'], {}, /^Unknown option '--order'/],
])('the probe ends in a sentence: %s', async (_case, args, keys, sentence) => {
	expect(await run(args, keys)).toEqual({
		code: 1,
		said: expect.stringMatching(sentence) as unknown,
	});
});

test('the probe without --orders reads and quotes, no more, and reports no key and no person', async () => {
	expect((await run(['--yes'])).code).toBe(0);
	const calls = sandbox.journal.calls().map(({ route }) => String(route));
	expect(calls.filter((route) => /order|cancel|createContact/.test(route))).toEqual([]);
	expect(calls.length).toBeLessThanOrEqual(50);
	for (const masked of [sandbox.secretKey, sandbox.publicKey, 'DÉMONSTRATION', 'cabinet-demo']) {
		expect(report('md') + report('json')).not.toContain(masked);
	}
	expect(JSON.parse(report('json'))).toMatchObject({
		answers: { unknownReference: 'omitted', largestBatch: 0, closedDate: null },
	});
});

test('Ctrl-C cancels what was ordered, and writes what was learned', async () => {
	// The signal comes while an order is under way.
	sandbox.fault({ kind: 'slow', ms: 300, times: 99, match: { path: 'order' } });
	const { code, said } = await run(['--yes', '--host', '127.0.0.1', '--orders'], {}, true);
	expect([code, said]).toEqual([130, expect.stringContaining('probe-report.md')]);
	const orders = sandbox.journal.orders();
	expect(orders.length).toBeGreaterThan(0);
	expect(orders.filter(({ cancelled }) => !cancelled)).toEqual([]);
	expect(JSON.parse(report('json'))).toMatchObject({
		answers: { signedPath: 'encoded', reusedNumber: null },
	});
});
