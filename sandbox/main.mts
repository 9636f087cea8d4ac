#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SandboxOptions } from './index.mts';

const usage = `Usage: npm run sandbox -- [--port 5690] [--host 127.0.0.1] [--data FILE] [--like REPORT]

  --port  port of the interface, its page and its controls (default 5690; 0 for a free one)
  --host  address to listen on (default 127.0.0.1)
  --data  file that keeps the notices as JSON (default: in memory, forgotten at the end)
  --like  probe-report.json of the probe: answers as that service does
`;

/** The options; null when only help was wanted. @throws {Error} that says what is wrong with them */
function readOptions(): (SandboxOptions & { port: number; host: string; like?: string }) | null {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5690' },
			host: { type: 'string', default: '127.0.0.1' },
			data: { type: 'string' },
			like: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return null;
	const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1;
	if (port < 0 || port > 65_535) throw new Error('--port takes a number from 0 to 65535.');
	const { host, data, like } = values;
	return { port, host, ...(data && { dataFile: data }), ...(like && { like }) };
}

async function start({ like, ...given }: SandboxOptions & { like?: string }): Promise<void> {
	const { startSandbox } = await import('./index.mts');
	const options = like === undefined ? given : { ...given, ...(await optionsLike(like)) };
	const sandbox = await startSandbox(options);
	// Before the address is printed: whoever reads it may end the sandbox at once.
	const ended = new Promise<void>((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
	console.log(`Legal notice sandbox: a demonstration service, no real notice is ever ordered.

  Base URL    ${sandbox.url}
  Public key  ${sandbox.publicKey}
  Secret key  ${sandbox.secretKey}
  Web page    ${sandbox.url}/

Data: ${options.dataFile ?? 'in memory'}. Stop it with Ctrl+C.`);
	await ended;
	await sandbox.close();
}

/** The switches of a report. @throws {Error} for a file that is none */
async function optionsLike(file: string): Promise<Pick<SandboxOptions, 'settings'>> {
	const { settingsLike } = await import('../probe/like.mts');
	const path = resolve(process.env.INIT_CWD ?? '.', file);
	const { settings, left } = settingsLike(readFileSync(path, 'utf8'));
	if (left.length > 0)
		console.log(`Not switched, the sandbox has no such value: ${left.join(', ')}`);
	return { settings };
}

let options: ReturnType<typeof readOptions> = null;
try {
	options = readOptions();
	if (options) await start(options);
	else console.log(usage);
} catch (error) {
	process.exitCode = 1;
	const { code, message } = error as NodeJS.ErrnoException;
	const taken = `Port ${options?.port} is already in use. Stop what uses it, or choose another with --port.`;
	const sentence = code === 'EADDRINUSE' ? taken : `The sandbox could not start: ${message}`;
	console.error(options ? sentence : `${message}\n\n${usage}`);
}
