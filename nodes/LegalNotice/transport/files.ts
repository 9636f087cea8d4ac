import type { IBinaryData } from 'n8n-workflow';

import { describeContent, isPdf } from '../domain/pdf';
import { asThrown, ServiceFailure } from './failures';
import { FileBody, type FileStream } from './fileBody';
import { inWords, LATER } from './fileFailure';
import { FileRefusal } from './fileRefusal';
import {
	openLink,
	TIMEOUT_MS,
	type DownloadOptions,
	type FileContext,
	type PdfFile,
} from './fileRequest';

export type { DownloadOptions, FileContext, PdfFile } from './fileRequest';

const MAX_BYTES = 50 * 1024 * 1024;
const TOTAL_MS = 300_000;

/**
 * Fetches a document and stores it as n8n is set up to: in memory, on disk or elsewhere. The request carries no key
 * and no signature. Only a PDF is accepted, over https (http on this machine), up to 50 MB.
 *
 * @throws FileRefusal when something else came, ServiceFailure when the execution was stopped
 */
export async function downloadPdf(
	context: FileContext,
	file: PdfFile,
	options: DownloadOptions = {},
): Promise<IBinaryData> {
	const maxBytes = options.maxBytes ?? MAX_BYTES;
	const { stream, status, contentType, bytes, url, cut } = await openLink(context, file, options);
	const tooLarge = () =>
		new FileRefusal(
			`The ${file.label} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`,
			'Download it outside n8n; Document > Get Many gives its link.',
			false,
		);
	const body = new FileBody(
		stream,
		{
			maxBytes,
			stallMs: options.timeoutMs ?? TIMEOUT_MS,
			totalMs: options.totalMs ?? TOTAL_MS,
			signal: options.signal,
		},
		tooLarge,
		cut,
	);
	try {
		if (bytes > maxBytes) throw asThrown(tooLarge());
		const start = await body.start();
		if (status !== 200 || !isPdf(start)) {
			const came = describeContent(start, contentType);
			const answered = status === 200 ? 'gave' : `answered HTTP ${status} with`;
			throw asThrown(
				new FileRefusal(
					`The link to the ${file.label} (${url.host}) ${answered} ${came} instead of a PDF.`,
					LATER,
					true,
					new ServiceFailure('notTheService', { status }),
				),
			);
		}
		return await store(context, file, await body.content());
	} catch (thrown) {
		throw asThrown(inWords(body.failure ?? thrown, file, url, options.signal));
	} finally {
		body.end();
	}
}

async function store(
	context: FileContext,
	file: PdfFile,
	content: Buffer | FileStream,
): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(content, file.fileName, 'application/pdf');
	} catch (thrown) {
		const why = thrown instanceof Error ? thrown.message : String(thrown);
		throw asThrown(
			new FileRefusal(
				`n8n could not store the ${file.label}: ${why}`,
				'Check the binary data storage of the n8n server.',
				false,
			),
		);
	}
}

export { Downloads, type NoticeFile, filesOf } from './fileLinks';
export { FileRefusal } from './fileRefusal';
export { TIMEOUT_MS } from './fileRequest';
