import type { IBinaryData } from 'n8n-workflow';

import { pdfFileName, type FileSubject } from '../domain/fileName';
import type { Answer } from './answer';
import { fetchNotices } from './batch';
import type { ServiceClient } from './client';
import { asThrown, ServiceFailure } from './failures';
import { FileRefusal } from './fileRefusal';
import { downloadPdf, type DownloadOptions, type FileContext } from './files';
import { nonEmptyText } from '../domain/parameters';
import { listOfFields } from '../domain/records';

/** A document of a notice, as an answer listed it. */
export interface NoticeFile extends FileSubject {
	/** The service's reference of the notice, under which a fresh link can be asked for. */
	readonly reference: string;
	readonly url: unknown;
}

export interface DownloadsOptions extends DownloadOptions {
	/** Files fetched at once. */
	readonly atOnce?: number;
}

const AT_ONCE = 8;

/**
 * The downloads of one execution or poll: a few at once, each document once. A link that does not lead to a PDF is
 * asked for again once: links may expire.
 */
export class Downloads {
	private running = 0;
	private stopped = false;
	private readonly waiting: Array<() => void> = [];
	private readonly files = new Map<string, Promise<IBinaryData>>();
	private readonly freshAnswers = new Map<string, Promise<Answer | undefined>>();

	constructor(
		private readonly context: FileContext,
		private readonly client: () => Promise<ServiceClient>,
		private readonly options: DownloadsOptions = {},
	) {}

	/** @throws FileRefusal when the document cannot be had, ServiceFailure when the execution was stopped */
	async get(file: NoticeFile): Promise<IBinaryData> {
		// Two newspapers may use one number: only the same link is the same document.
		const key = JSON.stringify([file.url, pdfFileName(file)]);
		const known = this.files.get(key);
		if (known) return { ...(await known) };
		const wanted = this.inTurn(async () => await this.fetch(file));
		this.files.set(key, wanted);
		return await wanted;
	}

	/** Starts no further download; those in flight are finished. */
	stop(): void {
		this.stopped = true;
	}

	private async fetch(file: NoticeFile): Promise<IBinaryData> {
		try {
			return await this.download(file);
		} catch (thrown) {
			if (!(thrown instanceof FileRefusal) || !thrown.freshLinkMayHelp) throw asThrown(thrown);
			const fresh = await this.freshLink(file);
			if (fresh === undefined) throw asThrown(thrown);
			return await this.download({ ...file, url: fresh });
		}
	}

	private async download(file: NoticeFile): Promise<IBinaryData> {
		const wanted = { url: file.url, label: labelOf(file), fileName: pdfFileName(file) };
		const { local } = await this.client();
		return await downloadPdf(this.context, wanted, { ...this.options, local });
	}

	/** The link of the same document in a new answer, or undefined when there is none. */
	private async freshLink({ reference, type, numero, rank }: NoticeFile): Promise<unknown> {
		let answer = this.freshAnswers.get(reference);
		if (!answer) {
			answer = this.askAgain(reference);
			this.freshAnswers.set(reference, answer);
		}
		const same = listOfFields((await answer)?.documents).filter(
			(document) => document.type === type && nonEmptyText(document.numero) === numero,
		);
		// Which of several it was is not known: better no file than another one.
		if (numero === undefined && rank === undefined && same.length > 1) return undefined;
		return same[(rank ?? 1) - 1]?.url;
	}

	private async askAgain(reference: string): Promise<Answer | undefined> {
		try {
			const found = await fetchNotices(await this.client(), 'documents', [reference]);
			const answer = found.get(reference);
			return answer instanceof ServiceFailure ? undefined : answer;
		} catch (thrown) {
			// What the person should read is why the download failed, not why asking again did.
			if (thrown instanceof ServiceFailure && thrown.kind !== 'cancelled') return undefined;
			throw asThrown(thrown);
		}
	}

	private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.running >= (this.options.atOnce ?? AT_ONCE)) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.running++;
		}
		try {
			if (this.options.signal?.aborted) throw new ServiceFailure('cancelled');
			if (this.stopped) throw new ServiceFailure('notStarted');
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}
}

/** Documents as files, each with its place among those of the same type and number. */
export function filesOf(documents: unknown, reference: string): NoticeFile[] {
	const seen = new Map<string, number>();
	return listOfFields(documents).map((document) => {
		const type = nonEmptyText(document.type) ?? 'document';
		const numero = nonEmptyText(document.numero);
		const name = `${type}\n${numero ?? ''}`;
		const rank = (seen.get(name) ?? 0) + 1;
		seen.set(name, rank);
		return { type, numero, reference, rank, url: document.url };
	});
}

function labelOf({ type, numero, reference, rank }: NoticeFile): string {
	const place = rank !== undefined && rank > 1 ? `no. ${rank}` : '';
	return [type, numero, place, `of ${reference}`].filter(Boolean).join(' ');
}
