import type { Answer } from '../../../nodes/LegalNotice/transport/answer.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import {
	Downloads,
	filesOf,
	type DownloadsOptions,
	type NoticeFile,
} from '../../../nodes/LegalNotice/transport/fileLinks.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { FakeFiles, page, pdf, type Page } from './fakeFiles.mts';

const OLD = 'https://files.example/old.pdf';
const NEW = 'https://files.example/new.pdf';
const attestation: NoticeFile = { type: 'attestation', numero: 'A-1', reference: 'AL-1', url: OLD };
const gone = () => page(Buffer.from('Expiré'), { status: 410 });

class Service {
	asked = 0;
	private readonly documents: () => Answer;
	constructor(documents: () => unknown) {
		this.documents = () => ({ resultat: 'succes', reference: 'AL-1', documents: documents() });
	}
	readonly client = async (): Promise<ServiceClient> => {
		const call = async (): Promise<Answer> => {
			this.asked++;
			return await Promise.resolve(this.documents());
		};
		return await Promise.resolve({ environment: 'test', call });
	};
}

function downloads(
	pages: Record<string, Page | Page[]>,
	documents: () => unknown = () => [],
	options: DownloadsOptions = {},
) {
	const files = new FakeFiles(pages);
	const service = new Service(documents);
	return { files, service, downloads: new Downloads(files.context, service.client, options) };
}

const messageOf = async (call: Promise<unknown>) =>
	await call.then(
		() => 'had',
		(failure: { message: string; kind?: string }) => failure.kind ?? failure.message,
	);

describe('each document is fetched once', () => {
	test('for whoever asks for it, each with an answer of its own', async () => {
		const { files, downloads: all } = downloads({ [OLD]: page(pdf()) });
		const [one, two] = await Promise.all([all.get(attestation), all.get({ ...attestation })]);
		expect(two).toEqual(one);
		expect(two).not.toBe(one);
		expect(files.asked).toHaveLength(1);
	});

	test.each(['facture', 'avoir'])('a %s that bills several notices too', async (type) => {
		const { files, downloads: all } = downloads({ [OLD]: page(pdf()), [NEW]: page(pdf()) });
		await all.get({ type, numero: 'F-1', reference: 'AL-1', url: OLD });
		await all.get({ type, numero: 'F-1', reference: 'AL-2', url: OLD });
		expect(files.asked).toHaveLength(1);
		// Another newspaper may use the same number.
		await all.get({ type, numero: 'F-1', reference: 'AL-3', url: NEW });
		expect(files.asked).toHaveLength(2);
	});

	test.each<[string, Partial<NoticeFile>]>([
		['another notice', { reference: 'AL-2' }],
		['another type', { type: 'justificatif' }],
		['another link', { url: NEW }],
		['another place among its kind', { rank: 2 }],
		['another number', { numero: 'A-2' }],
		['no number', { numero: undefined }],
	])('but %s is another document', async (_what, change) => {
		const { files, downloads: all } = downloads({
			[OLD]: [page(pdf()), page(pdf())],
			[NEW]: page(pdf()),
		});
		await all.get(attestation);
		await all.get({ ...attestation, ...change });
		expect(files.asked).toHaveLength(2);
	});

	test('invoices without number are told apart by notice and link, the first of its kind has rank 1', async () => {
		const { files, downloads: all } = downloads({ [OLD]: page(pdf()), [NEW]: page(pdf()) });
		const invoice = { type: 'facture', numero: undefined, reference: 'AL-1', url: OLD };
		await all.get(invoice);
		await all.get({ ...invoice, rank: 1 });
		expect(files.asked).toHaveLength(1);
		await all.get({ ...invoice, url: NEW });
		expect(files.asked).toHaveLength(2);
	});
});

