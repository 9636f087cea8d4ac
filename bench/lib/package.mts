/** The package under measurement, as a user gets it: packed, unpacked, loaded from there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../e2e/lib/package.mts';
import { CACHE, ROOT } from '../../e2e/lib/paths.mts';

const run = promisify(execFile);

/**
 * Packs the package if its sources changed, and unpacks it inside the checkout, where it finds `n8n-workflow`.
 * @returns the folder with the package's package.json
 */
export async function unpackedPackage(): Promise<string> {
	const tarball = await packPackage();
	const packageFolder = join(CACHE, 'bench', 'package', basename(dirname(tarball)));
	if (!existsSync(join(packageFolder, 'package.json'))) {
		await rm(packageFolder, { recursive: true, force: true });
		await mkdir(packageFolder, { recursive: true });
		await run('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	}
	return packageFolder;
}

/**
 * Loads a single module of this checkout's last build, such as `nodes/LegalNotice/transport/limiter`, with the types of
 * its source.
 */
export function loadModule<Module>(module: string): Module {
	return createRequire(join(ROOT, 'package.json'))(`./dist/${module}.js`) as Module;
}
