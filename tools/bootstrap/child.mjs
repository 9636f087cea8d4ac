/** Starts programs and hands signals on to them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
export const elapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** An expected failure: shown as its sentence alone, without a stack. */
export const failure = (sentence, exitCode = 1) => Object.assign(new Error(sentence), { exitCode });

/** @returns `exitCode` as a shell has it, 128 and more for a signal; `interrupted`: we were told to stop */
export async function run(command, args, { capture = false, ...options }) {
	const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
	const child = spawn(command, args, { ...options, stdio });
	let [output, interrupted] = ['', false];
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
	}
	// A terminal signals the child as well; a `kill` of this process alone does not.
	const handOn = (signal) => (interrupted = child.kill(signal));
	for (const signal of signals) process.on(signal, handOn);
	const [code, signal] = await once(child, 'close');
	for (const signal of signals) process.off(signal, handOn);
	return { exitCode: signal ? 128 + constants.signals[signal] : code, output, interrupted };
}
