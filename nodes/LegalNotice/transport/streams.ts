import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../domain/records';

/** What n8n's request helper gives as a stream; the module that defines it is closed to community nodes. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

export function isStream(body: unknown): body is ByteStream {
	if (!isRecord(body)) return false;
	return [body.iterator, body.compose, body.destroy].every((one) => typeof one === 'function');
}

/** A lost connection may be told at a moment when nobody listens, and that would end n8n. */
export function outliveErrors(stream: ByteStream): void {
	stream.on('error', () => {});
}

/**
 * Reads a body that n8n has unpacked, and stops at the bound: n8n has none, and a kilobyte of Brotli may become a
 * gigabyte.
 *
 * @returns undefined when there are more bytes. @throws whatever the connection fails with
 */
export async function readAtMost(maxBytes: number, body: unknown): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	outliveErrors(body);
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const value of body as AsyncIterable<unknown>) {
		const piece = Buffer.from(value instanceof Uint8Array ? value : String(value));
		bytes += piece.length;
		if (bytes > maxBytes) return undefined;
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}
