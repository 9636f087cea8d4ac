/** Files of notices and invoices: whole, verified, without keys, and what is reported of those that cannot be downloaded. */
import { jest } from '@jest/globals';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { core, engineFolder, GOES_ON, type NodeSettings, type Result } from './engine.mts';
import { frontForTests, pdf } from './front.mts';
import { Container } from './n8n.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
const front = frontForTests(sandbox);

/** A file that says which one it is, and what a file says. */
const link = (name: string) =>
	front.on(`/${name}`, (response) => response.end(pdf(2_000, `of ${name}`)));
const says = (file: IBinaryData | undefined) =>
	/of [\w-]+/.exec(Buffer.from(file?.data ?? '', 'base64').toString('latin1'))?.[0];
const bad = () => front.on('/bad', (response) => response.end('<html>gone</html>'));
const attestations = (...urls: unknown[]) =>
	urls.map((url, index) => ({ type: 'attestation', numero: `A-${index + 1}`, url }));

/** Downloads what the service names as the attestations of a notice. */
async function download(urls: unknown[], onStarted?: (stop: () => void) => void): Promise<Result> {
	sandbox.answer('documents', { reference: 'AL-1', documents: attestations(...urls) });
	const more = onStarted ? { onStarted } : {};
	return await sandbox.run('document.download', { reference: 'AL-1' }, more);
}

/** Runs an operation for notices, of which the service answers this. */
async function run(
	name: string,
	annonces: IDataObject[],
	parameters: object = {},
	settings: NodeSettings = GOES_ON,
): Promise<Result> {
	sandbox.answer('/annonces/', { annonces });
	const references = annonces.map(({ reference }) => reference);
	return await sandbox.runFor(name, references, parameters, settings);
}

