import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from './failure.mts';

/** n8n and the sandbox listen here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, LOOPBACK);
	try {
		await once(server, 'listening');
		server.close();
		await once(server, 'close');
		return true;
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (['EADDRINUSE', 'EACCES'].includes(code)) return false;
		throw error;
	}
}

/**
 * A port that is free at this moment, below those that systems give out by themselves (from 32768 on): n8n binds it
 * seconds later, and no test that runs meanwhile is given it.
 */
export async function freePort(): Promise<number> {
	const port = randomInt(20_000, 32_000);
	return (await isFree(port)) ? port : await freePort();
}

/** @throws Failure that names the port and the flag that chooses another one */
export async function requireFreePort(port: number, what: string, flag: string): Promise<void> {
	if (await isFree(port)) return;
	throw new Failure(
		`Port ${port}, meant for ${what}, is taken by another program: end that program, or choose another port with ${flag} ${port + 1}.`,
	);
}
