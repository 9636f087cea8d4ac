/** The package under measurement, as a user gets it: packed, unpacked, loaded from there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../e2e/lib/package.mts';
import { CACHE, ROOT } from '../../e2e/lib/paths.mts';

const run = promisify(execFile);

/**
 * Packs the package if its sources changed, and unpacks it inside the checkout, where it finds `n8n-workflow`.
 * @returns the folder with the package's package.json, and the tarball
 */
export async function unpackedPackage(): Promise<{ packageFolder: string; tarball: string }> {
	const tarball = await packPackage();
	const packageFolder = join(CACHE, 'bench', 'package', basename(dirname(tarball)));
	if (!existsSync(join(packageFolder, 'package.json'))) {
		await rm(packageFolder, { recursive: true, force: true });
		await mkdir(packageFolder, { recursive: true });
		await run('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	}
	return { packageFolder, tarball };
}

/**
 * Loads a single module of this checkout's last build, such as `nodes/LegalNotice/transport/limiter`, with the types of
 * its source.
 */
export function loadModule<Module>(module: string): Module {
	return createRequire(join(ROOT, 'package.json'))(`./dist/${module}.js`) as Module;
}

export interface Sizes {
	readonly files: number;
	readonly bytes: number;
}

/** Everything below a folder. */
export async function sizesOf(folder: string): Promise<Sizes> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
	);
	return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
