/** One file that cannot be had among good ones: the good ones come, and the bad one is told. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { runFor, pairs } from './documentsServices.mts';
import { runNode, type Credential } from './engine.mts';
import { pdf, startLinkHost, type LinkHost } from './filesLinks.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let host: LinkHost;
let service: { credential: Credential };
let good: string;
let bad: string;
beforeAll(async () => {
	host = await startLinkHost(sandbox.url);
	service = { credential: { ...sandbox.credential, baseUrl: host.url } };
	good = host.on('/good', (response) => response.end(pdf()));
	bad = host.on('/bad', (response) => response.end('<html>gone</html>'));
});
afterAll(async () => {
	await host.close();
});

const goesOn = { onError: 'continueRegularOutput' } as const;

/** Runs an operation for two notices, of which the service answers this. */
async function run(
	operation: string,
	annonces: IDataObject[],
	more: Record<string, unknown> = {},
	settings: Parameters<typeof runFor>[4] = goesOn,
) {
	sandbox.fault({
		kind: 'wrongShape',
		match: { path: '/annonces/' },
		body: JSON.stringify({ resultat: 'succes', annonces }),
	});
	return await runFor(service, operation, ['AL-1', 'AL-2'], more, settings);
}

describe('downloaded documents', () => {
	const documents = (...urls: string[]) =>
		urls.map((url, index) => ({ type: 'attestation', numero: `A-${index + 1}`, url }));
	const notices = () => [
		{ reference: 'AL-1', documents: documents(good, bad, good) },
		{ reference: 'AL-2', documents: documents(good) },
	];

	test('the others of the same notice come out, the bad one as an item that says which it is', async () => {
		const result = await run('document.download', notices());
		expect(result.json.map(({ numero, error }) => numero ?? error)).toEqual([
			'A-1',
			'A-3',
			expect.stringMatching(/attestation A-2 of AL-1 .*instead of a PDF/),
			'A-1',
		]);
		expect(pairs(result)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }, { item: 1 }]);
		expect(result.items.map(({ binary }) => binary?.data !== undefined)).toEqual([
			true,
			true,
			false,
			true,
		]);
	});

	test('each goes to its own output where there is one for errors', async () => {
		const settings = { onError: 'continueErrorOutput' } as const;
		const result = await run('document.download', notices(), {}, settings);
		expect(result.json.map(({ reference, numero }) => [reference, numero])).toEqual([
			['AL-1', 'A-1'],
			['AL-1', 'A-3'],
			['AL-2', 'A-1'],
		]);
		expect(result.errorItems).toHaveLength(1);
		expect(result.errorItems[0]?.json.error).toMatch(/attestation A-2 of AL-1/);
	});

	test('without going on, the error says which file it is', async () => {
		const { error, items } = await run('document.download', notices(), {}, {});
		expect(error?.message).toMatch(/attestation A-2 of AL-1/);
		expect(items).toEqual([]);
	});
});

describe('files whose numbers come down to the same name', () => {
	const files = (...numbers: Array<string | undefined>) =>
		numbers.map((numero, index) => ({
			type: 'facture',
			...(numero === undefined ? {} : { numero }),
			montant_ttc: 120,
			url: host.on(`/same-${index}`, (response) =>
				response.end(Buffer.concat([pdf(), Buffer.from(`same ${index}`)])),
			),
		}));
	const bytesOf = (binary: IBinaryKeyData | undefined) =>
		Object.entries(binary ?? {}).map(([field, { data }]) => [
			field,
			/same \d/.exec(Buffer.from(data, 'base64').toString('latin1'))?.[0],
		]);

	test('come all with the invoices of a notice', async () => {
		const factures = files(undefined, undefined, 'F/1', 'F-1');
		const annonces = [{ reference: 'AL-1', factures }, { reference: 'AL-2' }];
		const more = { splitBy: 'notice', downloadFiles: true };
		const { items, json } = await run('invoice.getMany', annonces, more);
		expect(bytesOf(items[0]?.binary)).toEqual([
			['facture', 'same 0'],
			['facture_2', 'same 1'],
			['facture_F-1', 'same 2'],
			['facture_F-1_2', 'same 3'],
		]);
		expect(json[0]).not.toHaveProperty('fichiers_manquants');
	});

	test('come all with a cancellation', async () => {
		const answers = {
			statuses: { annonces: [{ reference: 'AL-1', statut: 'a-paraitre' }] },
			cancel: { reference: 'AL-1', documents: files('F/1', 'F-1') },
		};
		for (const [path, answer] of Object.entries(answers)) {
			const body = JSON.stringify({ resultat: 'succes', ...answer });
			sandbox.fault({ kind: 'wrongShape', match: { path }, body });
		}
		const { items } = await runNode({
			credential: service.credential,
			parameters: {
				resource: 'notice',
				operation: 'cancel',
				reference: 'AL-1',
				downloadFiles: true,
			},
		});
		expect(bytesOf(items[0]?.binary)).toEqual([
			['facture_F-1', 'same 0'],
			['facture_F-1_2', 'same 1'],
		]);
	});
});

describe('invoices with their files', () => {
	const invoice = (numero: string, url: string, ...references: string[]) => ({
		type: 'facture',
		numero,
		url,
		montant_ht: 100,
		montant_ttc: 120,
		lignes: references.map((reference) => ({ reference, totaux: { montant_ht: 50 } })),
	});
	const notices = () => {
		const shared = invoice('F-2', bad, 'AL-1', 'AL-2');
		return [
			{ reference: 'AL-1', factures: [invoice('F-1', good, 'AL-1'), shared] },
			{ reference: 'AL-2', factures: [shared] },
		];
	};

	test('an invoice without its file fails alone', async () => {
		const result = await run('invoice.getMany', notices(), { downloadFiles: true });
		expect(result.json.map(({ numero, error }) => numero ?? error)).toEqual([
			'F-1',
			expect.stringMatching(/facture F-2 of AL-1/),
		]);
	});

	test('no line of an invoice comes without the others', async () => {
		const result = await run('invoice.getMany', notices(), {
			downloadFiles: true,
			splitBy: 'line',
		});
		expect(result.json.map(({ numero, error }) => numero ?? error)).toEqual([
			'F-1',
			expect.stringMatching(/facture F-2/),
			expect.stringMatching(/facture F-2/),
		]);
		expect(pairs(result)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
	});

	test('a notice comes with the files that could be had, and names the others', async () => {
		const result = await run('invoice.getMany', notices(), {
			downloadFiles: true,
			splitBy: 'notice',
		});
		const [first, told, second] = result.items;
		expect(Object.keys(first?.binary ?? {})).toEqual(['facture_F-1']);
		const missing = {
			type: 'facture',
			numero: 'F-2',
			raison: expect.stringMatching(/PDF/) as unknown,
		};
		expect(first?.json).toMatchObject({ demande: 'AL-1', fichiers_manquants: [missing] });
		expect(told?.json.error).toMatch(/facture F-2/);
		expect(second?.json).toMatchObject({ demande: 'AL-2', fichiers_manquants: [missing] });
		expect(result.items).toHaveLength(4);
	});
});
