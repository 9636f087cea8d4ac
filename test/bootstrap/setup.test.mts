/** What a person sees who types a command into a fresh checkout: the real `tools/setup.mjs`, and a stand-in for npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../structure/package.mts';

/** `npm ci` notes its call and folder, fails or holds on as told, and makes a node_modules. */
const NPM = `
const fs = require('node:fs');
const path = require('node:path');
const { CALLS, FAIL_WITH, HOLD } = process.env;
fs.appendFileSync(CALLS, process.argv.slice(2).join(' ') + ' in ' + path.basename(process.cwd()) + '\\n');
if (FAIL_WITH) { console.error(FAIL_WITH); process.exit(1); }
const wait = setInterval(() => {
	// The checkout is gone when the test was over first.
	if (!fs.existsSync(CALLS)) process.exit();
	if (HOLD) return;
	clearInterval(wait);
	fs.mkdirSync('node_modules', { recursive: true });
	fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 10);
`;

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'legal-notice-checkout-'));
	mkdirSync(join(folder, 'tools'));
	cpSync(join(ROOT, 'tools/setup.mjs'), join(folder, 'tools/setup.mjs'));
	write('npm/bin/npm-cli.js', NPM);
	write('npm/package.json', '{ "version": "11.19.1" }');
	write('package-lock.json', '{ "packages": {} }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), content);
}

function installs(): readonly string[] {
	const file = join(folder, 'calls');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function start(args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
	const npm = { npm_execpath: join(folder, 'npm/bin/npm-cli.js'), CALLS: join(folder, 'calls') };
	const child = spawn(process.execPath, [join(folder, 'tools/setup.mjs'), ...args], {
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
	return { child, ended };
}

const run = async (...given: Parameters<typeof start>) => await start(...given).ended;

test('the first run installs and says so; the next installs nothing until the lock file changes', async () => {
	const first = await run();
	expect(first.output).toMatch(
		/^Installing .* \(.* minutes\) \.\.\.\nInstalled the package and its tools in \d+ s\.\n$/,
	);
	expect(first.exitCode).toBe(0);
	expect(await run()).toEqual({ exitCode: 0, output: '' });
	write('package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.2" } } }');
	await run();
	expect(installs()).toHaveLength(2);
});

test('the other folders are installed as well, each by its own lock file and named by its description', async () => {
	write('e2e/host/package.json', '{ "description": "n8n itself" }');
	write('e2e/host/package-lock.json', '{ "packages": {} }');
	const { output } = await run(['e2e/host']);
	expect(output).toMatch(/^Installed n8n itself in \d+ s\.$/m);
	expect(installs().at(-1)).toMatch(/^ci .* in host$/);
});

test('an npm that would compile unneeded packages downloads another npm that does not', async () => {
	write('npm/package.json', '{ "version": "10.8.2" }');
	await run();
	expect(installs()[0]).toMatch(/^exec --yes --package=npm@11\.[\d.]+ -- npm ci /);
});

test.each(['SIGINT', 'SIGKILL'] as const)('an install ended by %s starts over', async (signal) => {
	const watcher = watch(folder);
	const first = start([], { HOLD: 'yes' });
	while (installs().length === 0) await once(watcher, 'change');
	watcher.close();
	first.child.kill(signal);
	if (signal === 'SIGINT') {
		const { exitCode, output } = await first.ended;
		expect(exitCode).toBe(130);
		expect(output).toMatch(/Stopped\. The next run starts this install again\.\n$/);
	}
	expect((await run()).output).toContain('Installed');
});

test.each([
	['npm error path /x/sqlite3\nnpm error gyp ERR! find Python', /python3 make g\+\+/],
	['gyp ERR! stack FetchError: https://nodejs.org/dist failed', /headers .* not be downloaded/],
	['npm error code ENOTFOUND', /registry could not be reached/],
	['npm error code ENOSPC', /disk is full/],
	['something nobody foresaw', /The lines above say why/],
])('an install that fails with "%s" says what to do', async (failure, remedy) => {
	const { exitCode, output } = await run([], { FAIL_WITH: failure });
	expect(exitCode).toBe(1);
	expect(output).toContain(failure.split('\n')[0]);
	expect(output.trimEnd().split('\n').at(-1)).toMatch(remedy);
	expect(output).not.toMatch(/ at .*\.mjs:\d+/);
});
