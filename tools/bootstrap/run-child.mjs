/** Starts a program, hands signals on to it and reports how it ended. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * npm runs scripts through a shell, and a shell that is ended takes nothing with it: whoever ends npm from outside
 * would leave us running. Without npm in between, being left by the parent may be meant (nohup).
 * @returns {() => void} ends the watch
 */
function onOrphaned(act) {
	const parent = process.ppid;
	if (!process.env.npm_lifecycle_event) return () => {};
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		act();
	}, 1_000).unref();
	return () => clearInterval(timer);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.capture] collect the output instead of showing it
 * @param {(chunk: string) => void} [options.onOutput] with `capture`, each piece as it comes
 * @returns {Promise<{ exitCode: number, output: string, interrupted: boolean }>} an exit through a
 *   signal is 128 + its number, as a shell says it; `interrupted` means that we were told to stop
 */
export function runChild(command, args, { cwd, env = process.env, capture = false, onOutput }) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env,
			stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
		});
		let output = '';
		let interrupted = false;

		// A terminal signals the child as well; a `kill` of this process alone does not.
		const handOn = (signal) => {
			interrupted = true;
			child.kill(signal);
		};
		for (const signal of SIGNALS) process.on(signal, handOn);
		const stopWatching = onOrphaned(() => handOn('SIGTERM'));
		const finish = () => {
			SIGNALS.forEach((signal) => process.off(signal, handOn));
			stopWatching();
		};

		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (chunk) => {
				output += chunk;
				onOutput?.(chunk);
			});
		}
		child.on('error', (error) => {
			finish();
			reject(error);
		});
		child.on('close', (code, signal) => {
			finish();
			const exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
			resolve({ exitCode, output, interrupted });
		});
	});
}
