/** The machine's own Redis, started for one run: on a free port of the loopback, keeping nothing. */
import { join } from 'node:path';
import { Failure } from '../lib/failure.mts';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { startProcess, type ManagedProcess } from '../lib/processes.mts';
import { findProgram, untilItListens } from './programs.mts';

export interface Service extends ManagedProcess {
	/** What n8n's processes need in their environment to share it. */
	readonly environment: Readonly<Record<string, string>>;
}

/** @throws Failure with the command that installs one */
export function findRedis(path?: string): string {
	const found = findProgram('redis-server', path);
	if (found) return found;
	throw new Failure(
		'Queue mode needs Redis, and no redis-server was found: install it (Debian, Ubuntu: `sudo apt-get install redis-server`; macOS: `brew install redis`) and run this again.',
	);
}

/** @param folder for its log */
export async function startRedis(folder: string): Promise<Service> {
	const command = findRedis();
	const port = await freePort();
	const running = await startProcess({
		command,
		args: ['--bind', LOOPBACK, '--port', String(port), '--save', '', '--appendonly', 'no'],
		cwd: folder,
		env: {},
		logFile: join(folder, 'logs', 'redis.log'),
	});
	await untilItListens('Redis', port, running);
	return {
		...running,
		environment: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: LOOPBACK,
			QUEUE_BULL_REDIS_PORT: String(port),
		},
	};
}
