/** The package under measurement, as a user gets it: packed, unpacked, loaded from there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { packPackage } from '../../e2e/lib/package.mts';
import { CACHE, ROOT } from '../../e2e/lib/paths.mts';

/**
 * Packs the package if its sources changed, and unpacks it inside the checkout, where it finds `n8n-workflow`.
 * @returns the folder with the package's package.json
 */
export async function unpackedPackage(): Promise<string> {
	const tarball = await packPackage();
	const packageFolder = join(CACHE, 'bench', 'package', basename(dirname(tarball)));
	if (!existsSync(join(packageFolder, 'package.json'))) {
		mkdirSync(packageFolder, { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	}
	return packageFolder;
}

/** Loads a module of this checkout's last build, such as `nodes/LegalNotice/transport/limiter`. */
export function loadModule<Module>(module: string): Module {
	return createRequire(join(ROOT, 'package.json'))(`./dist/${module}.js`) as Module;
}
