#!/usr/bin/env node
import { parseArgs } from 'node:util';
import type { Sandbox, SandboxOptions } from './index.mts';

const usage = `Usage: npm run sandbox -- [--port 5690] [--host 127.0.0.1] [--data FILE]

  --port  port of the interface, its page and its controls (default 5690; 0 for a free one)
  --host  address to listen on (default 127.0.0.1)
  --data  SQLite file that keeps the notices (default: in memory, forgotten at the end)

SANDBOX_DISABLED_RULES: ids of rules to switch off, separated by commas (see sandbox/rules.mts)
`;

// The database is part of Node but still warns of its novelty: that one warning only is left out.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
	if (warning.name !== 'ExperimentalWarning' || !warning.message.includes('SQLite')) {
		console.error(`${warning.name}: ${warning.message}`);
	}
});

process.exitCode = await main();

async function main(): Promise<number> {
	const options = readOptions();
	if (options === null) return 0;
	if (typeof options === 'string') {
		console.error(`${options}\n\n${usage}`);
		return 1;
	}
	const { startSandbox } = await import('./index.mts');
	let sandbox: Sandbox;
	try {
		sandbox = await startSandbox(options);
	} catch (error) {
		console.error(sentence(error, options));
		return 1;
	}
	// Before the address is printed: whoever reads it may end the sandbox at once.
	const ended = new Promise<void>((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
	console.log(`Legal notice sandbox: a demonstration service, no real notice is ever ordered.

  Base URL    ${sandbox.url}
  Public key  ${sandbox.publicKey}
  Secret key  ${sandbox.secretKey}
  Web page    ${sandbox.origin}/

Data: ${options.databaseFile ?? 'in memory'}. Stop it with Ctrl+C.`);
	await ended;
	await sandbox.close();
	return 0;
}

/** The options, a sentence about what is wrong with them, or null when only help was wanted. */
function readOptions(): SandboxOptions | string | null {
	try {
		const { values } = parseArgs({
			options: {
				port: { type: 'string', default: '5690' },
				host: { type: 'string', default: '127.0.0.1' },
				data: { type: 'string' },
				help: { type: 'boolean', short: 'h' },
			},
		});
		if (values.help) {
			console.log(usage);
			return null;
		}
		const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1;
		if (port < 0 || port > 65_535) return `--port takes a number from 0 to 65535.`;
		const data = values.data === undefined ? {} : { databaseFile: values.data };
		return { port, host: values.host, ...data };
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

function sentence(error: unknown, { port = 0, host = '', databaseFile }: SandboxOptions): string {
	const code = error instanceof Error && 'code' in error ? error.code : '';
	if (code === 'EADDRINUSE') {
		return `Port ${port} is already in use. Stop what uses it, or choose another with --port.`;
	}
	if (code === 'EADDRNOTAVAIL') {
		return `This machine has no address ${host}. Choose another with --host.`;
	}
	if (code === 'EACCES')
		return `Port ${port} needs more rights. Choose one above 1023 with --port.`;
	const message = error instanceof Error ? error.message : String(error);
	if (code === 'ERR_SQLITE_ERROR') return `The data file ${databaseFile}: ${message}.`;
	return `The sandbox could not start: ${message}`;
}
