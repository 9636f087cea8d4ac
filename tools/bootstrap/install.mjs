/** Brings a folder's node_modules to what its lock file says, and does nothing where they already agree. */
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsed, failure, run } from './child.mjs';
import { ROOT } from './tasks.mjs';

/** What stands in the output of a failed install, and what to do then; the first match wins. */
const advice = {
	'ENOSPC|no space left':
		'The disk is full: about 5 GB are needed. Free some space and run this again.',
	'gyp ERR![^]*(nodejs\\.org|getaddrinfo)':
		'The Node headers to compile a package (most likely sqlite3) could not be downloaded: allow access to nodejs.org, or name installed headers with `npm config set nodedir <folder>`, and run this again.',
	'gyp ERR!|node-gyp|prebuild-install':
		'A package (most likely sqlite3) has to be compiled, and the build tools are missing. Debian, Ubuntu: `sudo apt-get install -y python3 make g++`; Fedora: `sudo dnf install python3 make gcc-c++`; macOS: `xcode-select --install`. Then run this again.',
	'ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|network':
		'The package registry could not be reached: check the connection (behind a proxy: `npm config set proxy <address>`) and run this again.',
};

/** The root first, for it may have to fetch the npm that all use; then the others side by side. */
export async function installAll(others) {
	await ensureInstalled('.');
	const results = await Promise.allSettled(others.map(ensureInstalled));
	for (const { reason } of results) if (reason) throw reason;
}

async function ensureInstalled(folder) {
	if (isInstalled(folder)) return;
	// Two commands started at once in one checkout must not install into the same folder together.
	const lock = join(ROOT, '.cache', `install-${folder.replaceAll('/', '-')}.lock`);
	mkdirSync(dirname(lock), { recursive: true });
	if (!takes(lock)) {
		console.log(`Waiting for another command that installs into ${folder} ...`);
		while (!takes(lock)) await sleep(500);
	}
	try {
		if (!isInstalled(folder)) await install(folder);
	} finally {
		rmSync(lock);
	}
}

/** The lock is a link to the number of the process that holds it; where that has ended, the lock is removed. */
function takes(lock) {
	try {
		symlinkSync(String(process.pid), lock);
		return true;
	} catch {
		try {
			process.kill(Number(readlinkSync(lock)), 0);
		} catch {
			rmSync(lock, { force: true });
		}
		return false;
	}
}

/** Compares npm's own record of what it installed, which it writes last of all, with the lock file. */
function isInstalled(folder) {
	const modules = join(ROOT, folder, 'node_modules');
	const { packages: wanted = {} } = readJson(join(ROOT, folder, 'package-lock.json'));
	const { packages: found } = readJson(join(modules, '.package-lock.json'));
	const fits = ([path, { version, optional }]) =>
		path === '' || (found[path] ? found[path].version === version : optional);
	const hasNode = !wanted['node_modules/node'] || existsSync(join(modules, 'node', 'bin', 'node'));
	return found !== undefined && hasNode && Object.entries(wanted).every(fits);
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

async function install(folder) {
	const { description } = readJson(join(ROOT, folder, 'package.json'));
	const what = folder === '.' ? 'the package and its tools' : description;
	console.log(`Installing ${what} into ${folder} (1 to 4 minutes) ...`);
	const started = performance.now();
	const tell = () => console.log(`  still installing ${what}: ${elapsed(started)}`);
	const progress = setInterval(tell, 15_000);
	const [command, ...args] = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
	const options = { cwd: join(ROOT, folder), env: installEnvironment(), capture: true };
	const result = await run(command, args, options).finally(() => clearInterval(progress));
	if (result.interrupted) throw failure('Stopped. The next run starts this install again.', 130);
	if (result.exitCode !== 0) {
		const lines = result.output.trimEnd().split('\n').slice(-25).join('\n    ');
		const seen = Object.keys(advice).find((text) => new RegExp(text, 'i').test(result.output));
		const why = advice[seen] ?? 'The lines above say why.';
		throw failure(`    ${lines}\n\nInstalling ${what} did not work. ${why}`);
	}
	console.log(`Installed ${what} in ${elapsed(started)}.`);
}

/**
 * The npm that called us. One that does not obey `allowScripts` of package.json (npm 10, which comes with Node 20)
 * would compile what nothing here uses: for an install it fetches npm 11 first.
 */
export function npm(given) {
	const program = process.env.npm_execpath ?? '';
	const caller = program.endsWith('npm-cli.js') ? [process.execPath, program] : ['npm'];
	// Its own package.json, for npm's variables name the outer one where an npm runs inside another.
	const { version = '' } = readJson(join(dirname(program), '..', 'package.json'));
	const fits = given[0] !== 'ci' || (caller[1] && /^11\.(19|[2-9]\d)\./.test(version));
	const other = fits ? [] : ['exec', '--yes', '--package=npm@11.19.1', '--', 'npm'];
	return [...caller, ...other, ...given];
}

/** Without what npm says about the script that is running, which an npm inside would take for its own. */
function installEnvironment() {
	const own = /^npm_(?!config_)|^npm_config_(user_agent|local_prefix|prefix|npm_version|node_gyp)$/;
	const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
	// To compile something, the headers beside this Node serve as well as those of nodejs.org.
	const nodedir = dirname(dirname(process.execPath));
	const headers = existsSync(join(nodedir, 'include/node/node.h'));
	return { ...(headers && { npm_config_nodedir: nodedir }), ...Object.fromEntries(kept) };
}
