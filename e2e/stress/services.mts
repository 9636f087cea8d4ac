/**
 * The machine's own Redis and PostgreSQL, started for one run. Several n8n processes on one SQLite file give up a write
 * after one second of waiting: n8n supports queue mode on PostgreSQL only.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort, LOOPBACK } from '../lib/ports.mts';
import { startProcess, type ManagedProcess } from '../lib/processes.mts';
import { findProgram } from '../lib/programs.mts';
import { until } from '../lib/until.mts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/** @param folder for data and logs @throws Failure with the command that installs what is missing */
export async function startServices(folder: string) {
	const redis = await startRedis(folder);
	const postgres = await startPostgres(folder);
	return {
		/** What n8n's processes need in their environment to share them. */
		environment: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: LOOPBACK,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: LOOPBACK,
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: 'demo',
		},
		async stop() {
			await Promise.all([redis.running.stop(), postgres.running.stop()]);
		},
	};
}

async function startRedis(folder: string) {
	const advice = 'install it (Debian, Ubuntu: `sudo apt-get install redis-server`).';
	const command = findProgram(['redis-server'], advice);
	const port = await freePort();
	const args = ['--bind', LOOPBACK, '--port', String(port), '--save', ''];
	const logFile = join(folder, 'logs', 'redis.log');
	const running = await startProcess({ command, args, cwd: folder, env: {}, logFile });
	return await listening(running, port);
}

async function startPostgres(folder: string) {
	const advice = 'install it (Debian, Ubuntu: `sudo apt-get install postgresql`).';
	const initdb = findProgram(['initdb'], advice);
	const home = join(folder, 'postgres');
	const data = join(home, 'data');
	mkdirSync(home);
	const account = serverAccount();
	if (account) for (const owned of [folder, home]) chownSync(owned, account.uid, account.gid);
	const env = { PATH: `${dirname(initdb)}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8' };
	const options = { cwd: home, env, ...account };
	const how = ['-U', 'n8n', '--auth=trust', '--encoding=UTF8', '--no-sync'];
	execFileSync(initdb, ['-D', data, ...how], { ...options, stdio: 'ignore' });
	const port = await freePort();
	const settings = [`listen_addresses=${LOOPBACK}`, 'unix_socket_directories=', 'fsync=off'];
	const running = await startProcess({
		...options,
		command: findProgram(['postgres'], advice),
		args: ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
		logFile: join(folder, 'logs', 'postgres.log'),
	});
	return await listening(running, port);
}

/** PostgreSQL refuses to run as root: there it takes the account that its package made. */
function serverAccount(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
	return { uid: ask('-u'), gid: ask('-g') };
}

/** Waits until it takes connections. */
async function listening(running: ManagedProcess, port: number) {
	const accepts = async () => {
		const socket = connect({ host: LOOPBACK, port });
		const isOpen = once(socket, 'connect').then(
			() => true as const,
			() => undefined,
		);
		return await isOpen.finally(() => socket.destroy());
	};
	await until(() => `The server that says\n${running.output()}\n`, accepts, 180_000);
	return { running, port };
}
