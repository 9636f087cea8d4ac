import type { Server } from 'node:http';

/** Lets a server listen on a free port of this machine. @returns its address */
export async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Ends a server with its open connections. */
export async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise<void>((resolve) => server.close(() => resolve()));
}
