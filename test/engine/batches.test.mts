/** What the operations that take many notices at once do with the references of their items. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import {
	ofSandbox,
	pairs,
	runFor,
	serviceNames,
	startBilling,
	type BillingService,
} from './documentsServices.mts';
import { runNode, type Result } from './engine.mts';

const ROUTES = [
	['notice.getStatus', '/annonces/statuts'],
	['notice.getStatusChanges', '/annonces/statuts'],
	['document.getMany', '/annonces/documents'],
	['document.download', '/annonces/documents'],
	['invoice.getMany', '/annonces/factures'],
] as const;

/** One document and one invoice for each notice, so that each gives one item. */
async function billed(service: BillingService, file: string, number: string): Promise<string> {
	const reference = await service.order(file, number);
	service.attest(reference);
	service.invoice(reference);
	return reference;
}
const attestations = { documentTypes: ['attestation'], simplify: false };

describe.each(serviceNames)('many notices at once, against the %s', (name) => {
	let service: BillingService;
	let first: string;
	let second: string;

	beforeAll(async () => {
		service = await startBilling(name);
		first = await billed(service, 'B-1', 'NUMBER-1');
		second = await billed(service, 'B-2', '2026/2 é');
	});
	afterAll(async () => {
		await service.close();
	});

	test.each(ROUTES)(
		'%s finds them by reference and by order number alike, and says what was asked',
		async (operation) => {
			for (const asked of [
				[first, '2026/2 é'],
				['NUMBER-1', second],
			]) {
				const { json, error } = await runFor(service, operation, asked, attestations);
				expect(error).toBeUndefined();
				expect(json.map(({ demande, reference }) => [demande, reference])).toEqual([
					[asked[0], first],
					[asked[1], second],
				]);
			}
			for (const [alone, reference] of [
				['NUMBER-1', first],
				['2026/2 é', second],
				[first, first],
			]) {
				const { json } = await runFor(service, operation, [String(alone)], attestations);
				expect(json).toEqual([expect.objectContaining({ demande: alone, reference })]);
			}
		},
	);

	test.each(ROUTES)('%s asks for all items in one call of its route', async (operation, route) => {
		const before = service.calls().length;
		const asked = [second, 'NOBODY-1', 'NUMBER-1'];
		const result = await runFor(service, operation, asked, attestations);
		const found = result.json.map(({ demande, reference, introuvable }) => [
			demande,
			introuvable === true ? undefined : reference,
		]);
		expect(found).toEqual([
			[second, second],
			['NOBODY-1', undefined],
			['NUMBER-1', first],
		]);
		expect(pairs(result)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const batches = service.calls().slice(before);
		// A service that refuses the whole batch for an unknown reference is asked again for the others.
		expect(batches[0]).toBe(`POST ${route}`);
		expect(batches.length).toBeLessThanOrEqual(asked.length + 1);
	});
});

describe('many notices at once', () => {
	let sandbox: Sandbox;
	let service: BillingService;
	const references: string[] = [];

	beforeAll(async () => {
		sandbox = await startSandbox({ settings: { batchOrder: 'shuffled' } });
		service = ofSandbox(sandbox);
		for (let index = 0; index < 3; index++) {
			references.push(await billed(service, `M-${index}`, `${4_711 + index}`));
		}
	});
	afterAll(async () => {
		await service.close();
	});

	const shown = ({ json }: Result) =>
		json.map(({ demande, reference, references_demandees: all }) => all ?? [demande, reference]);

	test.each(ROUTES)(
		'%s gives each item its own, in the order of the items, whatever the order of the answer',
		async (operation) => {
			const asked = [references[2], '4711', references[1]].map(String);
			const result = await runFor(service, operation, asked, attestations);
			expect(result.json.map(({ reference }) => reference)).toEqual([
				references[2],
				references[0],
				references[1],
			]);
			expect(pairs(result)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		},
	);

	test.each(ROUTES)('%s takes a number from a sheet for an order number', async (operation) => {
		const [resource = '', name = ''] = operation.split('.');
		const result = await runNode({
			credential: service.credential,
			items: [{ number: 4_711 }, { number: 4_712.0 }],
			parameters: {
				resource,
				operation: name,
				reference: '={{ $json.number }}',
				...attestations,
			} as never,
		});
		expect(result.json.map(({ reference }) => reference)).toEqual(references.slice(0, 2));
	});

	test.each(ROUTES)(
		'%s asks once for a notice that several items name, and each of them has it',
		async (operation) => {
			const [reference = ''] = references;
			const result = await runFor(service, operation, [reference, reference, '4711'], attestations);
			const call = sandbox.journal.calls().findLast(({ method }) => method === 'POST');
			expect(JSON.parse(String(call?.body))).toEqual({ references: [reference, '4711'] });
			// An invoice is for accounting, which must not have it twice.
			expect(shown(result)).toEqual(
				operation === 'invoice.getMany'
					? [[reference, '4711']]
					: [
							[reference, reference],
							[reference, reference],
							['4711', reference],
						],
			);
		},
	);

	test.each(ROUTES)('%s asks for 250 notices in three calls', async (operation, route) => {
		const asked = Array.from({ length: 249 }, (_, index) => `NOBODY-${index}`);
		sandbox.journal.clear();
		const result = await runFor(
			service,
			operation,
			[...asked, String(references[0])],
			attestations,
		);
		expect(result.json).toHaveLength(250);
		expect(result.json.at(-1)).toMatchObject({ reference: references[0] });
		const batches = sandbox.journal.calls().filter(({ path }) => path.endsWith(route));
		expect(batches).toHaveLength(3);
	});

	test('a cancellation takes either name, and cancels that notice only', async () => {
		for (const by of ['reference', 'number']) {
			const number = `CANCEL-${by}`;
			const reference = await service.order(number, number);
			const asked = by === 'number' ? number : reference;
			const { json } = await runFor(service, 'notice.cancel', [asked]);
			expect(json[0]).toMatchObject({ demande: asked, reference, annulee: true });
			const left = sandbox.journal.orders().filter(({ cancelled }) => cancelled);
			expect(left.at(-1)).toMatchObject({ reference });
		}
	});
});
