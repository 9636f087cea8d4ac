/** The dropdowns of the editor: what a person reads in them, and what is stored. */
import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import type { Fault } from '../../sandbox/index.mts';
import { byId, callMethod, type Credential } from './engine.mts';
import { hasten, realTime, shortPausesForTests } from './time.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

const { listSearch, loadOptions } = new LegalNotice().methods;
const everyMethod = [...Object.keys(listSearch), ...Object.keys(loadOptions)];
/** Choices that every list needs before it has anything to show. */
const chosen = { department: byId('75'), publication: byId(12), category: byId('CONSTI') };

async function list(name: string, credential: Credential, choices: object = {}, filter?: string) {
	type Shown = INodeListSearchResult | INodePropertyOptions[];
	const kind = name in loadOptions ? 'loadOptions' : 'listSearch';
	// The editor sends all parameters of the node.
	const parameters = { resource: 'notice', operation: 'quote', ...choices };
	const shown = await callMethod<Shown>(kind, name, parameters, credential, filter);
	return 'results' in shown ? shown.results : shown;
}

/** What the editor shows instead of the list: only the message. */
const failureOf = async (name: string, credential: Credential, choices: object = chosen) =>
	await list(name, credential, choices).then(
		(shown) => `a list of ${shown.length}`,
		(error: Error) => error.message,
	);

describe.each(serviceNames)('the dropdowns, with the %s', (name) => {
	const service = readingForTests(name);
	const shown = async (method: string, choices: object = {}, filter?: string) =>
		await list(method, service.credential, choices, filter);
	const values = async (...args: Parameters<typeof shown>) =>
		(await shown(...args)).map(({ value }) => value);

	test.each(everyMethod)('%s offers readable lines, each once', async (method) => {
		const choices = await shown(method, chosen);
		expect(choices.length).toBeGreaterThan(0);
		for (const { name: line } of choices) expect(line).toMatch(/[\p{L}\d]{2,}/u);
		expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
	});

	test('departments are found by code, and by name without accents', async () => {
		expect(await values('searchDepartments', {}, '2a')).toContain('2A');
		expect(await values('searchDepartments', {}, 'corse sud')).toEqual(['2A']);
		// The editor shows a failure in the place of the search field: a line of the list leaves it there.
		expect(await shown('searchDepartments', {}, 'nowhere at all')).toEqual([
			{ name: 'Nothing here matches "nowhere at all"', value: '' },
		]);
	});

	test('publications are narrowed by the department, show theirs without it, and begin with their name', async () => {
		const everywhere = (await shown('searchPublications')).map((one) => one.name);
		const paris = (await shown('searchPublications', chosen)).map((one) => one.name);
		expect(paris.length).toBeLessThan(everywhere.length);
		for (const line of paris) expect(line).toMatch(/^[^·]+ · (papier|web) · 75$/);
		const lyon = await shown('searchPublications', { department: byId('69') });
		expect(lyon.map((one) => one.name)).toContain('Le Quotidien des Traboules · papier · 69');
		for (const typed of ['quotidien', '21', 'papier 69']) {
			expect(await values('searchPublications', {}, typed)).toContain('21');
		}
	});

	test.each(["cote d'or", 'Côte d’Or', 'COTE D`OR', "côte d'or"])(
		'a department with an apostrophe is found as %s',
		async (typed) => {
			expect(await values('searchDepartments', {}, typed)).toEqual(['21']);
		},
	);

	test('forfaits are narrowed by the category', async () => {
		const codes = async (category: string) => {
			return await values('searchForfaits', { category: byId(category) });
		};
		expect(await codes('CONSTI')).toContain('SARL');
		expect(await codes('CONSTI')).not.toContain('MOD_CAP');
		expect(await codes('consti')).toEqual(await codes('CONSTI'));
		expect(await codes('AUTRE')).toEqual([]);
	});
});

