/** n8n's own loader of packages, in every line of n8n that the package says it works on. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './failure.mts';
import { ROOT } from './paths.mts';

const run = promisify(execFile);

interface Line {
	/** Version of n8n whose n8n-core it is. */
	readonly n8n: string;
	readonly core: string;
	/** Folder whose Node runs it. */
	readonly nodeOf: string;
	/** What else is tried on it, for the table of the README. */
	readonly also: string;
}

/** The oldest first. */
export const LINES: readonly Line[] = [
	{
		n8n: '1.123.81',
		core: 'e2e/loaders/node_modules/n8n-core-1.123',
		nodeOf: 'e2e/loaders',
		also: '',
	},
	{
		n8n: '2.0.3',
		core: 'e2e/loaders/node_modules/n8n-core-2.0',
		nodeOf: 'e2e/host',
		also: '',
	},
	{
		n8n: '2.30.8',
		core: 'e2e/loaders/node_modules/n8n-core-2.30',
		nodeOf: 'e2e/host',
		also: '',
	},
	{
		n8n: '2.41.1',
		core: 'e2e/host/node_modules/n8n-core',
		nodeOf: 'e2e/host',
		also: 'the end-to-end tests, the editor, all example workflows',
	},
];

/** What the loader of one line knows of the package afterwards. */
export interface Loaded {
	readonly core: string;
	readonly node: string;
	readonly nodes: ReadonlyArray<{ name: string; className: string; operations: number }>;
	readonly credentials: ReadonlyArray<{ name: string; supportedNodes: readonly string[] }>;
}

/**
 * @param folder the package, unpacked, without node_modules of its own
 * @throws Failure with what the loader said
 */
export async function loadOn({ core, nodeOf, n8n }: Line, folder: string): Promise<Loaded> {
	const coreFolder = join(ROOT, core);
	if (!existsSync(coreFolder)) {
		throw new Failure(`The loader of n8n ${n8n} is not installed. Run \`npm run test:compat\`.`);
	}
	try {
		const { stdout } = await run(
			join(ROOT, nodeOf, 'node_modules', 'node', 'bin', 'node'),
			[join(import.meta.dirname, 'loadPackage.cjs'), coreFolder, folder],
			{
				// As n8n does it, so that a package finds the n8n-workflow of the n8n that loads it.
				env: {
					...process.env,
					NODE_OPTIONS: '',
					NODE_PATH: [join(coreFolder, 'node_modules'), dirname(coreFolder)].join(delimiter),
				},
				timeout: 120_000,
			},
		);
		return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Loaded;
	} catch (error) {
		const { stderr = '' } = error as { stderr?: string };
		throw new Failure(`n8n ${n8n} does not load the package.\n${stderr}`, { cause: error });
	}
}
