/** Servers that the machine brings: found on PATH or in the places where distributions put them. */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isExecutable } from '../lib/executable.mts';
import { Failure } from '../lib/failure.mts';
import { LOOPBACK } from '../lib/ports.mts';
import type { ManagedProcess } from '../lib/processes.mts';

const READY_TIMEOUT_MS = 20_000;
/** Debian keeps PostgreSQL's own programs out of PATH, by version. */
const POSTGRES = '/usr/lib/postgresql';

/** @returns the first that can be run, if any */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
	return [...path.split(delimiter), ...versionFolders()]
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function versionFolders(): readonly string[] {
	try {
		return readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'));
	} catch {
		return [];
	}
}

/** Waits until it takes connections. @throws Failure with what it said */
export async function untilItListens(
	name: string,
	port: number,
	running: ManagedProcess,
): Promise<void> {
	const deadline = Date.now() + READY_TIMEOUT_MS;
	while (!(await accepts(port))) {
		if (!running.isRunning() || Date.now() > deadline) {
			await running.kill();
			throw new Failure(`${name} did not start. It said:\n${running.output().trimEnd()}`);
		}
		await sleep(50);
	}
}

const accepts = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = connect({ host: LOOPBACK, port });
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
