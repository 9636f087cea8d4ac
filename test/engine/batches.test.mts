/** Operations that take many notices at once: documents, and what becomes of the references of their items. */
import { shortPausesForTests } from './time.mts';
import { GOES_ON, type Result } from './engine.mts';
import { frontForTests } from './front.mts';
import { numbered } from './notices.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests, type TestSandbox } from './sandbox.mts';

const ROUTES = [
	['notice.getStatus', '/annonces/statuts'],
	['notice.getStatusChanges', '/annonces/statuts'],
	['document.getMany', '/annonces/documents'],
	['document.download', '/annonces/documents'],
	['invoice.getMany', '/annonces/factures'],
] as const;
/** The attestation that comes with an order is in the way of counting. */
const settings = { attestationBeforePublication: false };
/** One document and one invoice for each notice, so that each gives one item. */
const attestations = { documentTypes: ['attestation'], simplify: false };
async function billed(service: TestSandbox, orderNumber: string): Promise<string> {
	const more = { ...numbered(orderNumber), options: { paperProofs: 1 } };
	const reference = await service.order(orderNumber, more);
	service.notices.addDocument(reference, 'attestation');
	service.notices.invoice(reference);
	return reference;
}
/** What each item is about: the name that was requested, and its notice, or true where it has none. */
const found = ({ json, pairs }: Result) =>
	json.map(({ demande, reference, introuvable }, index) => [
		demande,
		introuvable ?? reference,
		pairs[index],
	]);

describe.each(serviceNames)('many notices at once, with the %s', (name) => {
	const service = readingForTests(name, settings);
	let first: string;
	let second: string;
	let none: string;
	beforeAll(async () => {
		[first, second] = [await billed(service, '4711'), await billed(service, '2026/2 é')];
		none = await service.order('NONE', { options: { paperProofs: 1 } });
		service.notices.addDocument(first, 'justificatif');
	});
	beforeEach(() => service.journal.clear());

	test.each(ROUTES)(
		'%s finds notices by either name, in one call of its route',
		async (name, route) => {
			// A number as a sheet has it.
			const asked = [second, 'NOBODY-1', 4711];
			expect(found(await service.runFor(name, asked, attestations))).toEqual([
				[second, second, { item: 0 }],
				['NOBODY-1', true, { item: 1 }],
				['4711', first, { item: 2 }],
			]);
			const batches = service.calls().filter((call) => !call.includes('documents/'));
			// A service that refuses the whole batch for an unknown reference is asked again for the others.
			expect(batches[0]).toBe(`POST ${route}`);
			expect(batches.length).toBeLessThanOrEqual(asked.length + 1);
			const alone = await service.runFor(name, ['2026/2 é'], attestations);
			expect(found(alone)).toEqual([['2026/2 é', second, { item: 0 }]]);
		},
	);

	test.each(ROUTES)('%s requests a notice once that several items name', async (name) => {
		const { json } = await service.runFor(name, [first, first, '4711'], attestations);
		const sent = service.journal.calls().find(({ method }) => method === 'POST')?.body ?? '';
		expect(JSON.parse(sent)).toEqual({ references: [first, '4711'] });
		// Each item has it; but an invoice is for accounting, which must not have it twice.
		if (name === 'invoice.getMany') {
			expect(json.map(({ references_demandees: all }) => all)).toEqual([[first, '4711']]);
		} else {
			expect(json.map(({ demande }) => demande)).toEqual([first, first, '4711']);
		}
	});

	test('one item comes for each document, of the chosen types', async () => {
		const { json, pairs } = await service.runFor('document.getMany', [first, none, second]);
		const types = ['attestation', 'facture', 'justificatif', 'attestation', 'facture'];
		expect(json.map(({ type }) => type).sort()).toEqual(types.sort());
		expect(pairs.filter((pair) => (pair as { item: number }).item === 0)).toHaveLength(3);
		expect(json[0]).toMatchObject({ reference: first, numero_commande: '4711', demande: first });
		const documentTypes = '={{ $itemIndex === 0 ? "attestations" : ["justificatif"] }}';
		const both = [second, first];
		const ran = await service.runFor('document.getMany', both, { documentTypes }, GOES_ON);
		expect(ran.json[0]?.error).toMatch(/'Document Types' cannot be "attestations"/);
		expect(ran.json.slice(1)).toEqual([
			expect.objectContaining({ type: 'justificatif', reference: first }),
		]);
	});

	test.each(['getMany', 'download'])(
		'a notice without documents of the chosen types comes out only on request: %s',
		async (operation) => {
			const run = async (returnWithoutDocuments: boolean) =>
				await service.runFor(`document.${operation}`, [first, '2026/2 é', 'NOBODY-1', none], {
					documentTypes: ['justificatif'],
					options: { returnWithoutDocuments },
				});
			expect((await run(false)).json.map(({ demande }) => demande)).toEqual([first, 'NOBODY-1']);
			const { json, pairs } = await run(true);
			expect(json.map(({ sans_document: lacks }) => lacks)).toEqual([
				...[undefined, true, undefined, true],
			]);
			expect(json[1]).toMatchObject({ reference: second, numero_commande: '2026/2 é' });
			expect(pairs).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		},
	);

	test('a notice without invoices comes out only on request, and never where its invoice is listed with another notice', async () => {
		const run = async (options: object) =>
			await service.runFor('invoice.getMany', [none, 'NOBODY-1'], { options });
		const { json, pairs } = await run({ returnWithoutInvoices: true });
		expect(json).toMatchObject([
			{ demande: none, sans_facture: true },
			{ demande: 'NOBODY-1', introuvable: true },
		]);
		expect(pairs).toEqual([0, 1].map((item) => ({ item })));
		expect((await run({})).json.map(({ demande }) => demande)).toEqual(['NOBODY-1']);
	});

	test('files have names that say what they are, and are downloaded without the keys', async () => {
		const documentTypes = ['attestation', 'justificatif'];
		const { items } = await service.runFor('document.download', [first, none], { documentTypes });
		const names = items.map(({ binary }) => binary?.data?.fileName);
		expect(names).toEqual([
			expect.stringMatching(`^attestation_${first}_\\S+\\.pdf$`),
			`justificatif_${first}.pdf`,
		]);
		expect(items.map(({ json }) => json.nom_fichier)).toEqual(names);
		const downloads = service.journal.calls().filter(({ route }) => route === 'pdf');
		expect(downloads.length).toBeGreaterThanOrEqual(2);
		const sent = downloads.flatMap(({ headers }) => Object.keys(headers)).join(' ');
		expect(sent).not.toMatch(/\b(application|timestamp|signature|authorization)\b/);
	});
});

