import { createServer } from 'node:net';
import { Failure } from './failure.mts';

/** n8n and the sandbox listen here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

/** The port that was bound, or undefined where somebody else has it. 0 asks for any free one. */
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

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
	const port = await tryPort(0);
	if (port === undefined) throw new Failure('This machine has no free port left.');
	return port;
}

/** Fails with a sentence that names the port and the flag that chooses another one. */
export async function requireFreePort(port: number, what: string, flag: string): Promise<void> {
	if ((await tryPort(port)) !== undefined) return;
	throw new Failure(
		`Port ${port}, meant for ${what}, is taken by another program: end that program, or choose another port with ${flag} ${port + 1}.`,
	);
}
