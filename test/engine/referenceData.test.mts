import { startSandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';
import { credentialOf } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('reference data, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const list = async (operation: string, more: Record<string, unknown> = {}, count = 1) =>
		await runNode({
			credential: service.credential,
			items: Array.from({ length: count }, () => ({})),
			parameters: { resource: 'referenceData', operation, ...more } as never,
		});

	test.each([
		['getCategories', { code: 'RECTIF' }],
		['getCountries', { code: 'FRA', libelle: 'France' }],
		['getDepartments', { code: '2A', libelle: 'Corse-du-Sud' }],
		['getForfaits', { code: 'SARL', categorie_code: 'CONSTI' }],
		['getStyleSheets', { classe: 'fs-texte', type: 'paragraphe' }],
	])('%s gives one item for each entry, as the service sends it', async (operation, entry) => {
		const { json, error } = await list(operation);
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(3);
		expect(json).toContainEqual(expect.objectContaining(entry));
		expect(json[0]).not.toHaveProperty('resultat');
	});

	test('categories come with the style classes of each', async () => {
		const { json } = await list('getCategories');
		const constitution = json.find(({ code }) => code === 'CONSTI');
		expect(constitution?.classes_html).toContain(constitution?.classe_html_defaut);
	});

	test('forfaits are narrowed to a category', async () => {
		const { json } = await list('getForfaits', { category: byId('modif') });
		expect(json.map(({ code }) => code)).toContain('MOD_NON_DISSOL');
		expect(new Set(json.map(({ categorie_code: code }) => code))).toEqual(new Set(['MODIF']));
	});

	test.each(['paragraphe', 'entete', 'caractere'])(
		'style sheets are narrowed to the type %s',
		async (styleType) => {
			const all = await list('getStyleSheets');
			const { json } = await list('getStyleSheets', { styleType });
			expect(json.length).toBeGreaterThan(0);
			expect(json).toEqual(all.json.filter(({ type }) => type === styleType));
		},
	);

	test('a style type that does not exist is refused before any call', async () => {
		const before = service.calls().length;
		const { error } = await list('getStyleSheets', { styleType: '={{ "gras" }}' });
		expect(error?.message).toContain('\'Style Type\' cannot be "gras"');
		expect(service.calls()).toHaveLength(before);
	});

	test('many items cost one call for each list', async () => {
		const before = service.calls().length;
		const { json } = await list('getDepartments', {}, 5);
		expect(json.length).toBe(5 * (await list('getDepartments')).json.length);
		expect(service.calls().slice(before)).toEqual(['GET /departements', 'GET /departements']);
	});
});

test('an instance that has no forfaits yet is told apart from an empty list', async () => {
	const sandbox = await startSandbox({ settings: { forfaitsRoute: 'missing' } });
	const { error } = await runNode({
		credential: credentialOf(sandbox),
		parameters: { resource: 'referenceData', operation: 'getForfaits' },
	});
	expect(error?.httpCode).toBe('404');
	await sandbox.close();
});
