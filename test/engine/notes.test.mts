/** What is worth a look in a quote or an order that nobody would notice otherwise. */
import { byId, runNode } from './engine.mts';
import { serviceNames, startService, type RunningService, type ServiceName } from './services.mts';

/** Publications without a digital proof: they send a paper one unless told otherwise. */
const ON_PAPER: Record<ServiceName, object> = {
	sandbox: { department: byId('69'), publication: byId(21) },
	'strict emulator': { department: byId('2A'), publication: byId(13) },
	'lenient emulator': { department: byId('2B'), publication: byId(900002) },
};
let files = 0;

describe.each(serviceNames)('against the %s,', (name) => {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	async function run(operation: string, more: object) {
		const { json, error } = await runNode({
			credential: service.credential,
			parameters: {
				resource: 'notice',
				operation,
				...service.notice,
				text: 'Un avis.',
				fileReference: `N-${++files}`,
				billingMode: 'prescripteur',
				...more,
			} as never,
		});
		expect(error?.message).toBeUndefined();
		return json[0]?.avertissements;
	}

	test.each(['quote', 'order'])(
		'a %s tells of a paper proof that nobody chose',
		async (operation) => {
			expect(await run(operation, ON_PAPER[name])).toEqual([
				expect.stringMatching(/price includes 1 paper proof.*'Paper Proofs'/),
			]);
			const chosen = { ...ON_PAPER[name], options: { paperProofs: 1 } };
			expect(await run(operation, chosen)).toBeUndefined();
			expect(await run(operation, {})).toBeUndefined();
		},
	);

	test('an order number that an address would change is told, and ordered as it is', async () => {
		const custom = (orderNumber: string) => ({ orderNumberMode: 'custom', orderNumber });
		expect(await run('order', custom('D 1/2#bis'))).toEqual([
			expect.stringMatching(/'Order Number' .*"D 1\/2#bis".*letters, digits/),
		]);
		expect(service.orders().map(({ number }) => number)).toContain('D 1/2#bis');
		expect(await run('order', custom('D-1_2.bis'))).toBeUndefined();
	});
});