describe('a link that leads to no document', () => {
	const fresh = { type: 'attestation', numero: 'A-1', url: NEW };

	test('is asked for again, and the new one followed', async () => {
		const {
			files,
			service,
			downloads: all,
		} = downloads({ [OLD]: gone(), [NEW]: page(pdf()) }, () => [
			{ ...fresh, type: 'justificatif' },
			7,
			{ ...fresh, numero: 'A-2' },
			fresh,
		]);
		expect(await all.get(attestation)).toMatchObject({ fileName: 'attestation_AL-1_A-1.pdf' });
		expect(files.asked.map(({ url }) => url)).toEqual([OLD, NEW]);
		expect(service.asked).toBe(1);
	});

	test('is asked for once for all documents of a notice', async () => {
		const other = 'https://files.example/other.pdf';
		const { service, downloads: all } = downloads(
			{ [OLD]: [gone(), gone()], [NEW]: page(pdf()), [other]: page(pdf()) },
			() => [fresh, { type: 'justificatif', url: other }],
		);
		await all.get(attestation);
		await all.get({ type: 'justificatif', numero: undefined, reference: 'AL-1', url: OLD });
		expect(service.asked).toBe(1);
	});

	test.each([
		[1, NEW],
		[2, 'https://files.example/second.pdf'],
	])('keeps its place among its kind: %i', async (rank, expected) => {
		const { files, downloads: all } = downloads({ [OLD]: gone(), [expected]: page(pdf()) }, () => [
			fresh,
			{ ...fresh, numero: ' A-1 ', url: 'https://files.example/second.pdf' },
		]);
		await all.get({ ...attestation, rank });
		expect(files.asked.at(-1)?.url).toBe(expected);
	});

	test('is not guessed where several have neither number nor place: better no file than another one', async () => {
		const {
			service,
			files,
			downloads: all,
		} = downloads({ [OLD]: gone() }, () => [
			{ type: 'facture', url: NEW },
			{ type: 'facture', url: NEW },
		]);
		const invoice = { type: 'facture', numero: undefined, reference: 'AL-1', url: OLD };
		expect(await messageOf(all.get(invoice))).not.toBe('had');
		expect(service.asked).toBe(1);
		expect(files.asked).toHaveLength(1);
	});

	test.each<[string, () => unknown]>([
		['lists no such document', () => []],
		['lists nothing that could be read', () => 'none'],
		[
			'fails',
			() => {
				throw new ServiceFailure('noAnswer');
			},
		],
		[
			'refuses the notice',
			() => {
				throw new ServiceFailure('refusal', { codes: ['err_annonce_suspendue'] });
			},
		],
	])('stays the reason when the service %s', async (_what, documents) => {
		const { downloads: all } = downloads({ [OLD]: gone() }, documents);
		expect(await messageOf(all.get(attestation))).toMatch(
			/^The link to the attestation A-1 of AL-1 \(files\.example\) answered HTTP 410/,
		);
	});

	test('gives up when the new one is no better', async () => {
		const { files, downloads: all } = downloads({ [OLD]: gone(), [NEW]: gone() }, () => [fresh]);
		expect(await messageOf(all.get(attestation))).toContain('answered HTTP 410');
		expect(files.asked).toHaveLength(2);
	});

	test('a stop while it is asked for is told as a stop; so is a defect', async () => {
		for (const thrown of [new ServiceFailure('cancelled'), new TypeError('defect')]) {
			const { downloads: all } = downloads({ [OLD]: gone() }, () => {
				throw thrown;
			});
			await expect(all.get(attestation)).rejects.toBe(thrown);
		}
	});

	test('what another link cannot mend is not asked for again', async () => {
		const { service, downloads: all } = downloads({ [OLD]: page(pdf(2_000)) }, () => [fresh], {
			maxBytes: 1_000,
		});
		expect(await messageOf(all.get(attestation))).toContain('is larger than');
		expect(service.asked).toBe(0);
	});
});

