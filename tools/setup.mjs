/**
 * What `npm start` and `npm test` run first: `node tools/setup.mjs [folder ...]` installs the repository and the folders
 * named, unless they are as their lock files say. It needs nothing but Node 20 and npm.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The npm that installs. Older ones do not obey `allowScripts` of package.json, and compile what nothing here uses. */
const NPM = 'npm@11.19.1';
const OBEYS = /^11\.(19|[2-9]\d)\./;

/** What the output of a failed install contains, and what to do then; the first match wins. */
const ADVICE = {
	'ENOSPC|no space left':
		'The disk is full: about 5 GB are needed. Free some space and run this again.',
	'gyp ERR![^]*(nodejs\\.org|getaddrinfo)':
		'The Node headers to compile a package (most likely sqlite3) could not be downloaded: allow access to nodejs.org, or name installed headers with `npm config set nodedir <folder>`, and run this again.',
	'gyp ERR!|node-gyp|prebuild-install':
		'A package (most likely sqlite3) has to be compiled, and the build tools are missing. Debian, Ubuntu: `sudo apt-get install -y python3 make g++`; Fedora: `sudo dnf install python3 make gcc-c++`; macOS: `xcode-select --install`. Then run this again.',
	'ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|network':
		'The package registry could not be reached: check the connection (behind a proxy: `npm config set proxy <address>`) and run this again.',
};

/** An expected failure: shown as its sentence alone, without a stack. */
class Failure extends Error {}

async function main(folders) {
	const [major, minor] = process.versions.node.split('.').map(Number);
	// npm 11 runs on these and no others.
	if (!((major === 20 && minor >= 17) || (major === 22 && minor >= 9) || major > 22)) {
		throw new Failure(
			`Node ${process.versions.node} is too old: install Node 20.17, 22.9 or newer and run this again.`,
		);
	}
	// The root first, for it may have to fetch the npm that all use; then the others side by side.
	await ensureInstalled('.');
	await Promise.all(folders.map(ensureInstalled));
}

async function ensureInstalled(folder) {
	if (isInstalled(join(ROOT, folder))) return;
	const { description } = readJson(join(ROOT, folder, 'package.json'));
	const what = folder === '.' ? 'the package and its tools' : description;
	console.log(`Installing ${what} into ${folder} (1 to 4 minutes) ...`);
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const progress = setInterval(() => {
		console.log(`  still installing ${what}: ${seconds()}`);
	}, 15_000);
	const { failed, output } = await installInto(join(ROOT, folder));
	clearInterval(progress);
	if (failed) {
		const lines = output.trimEnd().split('\n').slice(-25).join('\n    ');
		const seen = Object.keys(ADVICE).find((text) => new RegExp(text, 'i').test(output));
		const advice = ADVICE[seen] ?? 'The lines above say why.';
		throw new Failure(`    ${lines}\n\nInstalling ${what} did not work. ${advice}`);
	}
	console.log(`Installed ${what} in ${seconds()}.`);
}

/** Compares npm's own record of what it installed, which it writes last of all, with the lock file. */
function isInstalled(folder) {
	const { packages: wanted = {} } = readJson(join(folder, 'package-lock.json'));
	const { packages: found } = readJson(join(folder, 'node_modules/.package-lock.json'));
	const fits = ([path, { version, optional }]) =>
		path === '' || (found[path] ? found[path].version === version : optional);
	// The script that brings this Node is the last one; an install without scripts has left it out.
	const hasNode =
		!wanted['node_modules/node'] || existsSync(join(folder, 'node_modules/node/bin/node'));
	return found !== undefined && hasNode && Object.entries(wanted).every(fits);
}

function readJson(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function installInto(folder) {
	const [command, ...args] = [...npm(), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
	const child = spawn(command, args, { cwd: folder, env: environment() });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
	}
	// A terminal interrupts npm as well; a `kill` of this process alone does not.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.once(signal, () => {
			child.kill(signal);
			console.error('Stopped. The next run starts this install again.');
			process.exit(130);
		});
	}
	return new Promise((resolve) => {
		child.on('error', (error) => resolve({ failed: true, output: `${output}${error.message}` }));
		child.on('close', (code) => resolve({ failed: code !== 0, output }));
	});
}

/** The npm that called us if it will do, else the one that will, fetched by it. */
function npm() {
	const program = process.env.npm_execpath ?? '';
	const caller = program.endsWith('npm-cli.js') ? [process.execPath, program] : ['npm'];
	// Its own package.json, for npm's variables name the outer one where an npm runs inside another.
	const { version = '' } = readJson(join(dirname(program), '..', 'package.json'));
	const fits = caller.length > 1 && OBEYS.test(version);
	return fits ? caller : [...caller, 'exec', '--yes', `--package=${NPM}`, '--', 'npm'];
}

/** Without what npm says about the script that is running, which an npm inside would take for its own. */
function environment() {
	const own = /^npm_(?!config_)|^npm_config_(user_agent|local_prefix|prefix|npm_version|node_gyp)$/;
	const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
	// To compile something, the headers installed with this Node serve as well as those of nodejs.org.
	const nodedir = dirname(dirname(process.execPath));
	const headers = existsSync(join(nodedir, 'include/node/node.h'));
	return { ...(headers && { npm_config_nodedir: nodedir }), ...Object.fromEntries(kept) };
}

try {
	await main(process.argv.slice(2));
} catch (problem) {
	if (!(problem instanceof Failure)) throw problem;
	console.error(problem.message);
	process.exitCode = 1;
}
