/** The machine's own Redis, started for one run: on a free port of the loopback, keeping nothing. */
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../lib/failure.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { startProcess, type ManagedProcess } from '../lib/processes.mts';

const READY_TIMEOUT_MS = 10_000;

export interface Redis extends ManagedProcess {
	/** What n8n's processes need in their environment to share it as their queue. */
	readonly environment: Readonly<Record<string, string>>;
}

/** @throws Failure with the command that installs one */
export function findRedis(path: string = process.env['PATH'] ?? ''): string {
	for (const folder of path.split(delimiter)) {
		const file = join(folder, 'redis-server');
		try {
			accessSync(file, constants.X_OK);
			return file;
		} catch {
			// The next folder may have it.
		}
	}
	throw new Failure(
		'Queue mode needs Redis, and no redis-server was found: install it (Debian, Ubuntu: `sudo apt-get install redis-server`; macOS: `brew install redis`) and run this again.',
	);
}

/** @param folder for its log */
export async function startRedis(folder: string): Promise<Redis> {
	const command = findRedis();
	const port = await freePort();
	const running = await startProcess({
		command,
		args: ['--bind', LOOPBACK, '--port', String(port), '--save', '', '--appendonly', 'no'],
		cwd: folder,
		env: {},
		logFile: join(folder, 'logs', 'redis.log'),
	});
	const deadline = Date.now() + READY_TIMEOUT_MS;
	while (!(await accepts(port))) {
		if (!running.isRunning() || Date.now() > deadline) {
			await running.kill();
			throw new Failure(`Redis did not start:\n${running.output().trimEnd()}`);
		}
		await sleep(50);
	}
	return {
		...running,
		environment: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: LOOPBACK,
			QUEUE_BULL_REDIS_PORT: String(port),
		},
	};
}

const accepts = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = connect({ host: LOOPBACK, port });
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
		socket.once('close', () => socket.destroy());
		socket.once('connect', () => socket.end());
	});