describe('a download', () => {
	test.each([
		['memory', 100],
		// What is looked at for a PDF ends in it, or with it.
		['memory', 1_023],
		['memory', 1_024],
		['memory', 3_000_000],
		['folder', 3_000_000],
	])("a download into n8n's %s, of %i bytes, arrives whole", async (where, size) => {
		const config = Container.get(core.BinaryDataConfig);
		const storage = Container.get(core.BinaryDataService);
		const before = { config: { ...config }, storage: { ...storage } };
		if (where === 'folder') {
			Object.assign(config, { mode: 'filesystem', localStoragePath: join(engineFolder, 'files') });
			await storage.init();
		}
		try {
			const url = front.on('/size', (response) => response.end(pdf(size)));
			const file = (await download([url])).items[0]?.binary?.data;
			const fileName = 'attestation_AL-1_A-1.pdf';
			expect(file).toMatchObject({ mimeType: 'application/pdf', fileName, bytes: size });
			expect(file?.data === 'filesystem-v2').toBe(where === 'folder');
			expect(file && (await storage.getAsBuffer(file)).equals(pdf(size))).toBe(true);
		} finally {
			Object.assign(config, before.config);
			Object.assign(storage, before.storage, { managers: {} });
		}
	});

	test.each([
		['http://files.example/a.pdf?key=link-key', /not encrypted \(http:\/\/files\.example\)/],
		['/gone?key=link-key', /HTTP 40\d with/],
		['https://nowhere.invalid/a.pdf?key=link-key', /nowhere\.invalid cannot be reached/],
	])('a download of %s never shows the key in the link', async (url, sentence) => {
		const { told, stored } = await download([url.startsWith('/') ? front.url + url : url]);
		expect(told).toMatch(sentence);
		expect(stored).not.toContain('link-key');
	});

	test('a download is ended at the limit, whether it states its size or not', async () => {
		const tooLarge = 51 * 1024 * 1024;
		const packed = gzipSync(Buffer.concat([pdf(), Buffer.alloc(tooLarge)]));
		let url = front.on('/bomb', (response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
		);
		const told = 'AL-1: The attestation A-1 of AL-1 is larger than 50 MB.';
		expect((await download([url])).told).toBe(told);
		const ended = new Promise<void>((resolve) => {
			url = front.on('/large', (response) => {
				response.on('close', resolve);
				response.writeHead(200, { 'content-length': tooLarge }).write(pdf());
			});
		});
		expect((await download([url])).told).toBe(told);
		await ended;
	});

	test.each([1_500, 400_000])('a download cut off at %i bytes is no file', async (bytes) => {
		const url = front.on('/cut', (response) => {
			response.writeHead(200, { 'content-length': bytes * 2 }).write(pdf(bytes));
			setTimeout(() => response.destroy(), 50);
		});
		const { told, items } = await download([url]);
		expect(items).toEqual([]);
		expect(told).toMatch(/could not be downloaded: 127\.0\.0\.1:\d+ stopped answering/);
	});

	test('a download that trickles is given up when its five minutes are over', async () => {
		const url = front.on('/trickle', (response) => {
			response.write(pdf());
			const timer = setInterval(() => response.write(' '), 50);
			response.on('close', () => clearInterval(timer));
		});
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const soon = jest.spyOn(AbortSignal, 'timeout');
		soon.mockImplementation((ms) => timeout(ms === 300_000 ? 300 : ms));
		const { told } = await download([url]);
		soon.mockRestore();
		expect(told).toMatch(/took longer than 5 minutes/);
	});

	test('a download ends at once when the execution is stopped', async () => {
		let stop = () => {};
		let run: Promise<unknown> | undefined;
		await new Promise<void>((resolve) => {
			const url = front.on('/stop', (response) => {
				response.on('close', resolve);
				response.write(pdf());
				setTimeout(() => stop(), 100);
			});
			run = download([url], (given) => (stop = given));
		});
		await run;
	});

	test('a download of many files runs three at a time', async () => {
		const urls = Array.from({ length: 12 }, (_, index) =>
			front.on(`/slow-${index}`, (response) => setTimeout(() => response.end(pdf()), 100)),
		);
		front.most = 0;
		expect((await download(urls)).items).toHaveLength(12);
		expect(front.most).toBe(3);
	});

	test('a download that fails ends an execution that stops on errors', async () => {
		front.hits.length = 0;
		const annonces = Array.from({ length: 30 }, (_, index) => ({
			reference: `AL-${index}`,
			documents: attestations(`${bad()}`),
		}));
		expect((await run('document.download', annonces, {}, {})).told).toMatch(/instead of a PDF/);
		expect(front.hits.length).toBeLessThanOrEqual(12);
	});
});

describe('one file among good ones cannot be downloaded', () => {
	const notices = () => [
		{ reference: 'AL-1', documents: attestations(link('1'), bad(), link('3')) },
		{ reference: 'AL-2', documents: attestations(link('4')) },
	];
	const failed = /attestation A-2 of AL-1 .*instead of a PDF/;
	const error = expect.stringMatching(failed) as unknown;
	const shown = ({ json, binary }: INodeExecutionData) => says(binary?.data) ?? json.error;

	test('the file comes out as an item that names it, in the output for errors, or stops the node', async () => {
		const goodAndBad = await run('document.download', notices());
		expect(goodAndBad.items.map(shown)).toEqual(['of 1', 'of 3', error, 'of 4']);
		expect(goodAndBad.pairs).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }, { item: 1 }]);
		const onError = 'continueErrorOutput';
		const apart = await run('document.download', notices(), {}, { onError });
		expect(apart.items.map(shown)).toEqual(['of 1', 'of 3', 'of 4']);
		expect(apart.errorItems.map(shown)).toEqual([error]);
		const { told, items } = await run('document.download', notices(), {}, {});
		expect(told).toMatch(failed);
		expect(items).toEqual([]);
	});

	const invoice = (numero: string, url: string, ...references: string[]) => ({
		...{ type: 'facture', numero, url, montant_ht: 100, montant_ttc: 120 },
		lignes: references.map((reference) => ({ reference, totaux: { montant_ht: 50 } })),
	});
	const invoices = () => {
		const shared = invoice('F-2', bad(), 'AL-1', 'AL-2');
		return [
			{ reference: 'AL-1', factures: [invoice('F-1', link('F-1'), 'AL-1', 'AL-9'), shared] },
			{ reference: 'AL-2', factures: [shared] },
		];
	};
	test('the file costs an invoice or all of its lines, and is named by the notices that have it', async () => {
		const lost = expect.stringMatching(/facture F-2/) as unknown;
		const itemsBy = async (splitBy: string) =>
			(await run('invoice.getMany', invoices(), { downloadFiles: true, splitBy })).items;
		// Both notices that it bills lack it.
		expect((await itemsBy('invoice')).map(shown)).toEqual(['of F-1', lost, lost]);
		// The file of an invoice comes with its first line.
		expect((await itemsBy('line')).map(shown)).toEqual(['of F-1', undefined, lost, lost]);
		const notices = await itemsBy('notice');
		const raison = expect.stringMatching(/PDF/) as unknown;
		const fichiers_manquants = [{ type: 'facture', numero: 'F-2', raison }];
		expect(Object.keys(notices[0]?.binary ?? {})).toEqual(['facture_F-1']);
		expect(notices.map(({ json }) => json.error ?? json)).toEqual([
			expect.objectContaining({ demande: 'AL-1', fichiers_manquants }),
			lost,
			expect.objectContaining({ demande: 'AL-2', fichiers_manquants }),
			lost,
		]);
	});
});

