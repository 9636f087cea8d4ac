/**
 * Which npm does what. Installs need one that obeys `allowScripts` in package.json: npm 10, which comes
 * with Node 20, ignores it and then fails compiling packages that n8n never uses. Scripts run with any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PINNED = '11.19.1';

/** @typedef {{ command: string, args: string[] }} Npm */

/**
 * The npm that called us, or the one on PATH. Its version is read from its own package.json: the variable
 * npm_config_user_agent goes on naming the outer one where an npm runs inside another (`npx npm@10 start`).
 * @returns {Npm & { version: string }}
 */
export function currentNpm(env = process.env) {
	const program = env.npm_execpath ?? '';
	const manifest = readManifest(join(dirname(dirname(program)), 'package.json'));
	if (program.endsWith('npm-cli.js') && manifest?.name === 'npm') {
		return { command: process.execPath, args: [program], version: manifest.version };
	}
	const found = spawnSync('npm', ['--version'], { encoding: 'utf8', env });
	return { command: 'npm', args: [], version: found.status === 0 ? found.stdout.trim() : '' };
}

function readManifest(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/**
 * The npm for installs: the current one where it is of the pinned minor version or a later 11, else the
 * pinned one, fetched into npm's own cache.
 * @returns {Npm}
 */
export function installingNpm(env = process.env) {
	const { command, args, version } = currentNpm(env);
	const [major, minor] = version.split('.').map(Number);
	const [pinnedMajor, pinnedMinor] = PINNED.split('.').map(Number);
	if (major === pinnedMajor && minor >= pinnedMinor) return { command, args };
	return { command, args: [...args, 'exec', '--yes', `--package=npm@${PINNED}`, '--', 'npm'] };
}

/**
 * The environment for an install. Where something must be compiled, the headers beside the running Node serve as
 * well as those that would be downloaded from nodejs.org, which many servers cannot reach.
 */
export function installEnvironment(env = process.env, program = process.execPath) {
	const prefix = dirname(dirname(program));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return { ...(hasHeaders && { npm_config_nodedir: prefix }), ...withoutScriptVariables(env) };
}

/**
 * The environment without what npm says about the script that is running: an npm inside another one
 * would take it for its own. The user's settings (registry, cache, proxy) stay.
 */
function withoutScriptVariables(env) {
	const ours =
		/^npm_(package_|lifecycle_|command$|node_execpath$|config_(user_agent|local_prefix|prefix|npm_version|node_gyp)$)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