describe('what people type into a dropdown', () => {
	const sandbox = sandboxForTests();
	const values = async (method: string, choices: object, filter: string) =>
		(await list(method, sandbox.credential, choices, filter)).map(({ value }) => value);

	test.each([
		['siège', 'MODIF'],
		['GERANT', 'MODIF'],
		['président', 'MODIF'],
		['sarl', 'CONSTI'],
		['capital', 'MODIF'],
		['objet', 'MODIF'],
		['dissolution', 'DISSOL'],
		['fonds', 'FONDS'],
		['nom', 'MODIF'],
		['changement de nom', 'CHG_PAT'],
		['associé', 'MODIF'],
		['transfert', 'MODIF'],
		['transfert siège social', 'MODIF'],
		["changement d'adresse", 'MODIF'],
		['gérance', 'MODIF'],
		['augmentation de capital', 'MODIF'],
		['legs', 'AUTRE'],
		['Nouveau gérant', 'MODIF'],
		['DEMISSION', 'MODIF'],
		["changer d'adresse", 'MODIF'],
		['changer adresse', 'MODIF'],
		['créer une société', 'CONSTI'],
		['fin de société', 'DISSOL'],
		['fin de société', 'CLOTUR'],
		['mise en sommeil', 'MODIF'],
		['bail commercial', 'MODIF'],
		['apport partiel', 'FUSION'],
	])('a category is found by "%s"', async (typed, code) => {
		expect(await values('searchCategories', {}, typed)).toContain(code);
	});

	test.each([
		['SAS', 'CONSTI'],
		['SCI', 'CONSTI'],
		['liquidation', 'CLOTUR'],
		['clôture', 'CLOTUR'],
		['location gérance', 'LOC_GER'],
		['régime matrimonial', 'CHG_REG'],
	])('the first category for "%s" is %s', async (typed, code) => {
		const [first] = await values('searchCategories', {}, typed);
		expect(first).toBe(code);
	});

	test.each([
		...['SARL', 'SAS', 'SA', 'SC', 'EURL'].map((form) => ['CONSTI', form, form]),
		['MODIF', 'siege', 'MOD_TRS_SIE'],
		['MODIF', 'gérant', 'MOD_DIR'],
		['MODIF', 'President', 'MOD_DIR'],
		['MODIF', 'capital', 'MOD_CAP'],
		['MODIF', 'augmentation de capital', 'MOD_CAP'],
		['MODIF', 'changement de gérant', 'MOD_DIR'],
		['MODIF', 'objet', 'MOD_OBJET'],
		['MODIF', 'dissolution', 'MOD_NON_DISSOL'],
		['MODIF', 'nom', 'MOD_DENOM'],
	])('the first flat rate of %s for "%s" is %s', async (category = '', typed = '', code = '') => {
		const [first] = await values('searchForfaits', { category: byId(category) }, typed);
		expect(first).toBe(code);
	});
});

describe('the dropdowns when something is missing', () => {
	const sandbox = sandboxForTests();

	test.each([[{}], [{ department: byId('75') }], [{ ...chosen, publication: byId('') }]])(
		'the list of dates names what it depends on with %j',
		async (choices) => {
			expect(await failureOf('searchPublicationDates', sandbox.credential, choices)).toBe(
				"The dates depend on the 'Department' and the 'Publication'. Choose both first, or leave the date empty to take the next one.",
			);
		},
	);

	test('the list of publications explains a department that is impossible, has none or is not found', async () => {
		const { credential } = sandbox;
		const told = await failureOf('searchPublications', credential, { department: byId('2C') });
		expect(told).toContain(`'Department' cannot be "2C"`);
		const none = { department: byId('976') };
		const sentence = 'Your account has no publication in the department 976';
		expect(await list('searchPublications', credential, none)).toEqual([
			{ name: sentence, value: '' },
		]);
		const [hit, ...others] = await list('searchPublications', credential, chosen, 'zzz');
		expect(hit).toEqual({ name: 'Nothing here matches "zzz"', value: '' });
		expect(others).toEqual([]);
	});

	test('500 publications with logos are listed, narrowed and found', async () => {
		const credential = { ...sandbox.credential, ...sandbox.createKey({ publications: 500 }) };
		const all = await list('searchPublications', credential);
		expect(all).toHaveLength(500);
		expect(JSON.stringify(all).length).toBeLessThan(100_000);
		const [one] = await list('searchPublications', credential, {}, 'demonstration 437');
		expect(one?.name).toContain('Titre de démonstration 437');
	});

	const rhone = { code: '69', libelle: 'Rhône' };
	const corsica = { code: '2A', libelle_enrichi: null };
	const vacant = { code: 'SUC_VAC', libelle: 'Succession vacante' };
	const company = { code: 'SARL', libelle: 'Société', categorie_code: 'MODIF' };
	const person = { id: 7, nom: 'B', prenom: 'A', email: 'a@b.example' };
	const friday = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };
	const dates = [{ date_parution: 'bientôt' }, { date_parution: '2027-01-09' }, friday];
	const closes = 'Fri 2027-01-08 (closes 01-05 10:00): 2027-01-08';
	test.each<[string, object, string]>([
		['searchDepartments', { departements: [rhone, rhone, corsica] }, '2A: 2A; Rhône (69): 69'],
		[
			'searchPublicationDates',
			{ publications: [{ id: 12, departement: '75', dates }] },
			`Next possible date: ; ${closes}; Sat 2027-01-09: 2027-01-09; bientôt: bientôt`,
		],
		[
			'searchCategories',
			{ categories: [vacant, { libelle: 'Sans' }] },
			'Sans: ; Succession vacante (réservée): SUC_VAC',
		],
		['searchForfaits', { forfaits: [company] }, 'Société (SARL), MODIF: SARL'],
		[
			'searchContacts',
			{ contacts: [{ id: 8, nom: 'Pont' }, person] },
			'A B (a@b.example): 7; Pont: 8',
		],
	])('%s shows in order the entries of %j, each once', async (name, answer, lines) => {
		sandbox.answer('', answer);
		const choices = name === 'searchPublicationDates' ? chosen : {};
		const shown = await list(name, sandbox.credential, choices);
		expect(shown.map(({ name: label, value }) => `${label}: ${value}`).join('; ')).toBe(lines);
	});
});

