/** Answers that come in pieces: whole, broken off, or byte by byte for as long as anybody listens. */
import { Readable } from 'node:stream';
import { after } from './clock.mts';
import type { Fault } from './way.mts';
import type { Outgoing, Response } from './world.mts';

const PIECE_EVERY_MS = 5_000;

async function* pieces(body: Buffer, kind: Fault['kind'] | undefined): AsyncGenerator<Buffer> {
	const half = Math.floor(body.length / 2);
	if (kind === 'drip') {
		// A blank after a blank means nothing in JSON, and nothing tells when it ends.
		for (;;) {
			yield Buffer.from(' ');
			await after(PIECE_EVERY_MS);
		}
	}
	yield body.subarray(0, half);
	await Promise.resolve();
	if (kind === 'broken') throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
	yield body.subarray(half);
}

/** As n8n's helper hands over a stream: it ends with an error where its signal is aborted. */
export function streamed(
	response: Response,
	{ abortSignal }: Outgoing,
	fault: Fault | undefined,
): Response {
	const { body } = response;
	if (!Buffer.isBuffer(body)) return response;
	const stream = Readable.from(pieces(body, fault?.kind), { objectMode: false });
	const end = () => stream.destroy(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
	if (abortSignal?.aborted) end();
	abortSignal?.addEventListener('abort', end, { once: true });
	return { ...response, body: stream };
}
