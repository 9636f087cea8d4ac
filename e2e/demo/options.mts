/** The command line of `npm start`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, messageOf } from '../lib/failure.mts';
import { CACHE } from '../lib/paths.mts';

export interface DemoOptions {
	readonly port: number;
	readonly sandboxPort: number;
	/** Keeps n8n's data and the sandbox's orders from one start to the next. */
	readonly folder: string;
	readonly help: boolean;
}

const DEFAULT_PORT = 5678;
const DEFAULT_SANDBOX_PORT = 5690;

export const USAGE = `npm start starts n8n with this package and the emulated service, ready to order a demo notice.

  npm start -- [--port ${DEFAULT_PORT}] [--sandbox-port ${DEFAULT_SANDBOX_PORT}] [--folder <path>]

  --port          port of n8n
  --sandbox-port  port of the emulated service
  --folder        where the data is kept; default .cache/demo
`;

const text = { type: 'string' } as const;
const options = {
	port: text,
	'sandbox-port': text,
	folder: text,
	help: { type: 'boolean' },
} as const;

/** @throws Failure on an unknown flag or a value that is no port */
export function readOptions(argv: readonly string[]): DemoOptions {
	const values = parse(argv);
	const port = portFrom(values.port ?? String(DEFAULT_PORT), '--port');
	const other = values['sandbox-port'] ?? String(DEFAULT_SANDBOX_PORT);
	const sandboxPort = portFrom(other, '--sandbox-port');
	// Two demos side by side are on different ports; they must not share a database.
	const ownFolder = port === DEFAULT_PORT ? 'demo' : `demo-${port}`;
	const folder = values.folder ?? join(CACHE, ownFolder);
	return { port, sandboxPort, folder, help: values.help === true };
}

function portFrom(given: string, flag: string): number {
	const port = Number(given);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Failure(`"${given}" is no port: give ${flag} a whole number from 1 to 65535.`);
}

function parse(argv: readonly string[]) {
	try {
		return parseArgs({ args: [...argv], options }).values;
	} catch (error) {
		throw new Failure(`${messageOf(error)}\n\n${USAGE}`);
	}
}
