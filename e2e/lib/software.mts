/** The n8n of `e2e/host`, which the demo and the tests start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mts';
import { ROOT } from './paths.mts';

export interface Software {
	/** The Node this n8n runs on. */
	readonly node: string;
	/** n8n's command-line program. */
	readonly program: string;
}

/** @throws Failure when it is not installed */
export function installedN8n(): Software {
	const modules = join(ROOT, 'e2e', 'host', 'node_modules');
	const software = {
		node: join(modules, 'node', 'bin', 'node'),
		program: join(modules, 'n8n', 'bin', 'n8n'),
	};
	if (!existsSync(software.node) || !existsSync(software.program)) {
		throw new Failure('n8n is not installed: run `npm start` once, it installs it.');
	}
	return software;
}