describe('many downloads', () => {
	const many = (count: number): NoticeFile[] =>
		Array.from({ length: count }, (_, at) => ({
			...attestation,
			numero: `A-${at}`,
			url: `https://files.example/${at}.pdf`,
		}));

	async function mostAtOnce(options: DownloadsOptions, failing = false): Promise<number> {
		let running = 0;
		let most = 0;
		const slowly: Page = async (request) => {
			most = Math.max(most, ++running);
			await new Promise((resolve) => setTimeout(resolve, 2));
			running--;
			return failing ? gone()(request) : page(pdf())(request);
		};
		const files = many(30);
		const pages = Object.fromEntries(files.map(({ url }) => [String(url), slowly]));
		const { downloads: all, files: host } = downloads(pages, () => [], options);
		await Promise.allSettled(files.map(async (file) => await all.get(file)));
		expect(host.asked).toHaveLength(30);
		expect(running).toBe(0);
		return most;
	}

	test('come eight at once, or as many as wanted', async () => {
		expect(await mostAtOnce({})).toBe(8);
		expect(await mostAtOnce({}, true)).toBe(8);
		expect(await mostAtOnce({ atOnce: 3 })).toBe(3);
	});

	test('leave room for later ones when they are done', async () => {
		const files = many(3);
		const pages = Object.fromEntries(files.map(({ url }) => [String(url), page(pdf())]));
		const { downloads: all } = downloads(pages, () => [], { atOnce: 1 });
		await Promise.all(files.slice(0, 2).map(async (file) => await all.get(file)));
		expect(await all.get(files[2] as NoticeFile)).toMatchObject({ mimeType: 'application/pdf' });
	});

	test('are not begun any more after a stop; what is under way is finished', async () => {
		const files = many(3);
		const pages = Object.fromEntries(files.map(({ url }) => [String(url), page(pdf())]));
		const { downloads: all } = downloads(pages, () => [], { atOnce: 1 });
		const outcomes = files.map(async (file) => await messageOf(all.get(file)));
		all.stop();
		expect(await Promise.all(outcomes)).toEqual(['had', 'notStarted', 'notStarted']);
	});

	test('end with the execution', async () => {
		const { files, downloads: all } = downloads({}, () => [], { signal: AbortSignal.abort() });
		all.stop();
		expect(await messageOf(all.get(attestation))).toBe('cancelled');
		expect(files.asked).toEqual([]);
	});
});

describe('the documents of an answer', () => {
	test('are files in their order, each with its place among those of its kind', async () => {
		const documents = [
			{ type: 'attestation', numero: 7, url: OLD },
			null,
			{ type: 'attestation', numero: '7 ', url: NEW },
			{ type: 'justificatif', numero: '', url: OLD },
			{ numero: 'X', url: NEW },
			{ type: 'justificatif' },
		];
		expect(filesOf(documents, 'AL-1')).toEqual([
			{ type: 'attestation', numero: '7', reference: 'AL-1', rank: 1, url: OLD },
			{ type: 'attestation', numero: '7', reference: 'AL-1', rank: 2, url: NEW },
			{ type: 'justificatif', numero: undefined, reference: 'AL-1', rank: 1, url: OLD },
			{ type: 'document', numero: 'X', reference: 'AL-1', rank: 1, url: NEW },
			{ type: 'justificatif', numero: undefined, reference: 'AL-1', rank: 2, url: undefined },
		]);
		expect(filesOf({ a: documents[0] }, 'AL-1')).toMatchObject([{ numero: '7', url: OLD }]);
		expect(filesOf('kaputt', 'AL-1')).toEqual([]);
		const service = new Service(() => []);
		const all = new Downloads(new FakeFiles({ [OLD]: page(pdf()) }).context, service.client);
		expect(await all.get(attestation)).toMatchObject({ mimeType: 'application/pdf' });
	});

	test('are named in sentences as far as they have names', async () => {
		const { downloads: all } = downloads({});
		const nameless = { type: 'justificatif', numero: undefined, reference: 'AL-1', url: '' };
		expect(await messageOf(all.get(nameless))).toBe(
			'The link to the justificatif of AL-1 is empty.',
		);
		expect(await messageOf(all.get({ ...nameless, rank: 2 }))).toBe(
			'The link to the justificatif no. 2 of AL-1 is empty.',
		);
	});
});