describe('files that go together', () => {
	beforeEach(() => void (front.hits.length = 0));
	const named = ({ binary }: INodeExecutionData) =>
		Object.entries(binary ?? {}).map(([field, file]) => [field, says(file)]);

	test('files come all with the invoices of a notice, also under numbers that shorten to one name', async () => {
		const file = { type: 'facture', montant_ttc: 120 };
		const factures = [
			// Without a type it is an invoice all the same.
			{ url: link('0') },
			{ ...file, url: link('1') },
			{ ...file, url: link('2'), numero: 'F/1' },
			{ ...file, url: link('3'), numero: 'F-1' },
		];
		const more = { splitBy: 'notice', downloadFiles: true };
		const annonces = [{ reference: 'AL-1', factures }, { reference: 'AL-2' }];
		const { items, json } = await run('invoice.getMany', annonces, more);
		expect(items.flatMap(named)).toEqual([
			['facture', 'of 0'],
			['facture_2', 'of 1'],
			['facture_F-1', 'of 2'],
			['facture_F-1_2', 'of 3'],
		]);
		expect(json[0]).not.toHaveProperty('fichiers_manquants');
	});

	test('files come with each cancellation that has them, and missing ones are named', async () => {
		const documents = [
			{ type: 'avoir', numero: 'V/1', url: link('shared') },
			{ type: 'avoir', numero: 'V-1', url: link('other') },
			{ type: 'justificatif', url: null },
			{ type: 'facture', url: bad() },
		];
		const references = ['AL-1', 'AL-2'];
		for (const reference of references) {
			sandbox.answer('statuses', { annonces: [{ reference, statut: 'a-paraitre' }] });
			sandbox.answer('cancel', { reference, documents });
		}
		const more = { downloadFiles: true };
		const { items } = await sandbox.runFor('notice.cancel', references, more);
		const both = [
			['avoir_V-1', 'of shared'],
			['avoir_V-1_2', 'of other'],
		];
		expect(items.map(named)).toEqual([both, both]);
		for (const { json } of items) {
			expect(json).toMatchObject({ annulee: true });
			const missing = ['justificatif', 'facture'].map((type) => {
				return { type, raison: expect.stringContaining(type) as unknown };
			});
			expect(json.fichiers_manquants).toEqual(missing);
			// Whoever runs it again reads that there is no such notice.
			const said = JSON.stringify(json.fichiers_manquants);
			expect(said).toContain('is cancelled: fetch the file later with Document > Download.');
			expect(said).not.toMatch(/again/i);
		}
		expect(front.hits.filter(({ url }) => url !== '/bad')).toHaveLength(2);
	});
});

test('newspapers that share a number give each notice its own file', async () => {
	const references = ['P-1', 'P-2', 'P-3'];
	const each = references.map((reference) => `of ${reference}`);
	const annonces = references.map((reference, at) => {
		const figures = { date_facture: '2026-11-02', montant_ht: 100, montant_ttc: 120 + at };
		const invoice = { type: 'facture', numero: 'F1', ...figures, url: link(reference) };
		const factures = [{ ...invoice, lignes: [{ reference }] }];
		return { reference, factures, documents: [invoice] };
	});
	const { items, pairs } = await run('invoice.getMany', annonces, { downloadFiles: true });
	expect(items.map(({ json }) => json.reference)).toEqual(references);
	expect(items.map(({ binary }) => says(binary?.data))).toEqual(each);
	expect(pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	const documents = await run('document.download', annonces);
	expect(documents.items.map(({ binary }) => says(binary?.data))).toEqual(each);
});
