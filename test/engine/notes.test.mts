/** What is worth a look in an order that nobody would notice otherwise. */
import { runNode } from './engine.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

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

	test('an order number that an address would change is told, and ordered as it is', async () => {
		const custom = (orderNumber: string) => ({ orderNumberMode: 'custom', orderNumber });
		expect(await run('order', custom('D 1/2#bis'))).toEqual([
			expect.stringMatching(/'Order Number' .*"D 1\/2#bis".*letters, digits/),
		]);
		expect(service.orders().map(({ number }) => number)).toContain('D 1/2#bis');
		expect(await run('order', custom('D-1_2.bis'))).toBeUndefined();
	});
});
