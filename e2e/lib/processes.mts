/** Long-running child processes: each in a group of its own, so that all it spawned can be ended with it. */
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between asking a process to end and insisting. */
const GRACE_MS = 10_000;

export interface ProcessOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
	readonly command: string;
	readonly args: readonly string[];
	/** Standard output and error, together. */
	readonly logFile: string;
}

export interface ManagedProcess {
	readonly logFile: string;
	/** All it has written so far. */
	output(): string;
	/** False from the moment it ended, for whatever reason. */
	isRunning(): boolean;
	/** Settles at that moment. */
	readonly ended: Promise<void>;
	/** Asks it to end, insists after a while, and leaves nothing of its group behind. */
	stop(): Promise<void>;
	/** Ends it at once, as a power cut would. */
	kill(): Promise<void>;
}

const running = new Set<number>();

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

// The last resort, for a caller that crashed before it could stop what it had started.
process.on('exit', () => running.forEach(killGroup));

/** @throws Error when the command cannot be started */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
	const { command, args, logFile, ...given } = options;
	mkdirSync(dirname(logFile), { recursive: true });
	// A process that is started again goes on with the log of the first.
	const log = createWriteStream(logFile, { flags: 'a' });
	const child = spawn(command, args, {
		...given,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	await once(child, 'spawn');
	const { pid = 0 } = child;
	running.add(pid);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			output += chunk;
			log.write(chunk);
		});
	}
	let hasEnded = false;
	const ended = once(child, 'exit').then(() => void (hasEnded = true));

	async function kill(): Promise<void> {
		killGroup(pid);
		await ended;
		running.delete(pid);
		log.end();
	}

	return {
		logFile,
		output: () => output,
		isRunning: () => !hasEnded,
		ended,
		async stop() {
			if (!hasEnded) child.kill('SIGTERM');
			await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
			await kill();
		},
		kill,
	};
}
