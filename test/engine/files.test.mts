import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { ofSandbox, runFor, type BillingService } from './documentsServices.mts';
import { core, engineFolder } from './engine.mts';
import { pdf, probe, startLinkHost, type LinkHost } from './filesLinks.mts';
import { Container } from './n8n.mts';

let host: LinkHost;
beforeAll(async () => {
	host = await startLinkHost();
});
afterAll(async () => {
	await host.close();
});

const bytesOf = (data: string | undefined): Buffer => Buffer.from(data ?? '', 'base64');

describe('a download', () => {
	test.each([100, 2_000, 262_144, 3_000_000])('of %i bytes arrives whole', async (size) => {
		const url = host.on(`/size-${size}`, (response) => response.end(pdf(size)));
		const { items, error } = await probe(url);
		expect(error).toBeUndefined();
		const data = items[0]?.binary?.data;
		expect(data).toMatchObject({
			mimeType: 'application/pdf',
			fileName: 'attestation_AL-1_A-1.pdf',
			bytes: size,
		});
		expect(bytesOf(data?.data).equals(pdf(size))).toBe(true);
	});

	test('that arrives in many small pieces arrives whole', async () => {
		const url = host.on('/pieces', (response) => {
			for (const byte of pdf(1500)) response.write(Buffer.of(byte));
			response.end();
		});
		const { items } = await probe(url);
		expect(bytesOf(items[0]?.binary?.data?.data).equals(pdf(1500))).toBe(true);
	});

	test('follows a few redirects, and sends no key to any of them', async () => {
		host.on('/hop-0', (response) => response.writeHead(302, { location: 'hop-1' }).end());
		host.on('/hop-1', (response) =>
			response.writeHead(307, { location: `${host.url}/hop-2` }).end('moved'),
		);
		host.on('/hop-2', (response) => response.end(pdf()));
		host.hits.length = 0;
		const { items, error } = await probe(`${host.url}/hop-0`);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(host.hits.map(({ path }) => path)).toEqual(['/hop-0', '/hop-1', '/hop-2']);
		for (const { headers } of host.hits) {
			expect(Object.keys(headers)).not.toEqual(
				expect.arrayContaining([
					expect.stringMatching(/application$|timestamp|signature|authorization/),
				]),
			);
		}
	});

	test('that redirects in circles is refused', async () => {
		const url = host.on('/circles', (response) =>
			response.writeHead(302, { location: '/circles' }).end(),
		);
		const { error } = await probe(url);
		expect(error?.message).toMatch(/attestation A-1 of AL-1 redirects more than 5 times/);
	});

	test.each([
		[200, 'application/pdf', '<!doctype html><title>x</title>', /gave a web page \("x"\)/],
		[200, 'application/pdf', '', /gave nothing instead of a PDF/],
		[403, 'text/html', '<h1>Expiré</h1>', /answered HTTP 403 with a web page \("Expiré"\)/],
		[404, 'application/pdf', '%PDF-1.4', /answered HTTP 404/],
	])('that gives HTTP %i of %s with %j is refused', async (status, type, body, sentence) => {
		const url = host.on(`/not-${status}-${body.length}`, (response) =>
			response.writeHead(status, { 'content-type': type }).end(body),
		);
		const { error, stored, items } = await probe(url);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(sentence);
		expect(error?.message).toContain(new URL(host.url).host);
		expect(error?.description).toMatch(/again later/);
		expect(stored).not.toContain('demo-secret');
	});

	test('never shows the key in a link', async () => {
		const { error, stored } = await probe('http://files.example/a.pdf?key=link-key');
		expect(error?.message).toMatch(/not encrypted \(http:\/\/files\.example\)/);
		expect(stored).not.toContain('link-key');
		const gone = await probe(`${host.url}/gone?key=link-key`);
		expect(gone.error?.message).toMatch(/HTTP 404 with nothing/);
		expect(gone.stored).not.toContain('link-key');
	});

	test('is refused before it starts when it says that it is too large', async () => {
		let closed = false;
		const url = host.on('/large', (response) => {
			response.on('close', () => (closed = true));
			response.writeHead(200, { 'content-length': 60 * 1024 * 1024 }).write(pdf());
		});
		const { error } = await probe(url);
		expect(error?.message).toBe('The attestation A-1 of AL-1 is larger than 50 MB.');
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(closed).toBe(true);
	});

	test.each([
		['before it is handed over', 100_000],
		['while it streams', 2_000_000],
	])('that does not say its size is ended at the limit, %s', async (_when, maxBytes) => {
		let sent = 0;
		const url = host.on(`/endless-${maxBytes}`, (response) => {
			response.write(pdf());
			const more = () => {
				while (!response.destroyed && sent < 20_000_000) {
					sent += 65_536;
					if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
				}
			};
			more();
		});
		const { error } = await probe(url, { maxBytes });
		expect(error?.message).toMatch(/is larger than \d+ MB/);
		expect(sent).toBeLessThan(20_000_000);
	});

	test('of few bytes that expand to many is ended at the limit too', async () => {
		const { gzipSync } = await import('node:zlib');
		const url = host.on('/bomb', (response) =>
			response
				.writeHead(200, { 'content-encoding': 'gzip' })
				.end(gzipSync(Buffer.concat([pdf(), Buffer.alloc(8_000_000)]))),
		);
		const { error } = await probe(url, { maxBytes: 1_000_000 });
		expect(error?.message).toMatch(/is larger than/);
	});

	test.each([1_500, 400_000])('that breaks off after %i bytes is no file', async (bytes) => {
		const url = host.on(`/cut-${bytes}`, (response) => {
			response.writeHead(200, { 'content-length': bytes * 2 }).write(pdf(bytes));
			setTimeout(() => response.destroy(), 50);
		});
		const { error, items } = await probe(url);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/could not be downloaded: 127\.0\.0\.1:\d+ stopped answering/);
	});

	test('that does not begin is given up', async () => {
		const { error } = await probe(
			host.on('/never', () => {}),
			{ timeoutMs: 300 },
		);
		expect(error?.message).toMatch(/stopped answering/);
	});

	test.each([0, 1_500, 400_000])('that stands still after %i bytes is given up', async (bytes) => {
		const url = host.on(`/still-${bytes}`, (response) => {
			if (bytes > 0) response.write(pdf(bytes));
		});
		const startedAt = Date.now();
		const { error } = await probe(url, { fileMs: 300 });
		expect(error?.message).toMatch(/took longer than 5 minutes/);
		expect(Date.now() - startedAt).toBeLessThan(3_000);
	});

	test('that trickles is given up when its time is over', async () => {
		const url = host.on('/trickle', (response) => {
			response.write(pdf());
			const timer = setInterval(() => response.write(' '), 50);
			response.on('close', () => clearInterval(timer));
		});
		const { error } = await probe(url, { fileMs: 500 });
		expect(error?.message).toMatch(/took longer than 5 minutes/);
	});

	test('ends at once when the execution is stopped', async () => {
		let closed: (() => void) | undefined;
		const ended = new Promise<void>((resolve) => (closed = resolve));
		let stop = () => {};
		const url = host.on('/stop', (response) => {
			response.on('close', () => closed?.());
			response.write(pdf());
			setTimeout(() => stop(), 100);
		});
		const startedAt = Date.now();
		await probe(url, {}, (given) => (stop = given));
		await ended;
		expect(Date.now() - startedAt).toBeLessThan(3_000);
	});

	test('from a host that cannot be reached says so', async () => {
		const { error } = await probe('http://127.0.0.1:9/a.pdf');
		expect(error?.message).toMatch(/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/);
	});
});

