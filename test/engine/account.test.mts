import { runNode } from './engine.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('the account, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const get = async (more: Record<string, unknown> = {}, items: Array<object> = [{}]) =>
		await runNode({
			credential: service.credential,
			items: items as never,
			parameters: { resource: 'account', operation: 'get', ...more } as never,
		});

	test('the account comes with its address and its default billing', async () => {
		const { json, error } = await get();
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(json[0]?.raison_sociale).toMatch(/\w/);
		expect(json[0]?.code_postal).toMatch(/^\d{5}$/);
		expect(json[0]?.mode_facturation).toMatch(/^(prescripteur|annonceur|aucun)$/);
		expect(json[0]).not.toHaveProperty('resultat');
	});

	test('simplified, the logos are left out and nothing else', async () => {
		const [light] = (await get()).json;
		const [full] = (await get({ simplify: false })).json;
		const logos = full?.entetes as Array<Record<string, unknown>> | null | undefined;
		expect({ ...light, entetes: null }).toEqual({ ...full, entetes: null });
		expect(light?.entetes).toEqual(
			Array.isArray(logos) ? logos.map(({ data: _data, ...rest }) => rest) : logos,
		);
		expect(JSON.stringify(light)).not.toContain('"data"');
	});

	test('many items cost one call, and each has its account', async () => {
		const before = service.calls().length;
		const { items } = await get({}, [{}, {}, {}]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(service.calls().slice(before)).toEqual(['GET /client']);
	});
});
