/** Brings a folder's node_modules to what its lock file says, and does nothing where they already agree. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { explainFailedInstall } from './explain.mjs';
import { ROOT } from './folders.mjs';
import { withLock } from './install-lock.mjs';
import { isInstalled, markInstalled, probesPass } from './installed.mjs';
import { installEnvironment, installingNpm } from './npm.mjs';
import { elapsed, Failure, heartbeat, inCI, lastLines, say } from './output.mjs';
import { runChild } from './run-child.mjs';

/** @param {import('./folders.mjs').Folder} folder */
export async function ensureInstalled(folder) {
	if (isInstalled(folder)) return;
	await withLock(
		`install-${folder.key}`,
		(holder) =>
			say(`Waiting for another command (process ${holder}) that installs ${folder.label} ...`),
		async () => {
			// The other command may just have done it.
			if (!isInstalled(folder)) await install(folder);
		},
	);
}

async function install(folder) {
	const where = relative(ROOT, folder.path) || '.';
	say(`Installing ${folder.label} into ${where} (usually ${folder.usually}) ...`);
	const started = performance.now();
	const stop = heartbeat(() => `  still installing ${folder.label}: ${elapsed(started)}`);
	const { command, args } = installingNpm();
	const result = await runChild(
		command,
		[...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...(folder.flags ?? [])],
		{ cwd: folder.path, env: installEnvironment(), capture: true },
	)
		.catch((error) => ({ exitCode: 1, output: String(error), interrupted: false }))
		.finally(stop);

	if (result.interrupted) {
		throw new Failure('Stopped. The next run starts this install again.', result.exitCode || 130);
	}
	if (result.exitCode !== 0 || !probesPass(folder)) {
		throw new Failure(report(folder, result.output));
	}
	markInstalled(folder);
	if (inCI && result.output.trim()) say(lastLines(result.output, 20));
	say(`Installed ${folder.label} in ${elapsed(started)}.`);
}

function report(folder, output) {
	const logs = join(ROOT, '.cache', 'logs');
	const logFile = join(logs, `install-${folder.key}.log`);
	mkdirSync(logs, { recursive: true });
	writeFileSync(logFile, output);
	const sentence = explainFailedInstall(output, relative(ROOT, logFile));
	return `${lastLines(output, 25)}\n\nInstalling ${folder.label} did not work. ${sentence}`;
}