describe('links of the sandbox', () => {
	let sandbox: Sandbox;
	let service: BillingService;
	let front: LinkHost;
	let reference: string;
	let other: string;

	beforeAll(async () => {
		sandbox = await startSandbox();
		front = await startLinkHost(sandbox.url);
		service = ofSandbox(sandbox);
		service.credential = { ...service.credential, baseUrl: front.url };
		reference = await service.order('L-1');
		other = await service.order('L-2');
		for (const one of [reference, other]) service.attest(one);
	});
	afterEach(() => sandbox.settings({ pdfLinks: 'plain', suspendedNotice: 'usable' }));
	afterAll(async () => {
		await front.close();
		await service.close();
	});

	test.each([
		['expired', /HTTP 403 with a web page \("Ce lien a expiré"\)/],
		['html', /gave a web page \("Connexion"\)/],
		['json', /gave text \(.*err_internal_server/],
	] as const)('that are %s are refused, each asked for once', async (pdfLinks, sentence) => {
		sandbox.settings({ pdfLinks });
		const before = [service.calls().length, service.downloads().length] as const;
		const { error } = await runFor(service, 'document.download', [reference]);
		expect(error?.message).toMatch(sentence);
		expect(error?.message).toContain(`of ${reference}`);
		expect(service.downloads().length - before[1]).toBe(1);
		expect(service.calls().slice(before[0])).toEqual([`GET /annonce/${reference}/documents`]);
	});

	test('that redirect are followed', async () => {
		sandbox.settings({ pdfLinks: 'redirect' });
		const { items, error } = await runFor(service, 'document.download', [reference]);
		expect(error).toBeUndefined();
		expect(bytesOf(items[0]?.binary?.data?.data).toString('latin1')).toMatch(/^%PDF-/);
	});

	test('that redirect into a network are refused, and nothing is asked there', async () => {
		const inside = 'https://169.254.169.254/latest/meta-data';
		sandbox.settings({ pdfLinks: 'redirectElsewhere', pdfRedirectTarget: inside });
		const { error } = await runFor(service, 'document.download', [reference]);
		expect(error?.message).toMatch(
			/redirects to an address inside a network \(169\.254\.169\.254\), not a public host name/,
		);
		sandbox.settings({ pdfLinks: 'redirectElsewhere', pdfRedirectTarget: `${host.url}/inside` });
		host.hits.length = 0;
		const other = await runFor(service, 'document.download', [reference]);
		expect(other.error?.message).toMatch(/redirects to an address that is not encrypted/);
		expect(host.hits).toEqual([]);
	});

	test('that fail for one notice leave the others alone', async () => {
		const { json: documents } = await runFor(service, 'document.getMany', [reference, other]);
		sandbox.settings({ pdfLinks: 'html' });
		expect(documents).toHaveLength(2);
		const bad = await runFor(
			service,
			'document.download',
			[reference, 'UNKNOWN-9', other],
			{},
			{ onError: 'continueErrorOutput' },
		);
		expect(bad.errorItems).toHaveLength(2);
		expect(bad.json).toEqual([{ demande: 'UNKNOWN-9', introuvable: true }]);
	});

	test('stop being followed once one failed and the execution ends', async () => {
		const many = await Promise.all(
			Array.from({ length: 30 }, async (_, index) => await service.order(`STOP-${index}`)),
		);
		for (const one of many) service.attest(one);
		sandbox.settings({ pdfLinks: 'expired' });
		const before = service.downloads().length;
		const { error } = await runFor(service, 'document.download', many);
		expect(error?.message).toMatch(/HTTP 403/);
		expect(service.downloads().length - before).toBeLessThanOrEqual(12);
	});

	test('are followed three at once', async () => {
		const documents = Array.from({ length: 12 }, (_, index) => ({
			type: 'attestation',
			numero: `A-${index}`,
			url: front.on(`/slow-${index}`, (response) => setTimeout(() => response.end(pdf()), 100)),
		}));
		const body = JSON.stringify({ resultat: 'succes', reference, documents });
		sandbox.fault({ kind: 'wrongShape', match: { path: 'documents' }, body });
		const { items, error } = await runFor(service, 'document.download', [reference]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12);
		expect(front.most()).toBe(3);
	});

	test('that fail after a cancellation never hide that the notice is cancelled', async () => {
		const cancelled = await service.order('L-CANCEL');
		service.invoice(cancelled);
		sandbox.settings({ pdfLinks: 'html' });
		const { json, error } = await runFor(service, 'notice.cancel', [cancelled], {
			downloadFiles: true,
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ annulee: true, reference: cancelled });
		const missing = json[0]?.fichiers_manquants as Array<Record<string, string>>;
		expect(missing.map(({ type }) => type)).toEqual(['facture', 'avoir']);
		for (const { raison } of missing) expect(raison).toMatch(/gave a web page/);
	});

	test('of a suspended notice that the service withholds fail that notice only', async () => {
		const suspended = await service.order('L-SUSPENDED');
		sandbox.notices.suspend(suspended);
		sandbox.settings({ suspendedNotice: 'refused' });
		const { json } = await runFor(
			service,
			'document.download',
			[suspended, reference],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(json[0]?.error).toMatch(/err_annonce_suspendue/);
		expect(json[1]).toMatchObject({ reference, type: 'attestation' });
	});
});

describe('with files stored on disk, as n8n does by default', () => {
	const config = Container.get(core.BinaryDataConfig);
	const storage = Container.get(core.BinaryDataService);
	const before = { config: { ...config }, storage: { ...storage } };
	afterAll(() => {
		Object.assign(config, before.config);
		Object.assign(storage, before.storage, { managers: {} });
	});

	test.each([5_000, 3_000_000])('a document of %i bytes is stored there whole', async (size) => {
		Object.assign(config, {
			mode: 'filesystem',
			localStoragePath: join(engineFolder, `files-${size}`),
		});
		await storage.init();
		const url = host.on(`/disk-${size}`, (response) => response.end(pdf(size)));
		const { items, error } = await probe(url);
		expect(error).toBeUndefined();
		const data = items[0]?.binary?.data;
		expect(data).toMatchObject({ data: 'filesystem-v2', mimeType: 'application/pdf', bytes: size });
		expect(data && (await storage.getAsBuffer(data)).equals(pdf(size))).toBe(true);
	});
});
