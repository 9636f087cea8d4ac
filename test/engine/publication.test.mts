import { startSandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';
import { credentialOf } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('publications, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const run = async (operation: string, more: Record<string, unknown> = {}) =>
		await runNode({
			credential: service.credential,
			parameters: { resource: 'publication', operation, returnAll: true, ...more } as never,
		});
	const publication = () => service.notice.publication as never;

	test('all publications of the account are listed, or those of a department', async () => {
		const all = await run('getMany');
		const paris = await run('getMany', { department: byId(75) });
		expect(all.error).toBeUndefined();
		expect(paris.json.length).toBeGreaterThan(0);
		expect(paris.json.length).toBeLessThan(all.json.length);
		expect(paris.json).toEqual(all.json.filter(({ departement }) => departement === '75'));
	});

	test('simplified, the logos are left out and nothing else', async () => {
		const light = (await run('getMany')).json;
		const full = (await run('getMany', { simplify: false })).json;
		expect(full.some(({ logo_web: logo }) => logo !== undefined)).toBe(true);
		expect(light).toEqual(full.map(({ logo_web: _logo, ...rest }) => rest));
	});

	test('a department without any publication gives no item', async () => {
		const departments = await runNode({
			credential: service.credential,
			parameters: { resource: 'referenceData', operation: 'getDepartments' },
		});
		const covered = (await run('getMany')).json.map(({ departement }) => departement);
		const empty = departments.json.find(({ code }) => !covered.includes(code));
		const { json, error } = await run('getMany', { department: byId(String(empty?.code)) });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});

	test('the limit holds, and a wrong one is explained', async () => {
		expect((await run('getMany', { returnAll: false, limit: 1 })).json).toHaveLength(1);
		const { error } = await run('getMany', { returnAll: false, limit: '={{ "viele" }}' });
		expect(error?.message).toContain('\'Limit\' cannot be "viele"');
	});

	test('the next dates come with their closing times, one item for each, in Paris time', async () => {
		const { json, error } = await run('getDates', {
			department: byId('75'),
			publication: publication(),
			quantity: 3,
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		const [{ libelle = '' } = {}] = (await run('getMany')).json.filter(
			({ id }) => String(id) === String(json[0]?.id),
		);
		expect(String(libelle)).not.toBe('');
		for (const item of json) {
			expect(item.libelle_publication).toBe(libelle);
			expect(item.departement).toBe('75');
			expect(String(item.date_parution_iso)).toMatch(/T00:00:00\+0[12]:00$/);
			expect(String(item.date_bouclage_iso).slice(0, 19)).toBe(
				String(item.date_bouclage).replace(' ', 'T'),
			);
		}
	});

	test('the dates of all newspapers are named with one more call', async () => {
		const { json: listed } = await run('getMany');
		const before = service.calls().length;
		const { json } = await run('getDates');
		const names = new Map(listed.map(({ id, libelle }) => [id, libelle]));
		expect(json.map(({ libelle_publication: label }) => label)).toEqual(
			json.map(({ id }) => names.get(id)),
		);
		expect(service.calls()).toHaveLength(before + 2);
	});

	test.each([['0'], ['21'], ['2.5'], ['x']])(
		'%s dates are refused before any call',
		async (count) => {
			const before = service.calls().length;
			const { error } = await run('getDates', { quantity: `={{ "${count}" }}` });
			expect(error?.message).toContain(`'Number of Dates' cannot be "${count}"`);
			expect(service.calls()).toHaveLength(before);
		},
	);

	test('a publication without its department is explained before any call', async () => {
		const before = service.calls().length;
		const { error } = await run('getDates', { publication: publication() });
		expect(error?.message).toContain("'Publication' is given without 'Department'");
		expect(service.calls()).toHaveLength(before);
	});

	test.each([
		['1', '01'],
		['2a', '2A'],
		[75, '75'],
	])('the department %p is understood as %s', async (given, code) => {
		const { json, error } = await run('getMany', { department: byId(given) });
		expect(error).toBeUndefined();
		for (const { departement } of json) expect(departement).toBe(code);
	});

	test.each([
		['20', '2A or 2B for Corsica'],
		['75001', 'not a postcode'],
		['Paris', "'Department' cannot be"],
	])('the department "%s" is explained', async (given, explanation) => {
		const { error } = await run('getMany', { department: byId(given) });
		expect(`${error?.message} ${error?.description}`).toContain(explanation);
	});
});

test('dates come without names when the newspapers cannot be listed', async () => {
	const sandbox = await startSandbox();
	sandbox.fault({
		kind: 'codes',
		codes: ['err_internal_server'],
		times: 9,
		match: { path: '/publications' },
	});
	const parameters = { resource: 'publication', operation: 'getDates' };
	const { json, error } = await runNode({ credential: credentialOf(sandbox), parameters });
	await sandbox.close();
	expect(error).toBeUndefined();
	expect(json.length).toBeGreaterThan(0);
	for (const item of json) expect(item).not.toHaveProperty('libelle_publication');
});

test('a closing that the newspaper moved comes out as it is configured', async () => {
	const sandbox = await startSandbox();
	const dates = async () => {
		const parameters = {
			resource: 'publication',
			operation: 'getDates',
			department: byId('75'),
			publication: byId(12),
			quantity: 8,
		};
		const credential = credentialOf(sandbox);
		return (await runNode({ credential, parameters: parameters as never })).json;
	};
	const usual = await dates();
	const [date, closing] = [usual[7]?.date_parution, `${String(usual[3]?.date_parution)} 09:30:00`];
	sandbox.settings({
		exceptionalClosings: [
			{ publication: 12, date_parution: String(date), date_bouclage: closing },
		] as never,
	});
	const moved = (await dates()).find((item) => item.date_parution === date);
	await sandbox.close();
	expect(usual[7]?.date_bouclage).not.toBe(closing);
	expect(moved?.date_bouclage).toBe(closing);
});

test.each(['err_publication_introuvable', 'err_publication_non_habilite'] as const)(
	'a publication of another account is not listed, and its refusal by %s names the parameter',
	async (code) => {
		const sandbox = await startSandbox({ settings: { foreignPublication: code } });
		const credential = credentialOf(sandbox);
		const notice = {
			department: byId('33'),
			publication: byId(900),
			category: byId('DISSOL'),
			text: 'AVIS',
		};
		const run = async (resource: string, operation: string, more: object) =>
			await runNode({ credential, parameters: { resource, operation, ...more } as never });
		const { json } = await run('publication', 'getMany', { returnAll: true });
		const { error } = await run('notice', 'quote', notice);
		await sandbox.close();
		expect(json.length).toBeGreaterThan(3);
		expect(json.map(({ id }) => id)).not.toContain(900);
		expect(error?.message).toContain(`(${code})`);
		expect(error?.description).toContain("'Publication'");
	},
);
