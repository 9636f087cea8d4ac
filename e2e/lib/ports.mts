import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './failure.mts';

/** n8n and the sandbox listen here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

/** The port that was bound, or undefined where somebody else has it. */
async function tryPort(port: number): Promise<number | undefined> {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
		});
	});
}

/**
 * A port that is free at this moment, below those that systems give out by themselves (from 32768 on): n8n binds it
 * seconds later, and no test that runs meanwhile is given it.
 */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < 20; tries += 1) {
		const port = await tryPort(randomInt(20_000, 32_000));
		if (port !== undefined) return port;
	}
	throw new Failure('This machine has no free port left.');
}

/** Fails with a sentence that names the port and the flag that chooses another one. */
export async function requireFreePort(port: number, what: string, flag: string): Promise<void> {
	if ((await tryPort(port)) !== undefined) return;
	throw new Failure(
		`Port ${port}, meant for ${what}, is taken by another program: end that program, or choose another port with ${flag} ${port + 1}.`,
	);
}