describe('the dropdowns of codes on an older instance', () => {
	const sandbox = sandboxForTests();
	const company = { category: byId('CONSTI') };

	shortPausesForTests();

	test.each<[Fault]>([
		[{ kind: 'status', status: 404 }],
		[{ kind: 'codes', codes: ['err_internal_server'] }],
		[{ kind: 'codes', codes: ['err_route_inconnue'] }],
		[{ kind: 'html' }],
		[{ kind: 'emptyBody' }],
		[{ kind: 'dropBefore' }],
		[{ kind: 'wrongShape', body: '{"resultat":"succes","forfaits":[],"categories":[]}' }],
		[{ kind: 'wrongShape', body: '{"resultat":"succes"}' }],
	])('the dropdowns offer the known codes with %j', async (fault) => {
		for (const path of ['forfaits', 'categories']) {
			sandbox.fault({ ...fault, times: 99, match: { path } });
		}
		const codes = async (name: string, choices: object) =>
			(await list(name, sandbox.credential, choices)).map(({ value }) => value);
		expect(await codes('searchForfaits', company)).toEqual(
			'CONSTI_AUTRE SC EURL SA SARL SAS SASU SCI SNC'.split(' '),
		);
		expect(await codes('searchForfaits', {})).toHaveLength(28);
		expect(await codes('searchForfaits', { category: byId('AUTRE') })).toEqual([]);
		expect(await codes('searchCategories', {})).toHaveLength(17);
		const labels = (await list('searchForfaits', sandbox.credential, company)).map(
			(one) => one.name,
		);
		expect(labels).toContain('SCI, SCCV');
		const categories = (await list('searchCategories', sandbox.credential)).map((one) => one.name);
		expect(categories).toContain('Dissolution de société (DISSOL)');
		expect(categories.filter((name) => !/\p{Ll}/u.test(name))).toEqual([]);
		sandbox.clearFaults();
	});
});

describe('the dropdowns on failure', () => {
	const sandbox = sandboxForTests();

	test.each<[Partial<Credential>, Fault | undefined, RegExp]>([
		[
			{ baseUrl: 'http://127.0.0.1:9' },
			undefined,
			/^Nothing answers at the host and port of the service \(ECONNREFUSED\)\. Nothing was sent\. Check the 'Base URL'/,
		],
		[{ publicKey: 'nobody' }, undefined, /public key \(err_cle_inconnue\).*'Public Key'/],
		[{ secretKey: 'demo-wrong' }, undefined, /^(?!.*demo-wrong).*\(err_signature_calculee\)/],
		[{ baseUrl: '' }, undefined, /Base URL/],
		[{}, { kind: 'quota' }, /used up the calls of this key.*(Wait a minute|Run fewer)/s],
		[
			{},
			{ kind: 'status', status: 403 },
			/Something in front of the service refused the call \(HTTP 403\)/,
		],
	])('every list says within seconds that it failed: %j %j', async (wrong, fault, sentence) => {
		const messages = everyMethod.map(async (name) => {
			const credential = { ...sandbox.credential, ...sandbox.createKey() };
			const match = { publicKey: credential.publicKey };
			if (fault) sandbox.fault({ ...fault, times: 99, match });
			return await failureOf(name, { ...credential, ...wrong });
		});
		for (const message of await Promise.all(messages)) expect(message).toMatch(sentence);
	});

	test('a service that hangs is given ten seconds, in every list', async () => {
		const credential = { ...sandbox.credential, ...sandbox.createKey() };
		const match = { publicKey: credential.publicKey };
		sandbox.fault({ kind: 'timeout', times: 99, match });
		hasten(20);
		const messages = await Promise.all(
			everyMethod.map(async (name) => await failureOf(name, credential)),
		);
		realTime();
		for (const message of messages) {
			expect(message).toMatch(/^The service did not answer within 10 seconds\. .*Try again later/);
		}
	});
});

describe('entries of the service without name and code', () => {
	const sandbox = sandboxForTests();

	test.each([
		['getCountries', 'pays'],
		['searchDepartments', 'departements'],
		['searchContacts', 'contacts'],
	])('such entries make no empty line: %s', async (method, path) => {
		const entries = [{}, { code: null, nom: '' }, { code: '75', libelle: 'Un', id: 75, nom: 'Un' }];
		const body = JSON.stringify({ resultat: 'succes', [path]: entries });
		sandbox.fault({ kind: 'wrongShape', body, match: { path } });
		const shown = await list(method, sandbox.credential);
		expect(shown.map(({ value }) => value)).toEqual(['75']);
	});
});
