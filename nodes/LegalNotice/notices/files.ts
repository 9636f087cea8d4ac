import { OperationStop } from '../errors/stops';
import { nonEmptyText } from '../domain/parameters';
import { type FileSubject, PDF_HEAD_BYTES, describeContent, isPdf } from './pdf';
import { listOfFields, type UnknownRecord } from '../domain/records';
import { type ByteStream, outliveErrors } from '../transport/envelope';
import { asThrown, connectionFailure, ServiceFailure } from '../errors/failures';

export interface NoticeFile extends FileSubject {
	readonly reference: string;
	readonly url: unknown;
}

/** A file that could not be had, in words without its link, which may carry a key. */
export class FileRefusal extends OperationStop {
	constructor(message: string, advice: string, reason?: ServiceFailure) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}

export const OUTSIDE = 'Download it outside n8n; Document > Get Many gives its link.';
export const LATER = 'Run this again later. If it stays so, ask the service for the document.';

export const LIMITS = {
	/** Until a file begins. */
	timeoutMs: 30_000,
	/** For a whole file. */
	fileMs: 300_000,
	/** Of one file, and of all of one notice together: n8n has no bound of its own. */
	maxBytes: 50 * 1_048_576,
	maxNoticeBytes: 100 * 1_048_576,
	/** Of one notice; it has an attestation, its proofs, an invoice and a credit note. */
	maxNoticeFiles: 50,
};

/** What the files of one notice have taken so far. */
export interface Taken {
	files: number;
	bytes: number;
}

/** What a link answered. */
export interface Source {
	readonly file: NoticeFile;
	readonly url: URL;
	readonly status: number;
	readonly headers: UnknownRecord;
	readonly stream: ByteStream;
}

/** A file while it comes in: only its beginning is held in memory. */
export class FileBody {
	/** Why it broke off. */
	lost: FileRefusal | undefined;
	private bytes = 0;

	constructor(
		private readonly source: Source,
		private readonly limits: typeof LIMITS,
		private readonly taken: Taken,
		private readonly signal: AbortSignal,
	) {
		source.stream.on('error', (thrown) => this.lose(thrown));
	}

	/** A short file whole, another as a stream. @throws FileRefusal unless it begins as a PDF does */
	async content(): Promise<Buffer | ByteStream> {
		const { stream } = this.source;
		const start = await this.beginning();
		this.checkIsPdf(start);
		if (stream.errored) throw this.lose(stream.errored);
		if (this.bytes < PDF_HEAD_BYTES) return start;
		const pieces = (rest: AsyncIterable<unknown>) => this.pieces(rest);
		const content = stream.compose<ByteStream>(async function* (rest: AsyncIterable<unknown>) {
			yield start;
			yield* pieces(rest);
		});
		outliveErrors(content);
		return content;
	}

	private async beginning(): Promise<Buffer> {
		const { stream } = this.source;
		const head: Buffer[] = [];
		for await (const piece of this.pieces(stream.iterator({ destroyOnReturn: false }))) {
			head.push(piece);
			if (this.bytes >= PDF_HEAD_BYTES) break;
		}
		return Buffer.concat(head);
	}

	private async *pieces(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
		try {
			for await (const value of source) {
				const piece = Buffer.from(value instanceof Uint8Array ? value : String(value));
				this.count(piece);
				yield piece;
			}
			// What was given up may still end like a whole file.
			this.signal.throwIfAborted();
		} catch (thrown) {
			throw asThrown(this.lose(thrown));
		}
	}

	/** @throws FileRefusal at a bound */
	private count({ length }: Buffer): void {
		const { file, headers } = this.source;
		const { maxBytes, maxNoticeBytes } = this.limits;
		this.bytes += length;
		this.taken.bytes += length;
		if (Math.max(this.bytes, Number(headers['content-length'] ?? 0)) > maxBytes) {
			throw new FileRefusal(`The ${labelOf(file)} is larger than 50 MB.`, OUTSIDE);
		}
		if (this.taken.bytes > maxNoticeBytes) {
			const refusal = `The ${labelOf(file)} is not downloaded: the files of its notice have more than 100 MB together.`;
			throw new FileRefusal(refusal, OUTSIDE);
		}
	}

	/** @throws FileRefusal */
	private checkIsPdf(start: Buffer): void {
		const { file, url, status, headers } = this.source;
		if (status === 200 && isPdf(start)) return;
		const came = describeContent(start, nonEmptyText(headers['content-type']) ?? '');
		const answered = status === 200 ? 'gave' : `answered HTTP ${status} with`;
		throw new FileRefusal(
			`The link to the ${labelOf(file)} (${url.host}) ${answered} ${came} instead of a PDF.`,
			LATER,
			new ServiceFailure('notTheService', { status }),
		);
	}

	/** The first reason is the one that counts. */
	private lose(thrown: unknown): FileRefusal {
		const { file, url } = this.source;
		const refusal = thrown instanceof FileRefusal ? thrown : connectionLost(file, url, thrown);
		this.lost ??= refusal;
		return this.lost;
	}
}

export function connectionLost(file: NoticeFile, url: URL, thrown: unknown): FileRefusal {
	const failure = connectionFailure(thrown, false);
	const { networkCode, refusedByN8n } = failure.facts;
	const what = failure.kind === 'notSent' ? 'cannot be reached' : 'stopped answering';
	const why = refusedByN8n
		? `n8n did not send the call to ${url.host}. ${refusedByN8n}`
		: `${url.host} ${what} (${networkCode ?? 'no connection'}).`;
	const advice = refusedByN8n ? 'Ask the administrator of n8n to allow this host.' : LATER;
	return new FileRefusal(`The ${labelOf(file)} could not be downloaded: ${why}`, advice, failure);
}

export function filesOf(documents: unknown, reference: string): NoticeFile[] {
	const seen = new Map<string, number>();
	return listOfFields(documents).map((document) => {
		const type = nonEmptyText(document.type) ?? 'document';
		const numero = nonEmptyText(document.numero);
		const name = JSON.stringify([type, numero]);
		const rank = (seen.get(name) ?? 0) + 1;
		seen.set(name, rank);
		return { type, numero, reference, rank, url: document.url };
	});
}

/** For a sentence: `attestation A-7 of AL-1`. */
export function labelOf({ type, numero, reference, rank }: NoticeFile): string {
	const place = rank !== undefined && rank > 1 ? `no. ${rank}` : '';
	const parts = [type, numero, place, `of ${reference}`].filter((part) => part !== undefined);
	return parts
		.filter((part) => part !== '')
		.map((part) => part.slice(0, 100))
		.join(' ');
}
