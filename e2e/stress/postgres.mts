/**
 * The machine's own PostgreSQL, started for one run. Several n8n processes on one SQLite file give up a write after
 * one second of waiting, and a busy machine makes them wait longer: n8n supports queue mode on PostgreSQL only.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { startProcess } from '../lib/processes.mts';
import { findProgram, untilItListens } from './programs.mts';
import type { Service } from './redis.mts';

const run = promisify(execFile);
const USER = 'n8n';

/** @returns undefined where the machine has none; n8n then shares an SQLite file */
export async function startPostgres(folder: string): Promise<Service | undefined> {
	const initdb = findProgram('initdb');
	const command = findProgram('postgres');
	const account = serverAccount();
	if (!initdb || !command || account === 'none') return undefined;
	const home = join(folder, 'postgres');
	await mkdir(home);
	if (account) {
		await chown(folder, account.uid, account.gid);
		await chown(home, account.uid, account.gid);
	}
	const data = join(home, 'data');
	const env = { PATH: `${dirname(initdb)}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8' };
	await run(initdb, ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-sync'], {
		cwd: home,
		env,
		...account,
	});
	const port = await freePort();
	const running = await startProcess({
		command,
		args: [
			['-D', data, '-p', String(port)],
			['-c', `listen_addresses=${LOOPBACK}`, '-c', 'unix_socket_directories='],
			// Nothing of it outlives the run.
			['-c', 'fsync=off'],
		].flat(),
		cwd: home,
		env,
		logFile: join(folder, 'logs', 'postgres.log'),
		...account,
	});
	await untilItListens('PostgreSQL', port, running);
	return {
		...running,
		environment: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: LOOPBACK,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: 'demo',
		},
	};
}

/** PostgreSQL refuses to run as root: there it takes the account that its package made. */
function serverAccount(): { uid: number; gid: number } | undefined | 'none' {
	if (process.getuid?.() !== 0) return undefined;
	const ask = (flag: string) =>
		Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
	try {
		return { uid: ask('-u'), gid: ask('-g') };
	} catch {
		return 'none';
	}
}
