/**
 * Which npm does what. Installs need one that obeys `allowScripts` in package.json: npm 10, which comes
 * with Node 20, ignores it and then fails compiling packages that n8n never uses. Scripts run with any.
 */
import { spawnSync } from 'node:child_process';

const PINNED = '11.19.1';

/** @typedef {{ command: string, args: string[] }} Npm */

/**
 * The npm that called us, or the one on PATH.
 * @returns {Npm & { version: string }}
 */
export function currentNpm(env = process.env) {
	const [, version] = /^npm\/(\S+)/.exec(env.npm_config_user_agent ?? '') ?? [];
	if (version && env.npm_execpath) {
		return { command: process.execPath, args: [env.npm_execpath], version };
	}
	const found = spawnSync('npm', ['--version'], { encoding: 'utf8', env });
	return { command: 'npm', args: [], version: found.status === 0 ? found.stdout.trim() : '' };
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
 * The environment without what npm says about the script that is running: an npm inside another one
 * would take it for its own. The user's settings (registry, cache, proxy) stay.
 */
export function withoutScriptVariables(env = process.env) {
	const ours =
		/^npm_(package_|lifecycle_|command$|node_execpath$|config_(user_agent|local_prefix|prefix|npm_version|node_gyp)$)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
