/** The n8n versions that are installed side by side, each in a folder with its own lock file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, messageOf } from './failure.mts';
import { ROOT } from './paths.mts';

export interface Software {
	/** The folder with package.json and node_modules. */
	readonly folder: string;
	/** The Node this n8n runs on. */
	readonly node: string;
	/** n8n's command-line program. */
	readonly program: string;
	/** What only this version needs in its environment. */
	readonly environment: Readonly<Record<string, string>>;
}

const versions = {
	'2.41': {
		folder: 'host',
		installedBy: 'npm start',
		environment: {
			// These ask servers of n8n for lists that the demo has no use for.
			N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents,chat-hub',
			// What 3.0 will switch off; the package is loaded from a file and verified by nobody.
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		},
	},
	'1.123': {
		folder: 'host-1.123',
		installedBy: 'npm run test:compat',
		environment: {
			// The other engine is a compiled package, which this folder leaves out.
			N8N_EXPRESSION_ENGINE: 'legacy',
		},
	},
} as const;

export type Version = keyof typeof versions;

export const VERSIONS = Object.keys(versions) as readonly Version[];

/** A reason to skip what needs that version, or false where it is installed. */
export function whyNotInstalled(version: Version): string | false {
	try {
		softwareFor(version);
		return false;
	} catch (error) {
		return messageOf(error);
	}
}

/** @throws Failure when that version is not installed */
export function softwareFor(version: Version = '2.41'): Software {
	const { folder: name, environment, installedBy } = versions[version];
	const folder = join(ROOT, 'e2e', name);
	const software = {
		folder,
		node: join(folder, 'node_modules', 'node', 'bin', 'node'),
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		environment,
	};
	if (!existsSync(software.node) || !existsSync(software.program)) {
		throw new Failure(
			`n8n ${version} is not installed: run \`${installedBy}\` once, it installs it.`,
		);
	}
	return software;
}
