/** Long-running child processes: each in a group of its own, so that all it spawned can be ended with it. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessOptions {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Standard output and error, together. */
	readonly logFile: string;
	/** Another account to run as, which only root may choose. */
	readonly uid?: number;
	readonly gid?: number;
}

export interface ManagedProcess {
	readonly pid: number;
	readonly logFile: string;
	/** All it has written so far. */
	output(): string;
	/** False from the moment it ended, for whatever reason. */
	isRunning(): boolean;
	/** Settles at that moment. */
	readonly ended: Promise<void>;
	/** Asks it to end, insists after `graceMs`, and leaves nothing of its group behind. */
	stop(graceMs?: number): Promise<void>;
	/** Ends it at once, as a power cut would. */
	kill(): Promise<void>;
}

const running = new Set<number>();

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

// The last resort, for a caller that crashed before it could stop what it had started.
process.on('exit', () => running.forEach((pid) => signalGroup(pid, 'SIGKILL')));

/** @throws Error when the command cannot be started */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
	const { command, args, cwd, env, logFile, uid, gid } = options;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile);
	const child = spawn(command, args, {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		...(uid !== undefined && { uid }),
		...(gid !== undefined && { gid }),
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', reject);
	});
	const pid = child.pid ?? 0;
	running.add(pid);

	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			output += chunk;
			log.write(chunk);
		});
	}
	let hasEnded = false;
	const ended = new Promise<void>((resolve) => {
		child.once('exit', () => {
			hasEnded = true;
			resolve();
		});
	});

	async function clearGroup(): Promise<void> {
		signalGroup(pid, 'SIGKILL');
		await ended;
		running.delete(pid);
		log.end();
	}

	return {
		pid,
		logFile,
		output: () => output,
		isRunning: () => !hasEnded,
		ended,
		async stop(graceMs = 10_000) {
			if (!hasEnded) child.kill('SIGTERM');
			const patience = new AbortController();
			await Promise.race([
				ended.finally(() => patience.abort()),
				sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined),
			]);
			await clearGroup();
		},
		kill: clearGroup,
	};
}
