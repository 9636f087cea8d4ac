/**
 * Is a folder's node_modules what its lock file says? A marker inside node_modules answers at once. Without
 * one (somebody ran npm by hand) npm's own record of what it installed is compared with the lock file.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOf } from './folders.mjs';

const MARKER = '.installed-from';

/** Changes with anything that an install depends on. */
function fingerprint({ path }) {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
	for (const file of ['package-lock.json', '.npmrc']) {
		if (existsSync(join(path, file))) hash.update(readFileSync(join(path, file)));
	}
	return hash.digest('hex');
}

/** Every package of the lock file is there in its version; those for other platforms may be missing. */
export function recordMatchesLock(lock, record) {
	return Object.entries(lock.packages ?? {}).every(([path, wanted]) => {
		if (path === '' || wanted.link) return true;
		const installed = record.packages?.[path];
		return installed ? installed.version === wanted.version : wanted.optional === true;
	});
}

function readJson(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** Native parts and the bundled Node can be absent although npm recorded them. */
export function probesPass(folder) {
	return folder.probes.every(
		(args) => spawnSync(nodeOf(folder), args, { cwd: folder.path }).status === 0,
	);
}

export function isInstalled(folder) {
	const modules = join(folder.path, 'node_modules');
	const marker = join(modules, MARKER);
	const wanted = fingerprint(folder);
	if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true;

	const lock = readJson(join(folder.path, 'package-lock.json'));
	const record = readJson(join(modules, '.package-lock.json'));
	if (!lock || !record || !recordMatchesLock(lock, record) || !probesPass(folder)) return false;
	markInstalled(folder);
	return true;
}

export function markInstalled(folder) {
	writeFileSync(join(folder.path, 'node_modules', MARKER), fingerprint(folder));
}
