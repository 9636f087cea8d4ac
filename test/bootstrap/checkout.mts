/** A small checkout with the real `tools/` and a stand-in for npm, so that an install takes no time. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const TOOLS = join(import.meta.dirname, '..', '..', 'tools');

/**
 * Does for `npm ci` what the test asks for: counts, waits, fails, or makes a node_modules. `npm run <x>` prints x.
 * It is plain CommonJS because it stands where npm's own program would.
 */
const FAKE_NPM = `
const fs = require('node:fs');
const [command, ...rest] = process.argv.slice(2);
if (command === 'run') { console.log('npm ran ' + rest[0]); process.exit(rest[0] === process.env.FAIL_SCRIPT ? 3 : 0); }
fs.appendFileSync(process.env.CALLS, process.argv.slice(2).join(' ') + '\\n');
const failing = !process.env.FAIL_IN || process.cwd().endsWith(process.env.FAIL_IN);
if (process.env.FAIL_WITH && failing) { console.error(process.env.FAIL_WITH); process.exit(1); }
const folder = process.cwd();
setTimeout(() => {
	// The checkout is gone when the test was over first; making folders below it would go round for ever.
	if (!fs.existsSync(folder)) return;
	fs.mkdirSync('node_modules/node/bin', { recursive: true });
	fs.rmSync('node_modules/node/bin/node', { force: true });
	fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
	fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, Number(process.env.INSTALL_MS ?? 0));
`;

/** Says its arguments and ends. */
const SANDBOX = `
console.log('sandbox ' + process.argv.slice(2).join(' '));
process.exit(Number(process.env.SANDBOX_EXIT ?? 0));
`;

export interface Result {
	readonly exitCode: number | null;
	readonly output: string;
}

export class Checkout {
	readonly folder = mkdtempSync(join(tmpdir(), 'legal-notice-checkout-'));

	constructor() {
		mkdirSync(join(this.folder, 'tools'));
		cpSync(join(TOOLS, 'run.mjs'), join(this.folder, 'tools', 'run.mjs'));
		cpSync(join(TOOLS, 'bootstrap'), join(this.folder, 'tools', 'bootstrap'), { recursive: true });
		this.write('npm/bin/npm-cli.js', FAKE_NPM);
		this.write('package-lock.json', JSON.stringify({ packages: { '': {} } }));
		this.write('sandbox/main.mts', SANDBOX);
	}

	write(path: string, content: string): void {
		mkdirSync(dirname(join(this.folder, path)), { recursive: true });
		writeFileSync(join(this.folder, path), content);
	}

	/** The arguments of each install so far. */
	installs(): readonly string[] {
		const file = join(this.folder, 'calls');
		return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	}

	/** @param npmVersion of the calling npm; another npm may have called that one */
	async run(...given: Parameters<Checkout['start']>): Promise<Result> {
		return await this.start(...given).result;
	}

	start(
		args: readonly string[],
		env: Readonly<Record<string, string>> = {},
		npmVersion = '11.19.1',
	) {
		this.write('npm/package.json', JSON.stringify({ name: 'npm', version: npmVersion }));
		const child = spawn(process.execPath, [join(this.folder, 'tools', 'run.mjs'), ...args], {
			cwd: this.folder,
			env: {
				PATH: process.env['PATH'],
				npm_config_user_agent: 'npm/11.19.1 node/v20.20.2',
				npm_execpath: join(this.folder, 'npm', 'bin', 'npm-cli.js'),
				CALLS: join(this.folder, 'calls'),
				...env,
			},
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
		}
		const result = new Promise<Result>((resolve) =>
			child.once('close', (exitCode) => resolve({ exitCode, output })),
		);
		return { result, kill: (signal: NodeJS.Signals) => child.kill(signal) };
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