describe('many notices at once', () => {
	const sandbox = sandboxForTests({ settings: { ...settings, batchOrder: 'shuffled' } });
	const front = frontForTests(sandbox);
	shortPausesForTests();
	const unknown = (count: number) => Array.from({ length: count }, (_, index) => `N-${index}`);

	// All five go by the same reader; invoices are gathered over their notices.
	test.each([ROUTES[0], ROUTES[4]])(
		'%s requests 250 notices in three calls, whatever the service leaves out, and keeps their order',
		async (name, route) => {
			const [one, two] = [await billed(sandbox, 'A'), await billed(sandbox, 'B')];
			const { json } = await sandbox.runFor(name, [...unknown(248), two, one], attestations);
			expect(json).toHaveLength(250);
			expect(json.slice(-2).map(({ reference }) => reference)).toEqual([two, one]);
			expect(sandbox.calls().filter((call) => call.endsWith(route))).toHaveLength(3);
		},
	);

	test.each(['notice.getStatus', 'invoice.getMany'])(
		'%s of 1,000 notices returns all others where the service fails over one of them',
		async (name) => {
			const refusal = { resultat: 'erreur', erreurs: ['err_internal_server'] };
			// The service has lost the record of this one, and fails over every list that contains it, and on its own route.
			const isOfLost = (sent: string, path: string) =>
				sent.includes('"N-7"') || path.includes('/N-7/');
			front.change = (answer, sent, path) => (isOfLost(sent, path) ? refusal : answer);
			const { json, told } = await sandbox.runFor(name, unknown(1_000), {}, GOES_ON);
			expect(told).toBe('');
			expect(json).toHaveLength(1_000);
			const failed = json.filter((item) => item.error !== undefined);
			expect(failed).toHaveLength(1);
			expect(failed[0]?.error).toContain('err_internal_server');
		},
	);
});
