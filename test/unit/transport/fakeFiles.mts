import type { IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';

import type { FileContext } from '../../../nodes/LegalNotice/transport/files.ts';

/** What a host of documents answers to one address. */
export type Page = (request: IHttpRequestOptions) => unknown;

export const pdf = (bytes = 100): Buffer =>
	Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 'x')]);

export function page(
	content: Readable | Buffer | readonly unknown[],
	{ status = 200, headers = {} }: { status?: number; headers?: object } = {},
): Page {
	return () => ({
		statusCode: status,
		headers,
		body: content instanceof Readable ? content : Readable.from(listOf(content)),
	});
}

const listOf = (content: Buffer | readonly unknown[]): Iterable<unknown> =>
	Buffer.isBuffer(content) ? [content] : content;

export const movedTo = (location: unknown, status = 302): Page =>
	page(Buffer.from('moved'), { status, headers: { location } });

/** A host of documents and n8n's storage, in memory. Pages by address; a list is given page by page. */
export class FakeFiles {
	readonly asked: IHttpRequestOptions[] = [];
	readonly stored: Array<{ bytes: number; name: string; type: string; streamed: boolean }> = [];
	/** What giving a connection up does to its stream; n8n's is a copy that breaks a little later. */
	whenCut = (body: Readable): void => {
		body.destroy(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
	};
	storing: ((content: Buffer | Readable) => Promise<void>) | undefined;

	readonly pages: Record<string, Page | Page[]>;

	constructor(pages: Record<string, Page | Page[]>) {
		this.pages = pages;
	}

	/** Whether the connection of the request at this place was given up. */
	isCut(place = 0): boolean {
		const signal: unknown = this.asked[place]?.abortSignal;
		return signal instanceof AbortSignal && signal.aborted;
	}

	get context(): FileContext {
		const fake = {
			helpers: {
				httpRequest: async (request: IHttpRequestOptions) => {
					this.asked.push(request);
					const pages = this.pages[request.url];
					const next = Array.isArray(pages) ? (pages.shift() ?? page([])) : pages;
					const answer: unknown = await Promise.resolve(next?.(request));
					onAbort(request, answer, this.whenCut);
					return answer;
				},
				prepareBinaryData: async (
					content: Buffer | Readable,
					name: string,
					type: string,
				): Promise<IBinaryData> => {
					await this.storing?.(content);
					const chunks: Buffer[] = [];
					const streamed = !Buffer.isBuffer(content);
					for await (const chunk of streamed ? content : [content]) chunks.push(chunk as Buffer);
					const whole = Buffer.concat(chunks);
					this.stored.push({ bytes: whole.length, name, type, streamed });
					return { data: whole.toString('base64'), mimeType: type, fileName: name };
				},
			},
		};
		return fake as unknown as FileContext;
	}
}

function onAbort(
	{ abortSignal }: IHttpRequestOptions,
	answer: unknown,
	act: (body: Readable) => void,
): void {
	const body: unknown = answer && typeof answer === 'object' && 'body' in answer && answer.body;
	if (!(body instanceof Readable) || !(abortSignal instanceof AbortSignal)) return;
	abortSignal.addEventListener('abort', () => act(body), { once: true });
}
