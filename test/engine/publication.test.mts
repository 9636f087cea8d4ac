/** Publications and their dates, reference data and the account, in both readings of the specification. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from './engine.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

const PLACE = { department: byId('75'), publication: byId(12) };

describe.each(serviceNames)('publications, with the %s', (name) => {
	const service = readingForTests(name);
	beforeEach(() => service.journal.clear());
	const get = async (operation: string, more: object = {}) =>
		await service.run(operation, { returnAll: true, ...more });
	const publications = async (more: object = {}) => await get('publication.getMany', more);

	test('the list has all publications, those of a department, or the first ones', async () => {
		const { json: all } = await publications();
		const { json: paris } = await publications({ department: byId(75) });
		expect(paris).toEqual(all.filter(({ departement }) => departement === '75'));
		expect(paris.length).toBeGreaterThan(0);
		expect(paris.length).toBeLessThan(all.length);
		expect((await publications({ returnAll: false, limit: 1 })).json).toHaveLength(1);
		const { told } = await publications({ returnAll: false, limit: '={{ "viele" }}' });
		expect(told).toContain('\'Limit\' cannot be "viele"');
		const { json: departments } = await get('referenceData.getDepartments');
		const covered = all.map(({ departement }) => departement);
		const empty = departments.find(({ code }) => !covered.includes(code));
		const none = await publications({ department: byId(String(empty?.code)) });
		expect([none.told, none.json]).toEqual(['', []]);
	});

	test('simplified publications lack their logos and nothing else', async () => {
		const { json: full } = await publications({ simplify: false });
		expect(full.some(({ logo_web: logo }) => logo !== undefined)).toBe(true);
		const light = full.map(({ logo_web: _logo, ...rest }) => rest);
		expect((await publications()).json).toEqual(light);
		const [account = {}] = (await get('account.get', { simplify: false })).json;
		const logos = account.entetes as IDataObject[];
		const entetes = logos.map(({ data: _data, ...rest }) => rest);
		const { json: simple, pairs } = await service.run('account.get', {}, { items: [{}, {}] });
		expect(simple).toEqual(Array(2).fill({ ...account, entetes }));
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }]);
		expect(account.raison_sociale).toMatch(/\w/);
		expect(account.mode_facturation).toMatch(/^(prescripteur|annonceur|aucun)$/);
		expect(account).not.toHaveProperty('resultat');
	});

	test('the next dates come with their closing times, one item for each, in Paris time', async () => {
		const { json } = await get('publication.getDates', { ...PLACE, quantity: 3 });
		expect(json).toHaveLength(3);
		for (const item of json) {
			expect(item.departement).toBe('75');
			expect(item.libelle_publication).toMatch(/\w/);
			expect(item.date_parution_iso).toMatch(/T00:00:00\+0[12]:00$/);
			const local = String(item.date_bouclage).replace(' ', 'T');
			expect(item.date_bouclage_iso).toMatch(new RegExp(`^${local}\\+0[12]:00$`));
		}
	});

	test('the dates of all newspapers get their names with one more call', async () => {
		const { json } = await get('publication.getDates');
		expect(service.calls()).toHaveLength(2);
		const names = new Map((await publications()).json.map(({ id, libelle }) => [id, libelle]));
		expect(json.length).toBeGreaterThan(3);
		for (const { id, libelle_publication: label } of json) expect(label).toBe(names.get(id));
	});

	test('a department is understood as people write it, or explained before any call', async () => {
		const { json } = await publications({ department: byId('2a') });
		expect(new Set(json.map(({ departement }) => departement))).toEqual(new Set(['2A']));
		service.journal.clear();
		const { told } = await get('publication.getDates', { publication: PLACE.publication });
		expect(told).toContain("'Publication' is given without 'Department'");
		expect((await publications({ department: byId('2C') })).advice).toContain(
			'2A or 2B for Corsica',
		);
		expect(service.calls()).toEqual([]);
	});

	test.each([
		['Categories', { code: 'RECTIF' }, {}],
		['Countries', { code: 'FRA', libelle: 'France' }, {}],
		['Departments', { code: '2A', libelle: 'Corse-du-Sud' }, {}],
		['Forfaits', { code: 'SARL', categorie_code: 'CONSTI' }, { categorie_code: 'MODIF' }],
		['StyleSheets', { classe: 'fs-texte', type: 'paragraphe' }, { type: 'caractere' }],
	])('%s come as the service sends them, narrowed by a choice', async (what, entry, narrowed) => {
		const { json } = await get(`referenceData.get${what}`);
		expect(json.length).toBeGreaterThan(3);
		expect(json).toContainEqual(expect.objectContaining(entry));
		expect(json[0]).not.toHaveProperty('resultat');
		for (const [field, value] of Object.entries(narrowed)) {
			const choice = { styleType: value, category: byId(String(value).toLowerCase()) };
			const some = json.filter((one) => one[field] === value);
			expect((await get(`referenceData.get${what}`, choice)).json).toEqual(some);
			expect(some.length).toBeGreaterThan(0);
		}
	});

	test.each([
		['account.get', 'client', {}],
		['contact.getMany', 'contacts', {}],
		['publication.getMany', 'publications', { department: PLACE.department }],
		// The names of the newspapers come with it.
		['publication.getDates', 'dates-parutions publications', PLACE],
		['referenceData.getStyleSheets', 'feuilles-styles', { styleType: 'caractere' }],
	])('%s for twenty items reads each list once, and serves each item', async (...row) => {
		const [operation, paths, more] = row;
		const items = Array.from({ length: 20 }, () => ({}));
		const ran = await service.run(operation, { returnAll: true, ...more }, { items });
		expect(service.calls()).toEqual(paths.split(' ').map((path) => `GET /${path}`));
		const ofFirst = ran.items.filter(
			({ pairedItem }) => Reflect.get(Object(pairedItem), 'item') === 0,
		);
		expect(ofFirst.length).toBeGreaterThan(0);
		expect(ran.items).toHaveLength(20 * ofFirst.length);
		// What a later node changes in one item must not show in another.
		expect(new Set(ran.json).size).toBe(ran.items.length);
	});

	test.each([
		['getMany', 2],
		['getDates', 4],
	])('items of %s that name other departments get theirs', async (operation, calls) => {
		const items = ['75', '13', '75'].map((code) => ({ code }));
		const department = byId('={{ $json.code }}');
		const { json } = await service.run(`publication.${operation}`, { department }, { items });
		expect(new Set(json.map(({ departement }) => departement))).toEqual(new Set(['75', '13']));
		expect(service.calls()).toHaveLength(calls);
	});
});

describe('a service that cannot list its newspapers', () => {
	const sandbox = sandboxForTests();
	test('such a service gives their dates without names', async () => {
		sandbox.refuse('/publications', 'err_internal_server', { times: 9 });
		const { json } = await sandbox.run('publication.getDates', { ...PLACE, quantity: 8 });
		expect(json).toHaveLength(8);
		for (const item of json) expect(item).not.toHaveProperty('libelle_publication');
	});
});
