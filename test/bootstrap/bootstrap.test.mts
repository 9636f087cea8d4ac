/** What a person sees who types a command into a fresh checkout: the real `tools/`, and a stand-in for npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const TOOLS = join(import.meta.dirname, '..', '..', 'tools');
/** `npm ci` notes its call, fails or holds on as told, and makes a node_modules; `npm run <x>` prints x, and may fail. */
const NPM = `
const fs = require('node:fs');
const { CALLS, FAIL_WITH, FAIL_STEP, HOLD } = process.env;
const [command, script] = process.argv.slice(2);
if (command === 'run') { console.log('npm ran ' + script); process.exit(FAIL_STEP?.split(' ').includes(script) ? 3 : 0); }
fs.appendFileSync(CALLS, command + '\\n');
if (FAIL_WITH) { console.error(FAIL_WITH); process.exit(1); }
const wait = setInterval(() => {
	// The checkout is gone when the test was over first.
	if (!fs.existsSync(CALLS)) process.exit();
	if (HOLD && !fs.existsSync(HOLD)) return;
	clearInterval(wait);
	fs.mkdirSync('node_modules/node/bin', { recursive: true });
	fs.rmSync('node_modules/node/bin/node', { force: true });
	fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
	fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 10);
`;

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'legal-notice-checkout-'));
	cpSync(join(TOOLS, 'run.mjs'), join(folder, 'tools/run.mjs'));
	cpSync(join(TOOLS, 'bootstrap'), join(folder, 'tools/bootstrap'), { recursive: true });
	write('npm/bin/npm-cli.js', NPM);
	write('npm/package.json', '{ "version": "11.19.1" }');
	write('package-lock.json', '{ "packages": {} }');
	write('sandbox/main.mts', "console.log('sandbox', ...process.argv.slice(2)); process.exit(7);");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), content);
}

function installs(): number {
	const file = join(folder, 'calls');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
}

function start(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
	const npm = { npm_execpath: join(folder, 'npm/bin/npm-cli.js'), CALLS: join(folder, 'calls') };
	const child = spawn(process.execPath, [join(folder, 'tools/run.mjs'), ...args], {
		cwd: folder,
		env: { PATH: process.env['PATH'], ...npm, ...more },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
	}
	const ended = once(child, 'close').then(([exitCode]) => ({
		exitCode: exitCode as unknown,
		output,
	}));
	const says = async (words: string) => {
		while (!output.includes(words)) await once(child.stdout, 'data');
	};
	return { child, ended, says };
}

const run = async (...given: Parameters<typeof start>) => await start(...given).ended;

test('the first command installs, says so, and hands its arguments and the exit code on; the next installs nothing', async () => {
	const { exitCode, output } = await run(['sandbox', '--port', '1']);
	expect(output).toMatch(
		/^Installing .* \(.* minutes\) \.\.\.\nInstalled .* in [\d.]+ s\.\nsandbox --port 1\n$/,
	);
	expect(exitCode).toBe(7);
	expect((await run(['sandbox'])).output).toBe('sandbox\n');
	write('package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.2" } } }');
	await run(['sandbox']);
	expect(installs()).toBe(2);
});

test('two commands at once install once, and both do their work', async () => {
	const HOLD = join(folder, 'go');
	const first = start(['sandbox'], { HOLD });
	await first.says('Installing');
	const second = start(['sandbox']);
	await second.says('Waiting for another command');
	write('go', '');
	const results = await Promise.all([first.ended, second.ended]);
	expect(results.map(({ exitCode }) => exitCode)).toEqual([7, 7]);
	expect(installs()).toBe(1);
});

test.each(['SIGINT', 'SIGKILL'] as const)('an install ended by %s starts over', async (signal) => {
	const watcher = watch(folder);
	const first = start(['sandbox'], { HOLD: join(folder, 'never') });
	while (installs() === 0) await once(watcher, 'change');
	watcher.close();
	first.child.kill(signal);
	const { exitCode, output } = await first.ended;
	if (signal === 'SIGINT') {
		expect(exitCode).toBe(130);
		expect(output).toMatch(/Stopped\. The next run starts this install again\.\n$/);
	}
	expect((await run(['sandbox'])).output).toContain('Installed');
});

test.each([
	['npm error path /x/sqlite3\nnpm error gyp ERR! find Python', /python3 make g\+\+/],
	['gyp ERR! stack FetchError: https://nodejs.org/dist failed', /headers .* not be downloaded/],
	['npm error code ENOTFOUND', /registry could not be reached/],
	['npm error code ENOSPC', /disk is full/],
	['something nobody foresaw', /The lines above say why/],
])('an install that fails with "%s" says what to do', async (failure, remedy) => {
	const { exitCode, output } = await run(['sandbox'], { FAIL_WITH: failure });
	expect(exitCode).toBe(1);
	expect(output).toContain(failure.split('\n')[0]);
	expect(output.trimEnd().split('\n').at(-1)).toMatch(remedy);
	expect(output).not.toMatch(/ at .*\.mjs:\d+/);
});

test('npm test names each step with its time, and shows the output of one that fails last of all', async () => {
	for (const name of ['scan', 'quality']) write(`tools/${name}/package-lock.json`, '{}');
	write('tools/quality/check.mjs', '');
	write('tools/scan/scan.mjs', '');
	write('node_modules/jest/bin/jest.js', "console.log('jest', ...process.argv.slice(2));");
	const passed = await run(['test']);
	expect(passed.exitCode).toBe(0);
	expect(passed.output).toMatch(/^build: passed \([\d.]+ s\)$[^]*^All passed in [\d.]+ s\.$/m);
	expect(passed.output).not.toContain('npm ran build');
	const failed = await run(['test'], { FAIL_STEP: 'typecheck' });
	expect(failed.exitCode).toBe(3);
	expect(failed.output).toMatch(/^npm ran typecheck\n[^]*types did not pass \([\d.]+ s\)\.\n$/m);
	expect(failed.output).not.toContain('jest');
	const twice = await run(['test'], { FAIL_STEP: 'typecheck lint:shape' });
	expect(twice.output).toMatch(
		/^types did not pass .*\nshape of the published code did not pass .*\n$/m,
	);
	const one = await run(['test', 'test/unit/one.test.mts']);
	expect(one.output).toMatch(/jest test\/unit\/one\.test\.mts\n/);
	expect(one.output).not.toContain('lint');
});

test('an unknown command is answered with the known ones', async () => {
	const { exitCode, output } = await run(['tset']);
	expect(exitCode).toBe(1);
	expect(output).toMatch(/^There is no task "tset", but: test, e2e, .*start.*\.\n$/);
});
