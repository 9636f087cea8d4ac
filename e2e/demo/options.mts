/** The command line of `npm start`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../lib/failure.mts';
import { CACHE } from '../lib/paths.mts';

export interface DemoOptions {
	readonly port: number;
	readonly sandboxPort: number;
	/** Keeps n8n's data and the sandbox's orders from one start to the next. */
	readonly folder: string;
	/** The package is compiled again at every change, and n8n loads it anew. */
	readonly watch: boolean;
	readonly help: boolean;
}

const PORTS = { port: '5678', 'sandbox-port': '5690' };

export const USAGE = `npm start starts n8n with this package and the emulated service, ready to order a demo notice.

  npm start -- [--port ${PORTS.port}] [--sandbox-port ${PORTS['sandbox-port']}] [--folder <path>] [--watch]

  --port          port of n8n
  --sandbox-port  port of the emulated service
  --folder        where the data is kept; default .cache/demo
  --watch         compiles the package at every change and has n8n load it anew, as \`npm run dev\` does
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = { port: text, 'sandbox-port': text, folder: text, watch: flag, help: flag };

/** @throws Failure on an unknown flag or a value that is no port */
export function readOptions(args: string[]): DemoOptions {
	const given = parse(args);
	const [port, sandboxPort] = (['port', 'sandbox-port'] as const).map((flag) => {
		const value = given[flag] ?? PORTS[flag];
		const number = Number(value);
		if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
		throw new Failure(`"${value}" is no port: give --${flag} a whole number from 1 to 65535.`);
	}) as [number, number];
	// Two demos side by side are on different ports; they must not share a database.
	const own = String(port) === PORTS.port ? 'demo' : `demo-${port}`;
	const { folder = join(CACHE, own), watch = false, help = false } = given;
	return { port, sandboxPort, folder, watch, help };
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options }).values;
	} catch (error) {
		throw new Failure(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	}
}
