#!/usr/bin/env node
/** Asks a test instance of the service what the specification does not say, and writes a report. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { loadSources } from './sources.mts';
import type { GivenKeys } from './service.mts';

const usage = `Usage: node probe/main.mts [options]

  --host NAME       confirms that this is the host of a test instance; asked for without it
  --yes             asks nothing
  --orders          places up to four made-up notices, and cancels them
  --suspended NAME  a notice that the service has suspended
  --out FOLDER      for probe-report.md and probe-report.json (default: the current folder)

LEGAL_NOTICE_BASE_URL, LEGAL_NOTICE_PUBLIC_KEY and LEGAL_NOTICE_SECRET_KEY: of the test instance; asked for without them.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function readOptions() {
	const { values } = parseArgs({
		options: {
			...{ host: text, out: text, suspended: text },
			...{ yes: flag, orders: flag, help: { ...flag, short: 'h' } },
		},
	});
	return values;
}

/** Asks on the terminal. @param hidden what is typed does not show */
async function question(label: string, hidden = false): Promise<string> {
	if (!process.stdin.isTTY) return '';
	process.stdout.write(label);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const output = hidden ? silent : process.stdout;
	const lines = createInterface({ input: process.stdin, output, terminal: true });
	const answer = await new Promise<string>((done) => {
		lines.once('line', done);
		lines.once('SIGINT', () => process.exit(130));
		lines.once('close', () => done(''));
	});
	lines.close();
	if (hidden) process.stdout.write('\n');
	return answer.trim();
}

async function readKeys(): Promise<GivenKeys> {
	const given = async (name: string, label: string, hidden = false) => {
		const value = process.env[`LEGAL_NOTICE_${name}`]?.trim() || (await question(label, hidden));
		if (value === '') throw new Error(`Set LEGAL_NOTICE_${name}, or run this on a terminal.`);
		return value;
	};
	return {
		baseUrl: await given('BASE_URL', 'Base URL of the test instance: '),
		publicKey: await given('PUBLIC_KEY', 'Public key: '),
		secretKey: await given('SECRET_KEY', 'Secret key (not shown): ', true),
	};
}

/** Aborted by the first Ctrl-C; the second one, a while later, ends at once. */
function stopSignal(): AbortSignal {
	const stop = new AbortController();
	let stoppedAt = Infinity;
	const onSignal = () => {
		// npm and the terminal send the same signal several times.
		if (Date.now() - stoppedAt > 2_000) process.exit(130);
		if (stop.signal.aborted) return;
		stoppedAt = Date.now();
		console.log('Stopping: what was ordered is cancelled first ...');
		stop.abort();
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
	return stop.signal;
}

async function main(): Promise<number> {
	const values = readOptions();
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const keys = await readKeys();
	const { yes = false, orders = false, suspended } = values;
	const host = URL.canParse(keys.baseUrl) ? new URL(keys.baseUrl) : undefined;
	if (orders) {
		const label = 'Type the host of the base URL if it is a test instance: ';
		const typed = values.host ?? (yes ? '' : await question(label));
		if (typed === '' || ![host?.hostname, host?.host].includes(typed)) {
			const what = typed === '' ? 'The base URL was not confirmed' : `"${typed}" is not its host`;
			console.error(
				`Nothing was sent. ${what}: type the host name of the test instance, or name it with --host.`,
			);
			return 1;
		}
	}
	const stop = stopSignal();
	loadSources();
	const [{ runProbe }, { reportJson, reportMarkdown }] = await Promise.all([
		import('./run.mts'),
		import('./report.mts'),
	]);
	const { findings, left } = await runProbe(keys, {
		...{ orders, suspended, signal: stop },
		say: (line) => console.log(line),
		agrees: async (plan) => {
			console.log(plan);
			return yes || /^y(es)?$/i.test(await question('Place them? (yes/no) '));
		},
	});
	const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	const folder = resolve(process.env['INIT_CWD'] ?? '.', values.out ?? '.');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'probe-report.json'), reportJson(version, findings.answers()));
	writeFileSync(join(folder, 'probe-report.md'), reportMarkdown(version, findings, left, keys));
	console.log(`Written: ${join(folder, 'probe-report.md')} and probe-report.json`);
	if (left.length > 0) console.error(`Not cancelled: ${left.join(', ')}. Cancel them by hand.`);
	if (stop.aborted) return 130;
	return left.length > 0 ? 1 : 0;
}

try {
	process.exitCode = await main();
} catch (error) {
	process.exitCode = 1;
	console.error((error as Error).message);
}
