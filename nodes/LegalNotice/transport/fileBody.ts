import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { PDF_HEAD_BYTES } from '../domain/pdf';
import { ServiceFailure } from './failures';

/** What n8n stores as a file beside a Buffer; the module that defines it is closed to community nodes. */
export type FileStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

export interface BodyLimits {
	readonly maxBytes: number;
	/** Milliseconds without a single byte after which a download is given up. */
	readonly stallMs: number;
	/** Milliseconds for the whole file. */
	readonly totalMs: number;
	/** Aborts the request itself. */
	readonly signal?: AbortSignal | undefined;
}

/** Files up to this size are handed over whole; the engine gets larger ones as a stream. */
const WHOLE_BYTES = 262_144;
const LOOK_MS = 200;

export function isStream(body: unknown): body is FileStream {
	return (
		typeof body === 'object' &&
		body !== null &&
		'iterator' in body &&
		typeof body.iterator === 'function' &&
		'destroy' in body
	);
}

/** A body whose beginning is looked at before anything is stored, and whose size and time are bounded. */
export class FileBody {
	private readonly chunks: Buffer[] = [];
	private bytes = 0;
	/** Read to its end. */
	private complete = false;
	/** Nothing more is wanted of it. */
	private over = false;
	private broken: Error | undefined;
	private lastByteAt = Date.now();
	private readonly startedAt = Date.now();

	constructor(
		private readonly stream: FileStream,
		private readonly limits: BodyLimits,
		private readonly tooLarge: () => Error,
		/** Cuts the connection. Destroying the stream does not: n8n's is a copy of the one that holds it. */
		private readonly cut: () => void,
	) {
		// Someone always listens: without a listener a connection lost at the wrong moment would end n8n.
		stream.on('error', (error: Error) => {
			this.broken ??= error;
		});
		void this.watch();
	}

	/** The first bytes, enough to recognise what it is. */
	async start(): Promise<Buffer> {
		await this.read(PDF_HEAD_BYTES);
		return Buffer.concat(this.chunks);
	}

	/** The whole as what n8n stores best: small files as bytes, others as the stream that they come in. */
	async content(): Promise<Buffer | FileStream> {
		await this.read(WHOLE_BYTES);
		if (this.complete) return Buffer.concat(this.chunks);
		if (this.stream.errored) throw this.stream.errored;
		const whole: unknown = this.stream.compose((rest: AsyncIterable<unknown>) =>
			this.counted(rest),
		);
		if (!isStream(whole)) throw new ServiceFailure('notTheService');
		whole.on('error', () => {});
		return whole;
	}

	/** Why it could not be read to its end; undefined when it could, or when only storing it went wrong. */
	get failure(): Error | undefined {
		return this.broken;
	}

	/** Gives the connection up; harmless when everything has been read. */
	end(): void {
		if (!this.complete) this.cut();
		this.over = true;
	}

	private async read(enough: number): Promise<void> {
		const reader = this.stream.iterator({ destroyOnReturn: false });
		while (!this.complete && !this.broken && this.bytes < enough) {
			const { done, value }: { done?: boolean; value?: unknown } = await reader.next();
			if (done) this.complete = true;
			else this.chunks.push(this.count(value));
		}
		await reader.return?.();
		this.refuseBroken();
	}

	private async *counted(rest: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
		yield Buffer.concat(this.chunks);
		this.chunks.length = 0;
		for await (const value of rest) yield this.count(value);
		this.refuseBroken();
		this.complete = true;
	}

	/** What was given up may still end like a whole file: its last pieces were under way. */
	private refuseBroken(): void {
		if (this.limits.signal?.aborted) this.broken ??= new ServiceFailure('cancelled');
		if (this.broken) throw this.broken;
	}

	private count(value: unknown): Buffer {
		const chunk = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
		this.bytes += chunk.length;
		this.lastByteAt = Date.now();
		if (this.bytes > this.limits.maxBytes) {
			this.broken = this.tooLarge();
			throw this.broken;
		}
		return chunk;
	}

	/** Ends a download that stands still; the request's own time-out covers only the time until it answers. */
	private async watch(): Promise<void> {
		while (!this.complete && !this.over && !this.stream.destroyed) {
			await sleep(LOOK_MS);
			const now = Date.now();
			if (this.complete || this.over) return;
			if (
				now - this.lastByteAt > this.limits.stallMs ||
				now - this.startedAt > this.limits.totalMs
			) {
				this.broken ??= new ServiceFailure('noAnswer', { networkCode: 'ETIMEDOUT' });
				this.end();
			}
		}
	}
}
