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

  --port          port of n8n (or the variable DEMO_PORT)
  --sandbox-port  port of the emulated service (or the variable DEMO_SANDBOX_PORT)
  --folder        where the data is kept (or the variable DEMO_FOLDER); default .cache/demo
`;

function portFrom(text: string | undefined, fallback: number, flag: string): number {
	if (text === undefined || text === '') return fallback;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Failure(`"${text}" is no port: give ${flag} a whole number from 1 to 65535.`);
}

/** @throws Failure on an unknown flag or a value that is no port */
export function readOptions(
	argv: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): DemoOptions {
	const values = parse(argv);
	const port = portFrom(values.port ?? env['DEMO_PORT'], DEFAULT_PORT, '--port');
	const sandboxPort = portFrom(
		values['sandbox-port'] ?? env['DEMO_SANDBOX_PORT'],
		DEFAULT_SANDBOX_PORT,
		'--sandbox-port',
	);
	if (port === sandboxPort) {
		throw new Failure(`n8n and the sandbox cannot share port ${port}: give them different ports.`);
	}
	// Two demos side by side are on different ports; they must not share a database.
	const ownFolder = port === DEFAULT_PORT ? 'demo' : `demo-${port}`;
	const folder = values.folder ?? env['DEMO_FOLDER'] ?? join(CACHE, ownFolder);
	return { port, sandboxPort, folder, help: values.help === true };
}

function parse(argv: readonly string[]) {
	try {
		return parseArgs({
			args: [...argv],
			options: {
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
				folder: { type: 'string' },
				help: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		throw new Failure(`${messageOf(error)}\n\n${USAGE}`);
	}
}
