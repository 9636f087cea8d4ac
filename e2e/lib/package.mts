/** This package as a user gets it: built, packed, and unpacked where n8n loads community packages from. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './failure.mts';
import { CACHE, PACKAGE_NAME, ROOT } from './paths.mts';

const run = promisify(execFile);

/** Everything the tarball is made from. */
const SOURCES = ['nodes', 'credentials', 'icons'];
const SOURCE_FILES = [
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'LICENSE',
];

async function fingerprint(): Promise<string> {
	const listed = await Promise.all(
		SOURCES.map(async (folder) => {
			const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
			return entries
				.filter((entry) => entry.isFile())
				.map(({ parentPath, name }) => join(parentPath, name));
		}),
	);
	const single = SOURCE_FILES.map((file) => join(ROOT, file)).filter((file) => existsSync(file));
	const hash = createHash('sha256');
	for (const file of [...listed.flat().sort(), ...single]) {
		hash.update(`${relative(ROOT, file)}\n`).update(await readFile(file));
	}
	return hash.digest('hex').slice(0, 16);
}

async function npm(args: readonly string[], signal?: AbortSignal): Promise<string> {
	// npm says where it lies to whatever it starts; without it there is the one on PATH.
	const program = process.env['npm_execpath'] ?? '';
	const [command, before] = program.endsWith('npm-cli.js')
		? [process.execPath, [program]]
		: ['npm', []];
	const { stdout } = await run(command, [...before, ...args], {
		cwd: ROOT,
		maxBuffer: 64 << 20,
		...(signal && { signal }),
	});
	return stdout;
}

/**
 * Builds and packs the package, unless exactly these sources were packed before.
 * @param signal gives up; what was begun is removed
 * @returns the tarball
 */
export async function packPackage(signal?: AbortSignal): Promise<string> {
	const kept = join(CACHE, 'package', await fingerprint());
	const tarball = join(kept, `${PACKAGE_NAME}.tgz`);
	if (existsSync(tarball)) return tarball;
	await mkdir(kept, { recursive: true });
	try {
		await npm(['run', 'build'], signal);
		const listing = await npm(
			['pack', '--ignore-scripts', '--json', `--pack-destination=${kept}`],
			signal,
		);
		const [packed] = JSON.parse(listing) as Array<{ filename: string }>;
		if (!packed) throw new Error('npm pack named no file.');
		await rename(join(kept, packed.filename), tarball);
	} catch (error) {
		await rm(kept, { recursive: true, force: true });
		signal?.throwIfAborted();
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Failure(
			`The package does not build. Mend what is said here and run this again.\n${stdout}${stderr}`,
			{ cause: error },
		);
	}
	return tarball;
}

/**
 * Puts the content of a tarball where n8n finds community packages of a user folder, in place of an older one.
 * Without node_modules inside, the package uses n8n's own copy of n8n-workflow, as in production.
 */
export async function installPackage(folder: string, tarball: string): Promise<void> {
	const target = join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}
