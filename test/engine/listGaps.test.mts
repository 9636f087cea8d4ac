/** The dropdowns of the editor where the service leaves fields of its lists out. */
import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { byId, callMethod } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const chosen = { department: byId('75'), publication: byId(12) };

async function search(name: string, answer: object, parameters: object = {}) {
	sandbox.fault({ kind: 'wrongShape', body: JSON.stringify({ resultat: 'succes', ...answer }) });
	const { results } = await callMethod<INodeListSearchResult>(
		'listSearch',
		name,
		{ resource: 'notice', operation: 'quote', ...parameters } as never,
		sandbox.credential,
	);
	return results.map(({ name: label, value }) => [label, value]);
}

async function load(name: string, answer: object) {
	sandbox.fault({ kind: 'wrongShape', body: JSON.stringify({ resultat: 'succes', ...answer }) });
	const options = await callMethod<INodePropertyOptions[]>(
		'loadOptions',
		name,
		{ resource: 'notice', operation: 'order' },
		sandbox.credential,
	);
	return options.map(({ name: label, value }) => [label, value]);
}

test('a department without its long label shows the short one, or its code', async () => {
	const departements = [
		{ code: '75', libelle_enrichi: 'Paris (75)' },
		{ code: '69', libelle: 'Rhône' },
		{ code: '2A', libelle_enrichi: null },
		{ code: 13, libelle: 'Bouches-du-Rhône' },
	];
	expect(await search('searchDepartments', { departements })).toEqual([
		['Bouches-du-Rhône (13)', '13'],
		['2A', '2A'],
		['Rhône (69)', '69'],
		['Paris (75)', '75'],
	]);
});

test('a date without closing time, or that is none, is offered as the service writes it', async () => {
	const dates = [
		{ date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' },
		{ date_parution: '2027-01-09' },
		{ date_parution: 'bientôt' },
	];
	const publications = [{ id: 12, departement: '75', dates }];
	expect(await search('searchPublicationDates', { publications }, chosen)).toEqual([
		['Next possible date', ''],
		['Fri 2027-01-08 (closes 2027-01-05 10:00)', '2027-01-08'],
		['Sat 2027-01-09', '2027-01-09'],
		['bientôt', 'bientôt'],
	]);
});

test('a country without a label shows its code', async () => {
	const pays = [{ code: 'FR', libelle: 'France' }, { code: 'BE' }, { code: 'DE', libelle: '' }];
	expect(await load('getCountries', { pays })).toEqual([
		['BE', 'BE'],
		['DE', 'DE'],
		['France', 'FR'],
	]);
});

test('a category or forfait without code is shown by its label, and chooses nothing', async () => {
	const categories = [{ code: 'CONSTI', libelle: 'Constitution' }, { libelle: 'Sans code' }];
	expect(await search('searchCategories', { categories })).toEqual([
		['Constitution (CONSTI)', 'CONSTI'],
		['Sans code', ''],
	]);
	const forfaits = [{ code: { of: 1 }, libelle: 'Autre', categorie_code: 'CONSTI' }];
	expect(await search('searchForfaits', { forfaits })).toEqual([['Autre, CONSTI', '']]);
});
