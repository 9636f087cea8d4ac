/** This package as a user gets it: built, packed, and unpacked where n8n loads community packages from. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './failure.mts';
import { CACHE, PACKAGE_NAME, ROOT } from './paths.mts';

const run = promisify(execFile);

/** Everything the tarball is made from. */
const SOURCES = ['{nodes,credentials,icons}/**', 'package*.json', 'tsconfig.json', 'gulpfile.js'];
const DOCUMENTS = ['README.md', 'LICENSE'];

function fingerprint(): string {
	const hash = createHash('sha256');
	for (const file of globSync([...SOURCES, ...DOCUMENTS], { cwd: ROOT }).sort()) {
		const path = join(ROOT, file);
		if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
	}
	return hash.digest('hex').slice(0, 16);
}

/**
 * Builds and packs the package, unless exactly these sources were packed before.
 * @param signal gives up; what was begun is removed
 * @returns the tarball
 */
export async function packPackage(signal?: AbortSignal): Promise<string> {
	const kept = join(CACHE, 'package', fingerprint());
	const tarball = join(kept, `${PACKAGE_NAME}.tgz`);
	if (existsSync(tarball)) return tarball;
	await mkdir(kept, { recursive: true });
	const npm = async (...args: string[]) =>
		await run('npm', args, { cwd: ROOT, ...(signal && { signal }) });
	try {
		await npm('run', 'build');
		const { stdout } = await npm(
			'pack',
			'--silent',
			'--ignore-scripts',
			`--pack-destination=${kept}`,
		);
		await rename(join(kept, stdout.trim()), tarball);
	} catch (error) {
		await rm(kept, { recursive: true, force: true });
		signal?.throwIfAborted();
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Failure(
			`The package does not build. Fix what is said here and run this again.\n${stdout}${stderr}`,
			{ cause: error },
		);
	}
	return tarball;
}

/**
 * Puts the content of a tarball where n8n finds community packages of a user folder, in place of an older one.
 * Without node_modules inside, the package uses n8n's own copy of n8n-workflow, as in production.
 * @returns the folder of the package
 */
export async function installPackage(folder: string, tarball: string): Promise<string> {
	const target = join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	return target;
}
