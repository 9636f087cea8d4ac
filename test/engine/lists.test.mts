import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/index.mts';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { byId, callMethod, type Credential } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

/** The dropdowns of the editor: what a person reads in them, and what is stored. */
interface Choice {
	name: string;
	value: unknown;
}

const { listSearch, loadOptions } = new LegalNotice().methods;
const searches = Object.keys(listSearch);
const options = Object.keys(loadOptions);
const everyMethod = [...searches, ...options];
/** Choices that every list needs before it has anything to show. */
const chosen = { department: byId('75'), publication: byId(12), category: byId('CONSTI') };

async function list(
	name: string,
	credential: Credential,
	choices: Record<string, unknown> = {},
	filter?: string,
): Promise<Choice[]> {
	// The editor sends all parameters of the node.
	const parameters = { resource: 'notice', operation: 'quote', ...choices };
	if (options.includes(name)) {
		return await callMethod<INodePropertyOptions[]>(
			'loadOptions',
			name,
			parameters as never,
			credential,
		);
	}
	const result = await callMethod<INodeListSearchResult>(
		'listSearch',
		name,
		parameters as never,
		credential,
		filter,
	);
	return result.results;
}

/** What the editor shows instead of the list: only the message. */
async function failureOf(
	name: string,
	credential: Credential,
	parameters: Record<string, unknown> = chosen,
): Promise<string> {
	try {
		const shown = await list(name, credential, parameters);
		return `a list of ${shown.length}`;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

describe.each(serviceNames)('the dropdowns, against the %s', (service) => {
	let running: RunningService;

	beforeAll(async () => {
		running = await startService(service);
	});
	afterAll(async () => {
		await running.close();
	});

	const own = () => ({ ...chosen, publication: running.notice.publication });

	test.each(everyMethod)('%s offers readable lines, each once', async (name) => {
		const choices = await list(name, running.credential, own());
		expect(choices.length).toBeGreaterThan(0);
		for (const { name: line } of choices) expect(line).toMatch(/[\p{L}\d]{2,}/u);
		expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
	});

	test('departments are found by code, and by name without accents', async () => {
		const search = async (text: string) =>
			(await list('searchDepartments', running.credential, {}, text)).map(({ value }) => value);
		expect(await search('2a')).toContain('2A');
		expect(await search('corse sud')).toEqual(['2A']);
		expect(await search('nowhere at all')).toEqual([]);
	});

	test('publications are narrowed by the department, and without it show theirs', async () => {
		const everywhere = await list('searchPublications', running.credential);
		const paris = await list('searchPublications', running.credential, {
			department: byId('75'),
		});
		expect(paris.length).toBeGreaterThan(0);
		expect(paris.length).toBeLessThan(everywhere.length);
		expect(everywhere.some(({ name }) => name.includes(' · 75 · '))).toBe(true);
		expect(paris.every(({ name }) => !name.includes(' · 75'))).toBe(true);
	});

	test('a publication shows what it offers', async () => {
		const publications = await list('searchPublications', running.credential, {
			department: byId('75'),
		});
		expect(publications.map(({ name }) => name).join('\n')).toMatch(/ · digital (\+ paper )?proof/);
	});

	test('dates show their weekday and closing time, in order, and store the date', async () => {
		const [next, ...dates] = await list('searchPublicationDates', running.credential, own());
		expect(next).toEqual({ name: 'Next possible date', value: '' });
		expect(dates.length).toBeGreaterThan(5);
		expect(dates[0]?.name).toMatch(
			/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d{2}-\d{2} \(closes \d{4}-\d{2}-\d{2} \d{2}:\d{2}\)$/,
		);
		const values = dates.map(({ value }) => String(value));
		expect(values[0]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(values).toEqual([...values].sort());
	});

	test('forfaits are narrowed by the category', async () => {
		const codes = async (category: string) =>
			(await list('searchForfaits', running.credential, { category: byId(category) })).map(
				({ value }) => value,
			);
		expect(await codes('CONSTI')).toContain('SARL');
		expect(await codes('CONSTI')).not.toContain('MOD_CAP');
		expect(await codes('MODIF')).toContain('MOD_CAP');
		expect(await codes('consti')).toEqual(await codes('CONSTI'));
		expect(await codes('AUTRE')).toEqual([]);
	});

	test('contacts show name and e-mail', async () => {
		const contacts = await list('searchContacts', running.credential);
		expect(contacts[0]?.name).toMatch(/^.+ \(.+@.+\)$/);
	});
});

describe('the dropdowns when something is missing', () => {
	const sandbox = sandboxForTests();

	test.each([
		['nothing is chosen', {}],
		['only the department is', { department: byId('75') }],
		['the publication is an expression without value', { ...chosen, publication: byId('') }],
	])('dates say what they depend on when %s', async (_case, parameters) => {
		expect(await failureOf('searchPublicationDates', sandbox.credential, parameters)).toBe(
			"The dates depend on the 'Department' and the 'Publication'. Choose both first, or leave the date empty to take the next one.",
		);
	});

	test('a department that cannot be is explained in the list of publications', async () => {
		expect(
			await failureOf('searchPublications', sandbox.credential, { department: byId('20') }),
		).toContain(`'Department' cannot be "20"`);
	});

	test('a department without publications, or a search without result, offers nothing', async () => {
		const none = { department: byId('976') };
		expect(await list('searchPublications', sandbox.credential, none)).toEqual([]);
		const paris = { department: byId('75') };
		expect(await list('searchPublications', sandbox.credential, paris, 'zzz')).toEqual([]);
	});

	test('forfaits without a category are all offered, with their category', async () => {
		const forfaits = await list('searchForfaits', sandbox.credential, {});
		expect(forfaits.some(({ name }) => name.endsWith(', CONSTI'))).toBe(true);
		expect(forfaits.some(({ name }) => name.endsWith(', MODIF'))).toBe(true);
	});
});

describe('the dropdowns on failure', () => {
	const sandbox = sandboxForTests();

	const messages = async (credential: (name: string) => Credential) =>
		await Promise.all(
			everyMethod.map(async (name) => [name, await failureOf(name, credential(name))]),
		);

	test('every list says that the service cannot be reached', async () => {
		const nowhere = {
			baseUrl: 'http://127.0.0.1:9',
			publicKey: 'demo',
			secretKey: 'demo-secret',
		};
		const sentence =
			"Nothing answers at the host and port of the service (ECONNREFUSED). Nothing was sent. Check the 'Base URL' of the credential, and that the service runs. In a container, localhost is the container itself.";
		expect(await messages(() => nowhere)).toEqual(everyMethod.map((name) => [name, sentence]));
	});

	test.each([
		[
			'the key is unknown',
			{ publicKey: 'nobody' },
			/public key \(err_cle_inconnue\).*'Public Key'/,
		],
		['the secret key is wrong', { secretKey: 'demo-wrong' }, /\(err_signature_calculee\)/],
		['the credential is empty', { baseUrl: '' }, /Base URL/],
	])('every list says that %s', async (_what, wrong, sentence) => {
		const keys = { ...sandbox.createKey(), baseUrl: sandbox.url };
		for (const [, message] of await messages(() => ({ ...keys, ...wrong }))) {
			expect(message).toMatch(sentence);
			expect(message).not.toContain('demo-wrong');
		}
	});

	test('every list gives up within seconds when the quota is used up, and says so', async () => {
		const started = Date.now();
		const told = await messages(() => {
			const keys = sandbox.createKey();
			sandbox.fault({ kind: 'quota', times: 100, match: { publicKey: keys.publicKey } });
			return { ...keys, baseUrl: sandbox.url };
		});
		expect(Date.now() - started).toBeLessThan(25_000);
		for (const [, message] of told) {
			expect(message).toMatch(/calls a minute of this key .*used up/);
			expect(message).toMatch(/Wait a minute|Run fewer at once/);
		}
	});

	test('every list recognises a page of somebody else', async () => {
		const keys = { ...sandbox.createKey(), baseUrl: sandbox.url };
		const match = { publicKey: keys.publicKey };
		sandbox.fault({ kind: 'status', status: 403, times: 99, match });
		for (const [, message] of await messages(() => keys)) {
			expect(message).toContain('Something in front of the service refused the call (HTTP 403)');
		}
	});
});

describe('the dropdowns of a large account', () => {
	test('500 publications with logos are listed, narrowed and found', async () => {
		const sandbox = await startSandbox();
		const keys = { ...sandbox.createKey({ publications: 500 }), baseUrl: sandbox.url };
		const started = Date.now();
		const all = await list('searchPublications', keys);
		const [one] = await list('searchPublications', keys, {}, 'demonstration 437');
		const milliseconds = Date.now() - started;
		await sandbox.close();
		expect(all).toHaveLength(500);
		expect(one?.name).toContain('Titre de démonstration 437');
		expect(JSON.stringify(all).length).toBeLessThan(100_000);
		expect(milliseconds).toBeLessThan(10_000);
	});
});

describe('the dropdowns of an answer that leaves fields out', () => {
	const sandbox = sandboxForTests();

	const shown = async (name: string, answer: object, choices: object = chosen) => {
		sandbox.fault({ kind: 'wrongShape', body: JSON.stringify({ resultat: 'succes', ...answer }) });
		const lines = await list(name, sandbox.credential, { ...choices });
		return lines.map(({ name: label, value }) => [label, value]);
	};

	test('a department without its long label shows the short one, or its code', async () => {
		const departements = [
			{ code: '75', libelle_enrichi: 'Paris (75)' },
			{ code: '69', libelle: 'Rhône' },
			{ code: '2A', libelle_enrichi: null },
			{ code: 13, libelle: 'Bouches-du-Rhône' },
		];
		expect(await shown('searchDepartments', { departements })).toEqual([
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
		expect(await shown('searchPublicationDates', { publications })).toEqual([
			['Next possible date', ''],
			['Fri 2027-01-08 (closes 2027-01-05 10:00)', '2027-01-08'],
			['Sat 2027-01-09', '2027-01-09'],
			['bientôt', 'bientôt'],
		]);
	});

	test('a country without a label shows its code', async () => {
		const pays = [{ code: 'FR', libelle: 'France' }, { code: 'BE' }, { code: 'DE', libelle: '' }];
		expect(await shown('getCountries', { pays })).toEqual([
			['BE', 'BE'],
			['DE', 'DE'],
			['France', 'FR'],
		]);
	});

	test('a category or forfait without code is shown by its label, and chooses nothing', async () => {
		const categories = [{ code: 'CONSTI', libelle: 'Constitution' }, { libelle: 'Sans code' }];
		expect(await shown('searchCategories', { categories })).toEqual([
			['Constitution (CONSTI)', 'CONSTI'],
			['Sans code', ''],
		]);
		const forfaits = [{ code: { of: 1 }, libelle: 'Autre', categorie_code: 'CONSTI' }];
		expect(await shown('searchForfaits', { forfaits }, {})).toEqual([['Autre, CONSTI', '']]);
	});

	test('categories that are reserved to authorised partners are marked, once', async () => {
		const categories = [
			{ code: 'SUC_VAC', libelle: 'Succession vacante' },
			{ code: 'SUC_DES', libelle: 'Succession en déshérence' },
			{ code: 'TUP', libelle: 'Transmission universelle' },
		];
		expect(await shown('searchCategories', { categories })).toEqual([
			['Succession en déshérence (SUC_DES) (reserved)', 'SUC_DES'],
			['Succession vacante (SUC_VAC) (reserved)', 'SUC_VAC'],
			['Transmission universelle (TUP)', 'TUP'],
		]);
	});
});
