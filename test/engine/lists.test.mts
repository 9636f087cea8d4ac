/** The dropdowns of the editor: what a person reads in them, and what is stored. */
import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { byId, callMethod, type Credential } from './engine.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

const { listSearch, loadOptions } = new LegalNotice().methods;
const everyMethod = [...Object.keys(listSearch), ...Object.keys(loadOptions)];
/** Choices that every list needs before it has anything to show. */
const chosen = { department: byId('75'), publication: byId(12), category: byId('CONSTI') };

async function list(name: string, credential: Credential, choices: object = {}, filter?: string) {
	// The editor sends all parameters of the node.
	const parameters = { resource: 'notice', operation: 'quote', ...choices };
	if (name in loadOptions) {
		const kind = 'loadOptions';
		return await callMethod<INodePropertyOptions[]>(kind, name, parameters, credential);
	}
	const kind = 'listSearch';
	return (await callMethod<INodeListSearchResult>(kind, name, parameters, credential, filter))
		.results;
}

/** What the editor shows instead of the list: only the message. */
const failureOf = async (name: string, credential: Credential, choices: object = chosen) =>
	await list(name, credential, choices).then(
		(shown) => `a list of ${shown.length}`,
		(error: Error) => error.message,
	);

describe.each(serviceNames)('the dropdowns, against the %s', (name) => {
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
		expect(await values('searchDepartments', {}, 'nowhere at all')).toEqual([]);
	});

	test('publications are narrowed by the department, without it show theirs, and what they offer', async () => {
		const everywhere = (await shown('searchPublications')).map((one) => one.name);
		const paris = (await shown('searchPublications', chosen)).map((one) => one.name);
		expect(paris.length).toBeLessThan(everywhere.length);
		expect(everywhere.join('\n')).toContain(' · 75 · ');
		expect(paris.join('\n')).not.toContain(' · 75');
		expect(paris.join('\n')).toMatch(/ · digital (\+ paper )?proof/);
	});

	test('dates show their weekday and closing time, in order, and store the date', async () => {
		const [next, ...dates] = await shown('searchPublicationDates', chosen);
		expect(next).toEqual({ name: 'Next possible date', value: '' });
		expect(dates.length).toBeGreaterThan(5);
		expect(dates[0]?.name).toMatch(
			/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d{2}-\d{2} \(closes \d{4}-\d{2}-\d{2} \d{2}:\d{2}\)$/,
		);
		const stored = dates.map(({ value }) => String(value));
		expect(stored[0]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(stored).toEqual([...stored].sort());
	});

	test('forfaits are narrowed by the category', async () => {
		const codes = async (category: string) => {
			return await values('searchForfaits', { category: byId(category) });
		};
		expect(await codes('CONSTI')).toContain('SARL');
		expect(await codes('CONSTI')).not.toContain('MOD_CAP');
		expect(await codes('consti')).toEqual(await codes('CONSTI'));
		expect(await codes('AUTRE')).toEqual([]);
	});

	test('contacts show name and e-mail', async () => {
		expect((await shown('searchContacts'))[0]?.name).toMatch(/^.+ \(.+@.+\)$/);
	});
});

describe('the dropdowns when something is missing', () => {
	const sandbox = sandboxForTests();

	test.each([[{}], [{ department: byId('75') }], [{ ...chosen, publication: byId('') }]])(
		'dates say what they depend on with %j',
		async (choices) => {
			expect(await failureOf('searchPublicationDates', sandbox.credential, choices)).toBe(
				"The dates depend on the 'Department' and the 'Publication'. Choose both first, or leave the date empty to take the next one.",
			);
		},
	);

	test('publications of a department that cannot be, or has none, or are not found', async () => {
		const { credential } = sandbox;
		const told = await failureOf('searchPublications', credential, { department: byId('20') });
		expect(told).toContain(`'Department' cannot be "20"`);
		const none = { department: byId('976') };
		expect(await list('searchPublications', credential, none)).toEqual([]);
		expect(await list('searchPublications', credential, chosen, 'zzz')).toEqual([]);
	});

	test('forfaits without a category are all offered, with their category', async () => {
		const forfaits = (await list('searchForfaits', sandbox.credential)).map(({ name }) => name);
		for (const end of [', CONSTI', ', MODIF']) {
			expect(forfaits.some((name) => name.endsWith(end))).toBe(true);
		}
	});

	test('500 publications with logos are listed, narrowed and found', async () => {
		const credential = { ...sandbox.credential, ...sandbox.createKey({ publications: 500 }) };
		const all = await list('searchPublications', credential);
		expect(all).toHaveLength(500);
		expect(JSON.stringify(all).length).toBeLessThan(100_000);
		const [one] = await list('searchPublications', credential, {}, 'demonstration 437');
		expect(one?.name).toContain('Titre de démonstration 437');
	});

	test.each<[string, object, object, string[][]]>([
		[
			'searchDepartments',
			{
				departements: [
					{ code: '75', libelle_enrichi: 'Paris (75)' },
					{ code: '69', libelle: 'Rhône' },
					{ code: '2A', libelle_enrichi: null },
				],
			},
			{},
			[
				['2A', '2A'],
				['Rhône (69)', '69'],
				['Paris (75)', '75'],
			],
		],
		[
			'searchPublicationDates',
			{
				publications: [
					{
						...{ id: 12, departement: '75' },
						dates: [
							{ date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' },
							{ date_parution: '2027-01-09' },
							{ date_parution: 'bientôt' },
						],
					},
				],
			},
			chosen,
			[
				['Next possible date', ''],
				['Fri 2027-01-08 (closes 2027-01-05 10:00)', '2027-01-08'],
				['Sat 2027-01-09', '2027-01-09'],
				['bientôt', 'bientôt'],
			],
		],
		[
			'searchCategories',
			{ categories: [{ code: 'SUC_VAC', libelle: 'Succession vacante' }, { libelle: 'Sans' }] },
			{},
			[
				['Sans', ''],
				['Succession vacante (SUC_VAC) (reserved)', 'SUC_VAC'],
			],
		],
		[
			'getCountries',
			{ pays: [{ code: 'FR', libelle: 'France' }, { code: 'BE' }] },
			{},
			[
				['BE', 'BE'],
				['France', 'FR'],
			],
		],
		[
			'searchForfaits',
			{ forfaits: [{ code: { of: 1 }, libelle: 'Autre', categorie_code: 'CONSTI' }] },
			{},
			[['Autre, CONSTI', '']],
		],
	])('%s shows what there is of %j', async (name, answer, choices, lines) => {
		sandbox.answer('', answer);
		const shown = await list(name, sandbox.credential, choices);
		expect(shown.map(({ name: label, value }) => [label, value])).toEqual(lines);
	});
});

describe('the dropdowns on failure', () => {
	const sandbox = sandboxForTests();

	/** What each list says, with an account of its own. */
	const messages = async (
		wrong: Partial<Credential>,
		strike: (publicKey: string) => void = () => {},
	) =>
		await Promise.all(
			everyMethod.map(async (name) => {
				const credential = { ...sandbox.credential, ...sandbox.createKey() };
				strike(credential.publicKey);
				return await failureOf(name, { ...credential, ...wrong });
			}),
		);

	test.each([
		[
			{ baseUrl: 'http://127.0.0.1:9' },
			/^Nothing answers at the host and port of the service \(ECONNREFUSED\)\. Nothing was sent\. Check the 'Base URL' of the credential, and that the service runs\. In a container, localhost is the container itself\.$/,
		],
		[{ publicKey: 'nobody' }, /public key \(err_cle_inconnue\).*'Public Key'/],
		[{ secretKey: 'demo-wrong' }, /^(?!.*demo-wrong).*\(err_signature_calculee\)/],
		[{ baseUrl: '' }, /Base URL/],
	])('every list says that %j is wrong', async (wrong, sentence) => {
		for (const message of await messages(wrong)) expect(message).toMatch(sentence);
	});

	test('every list gives up within seconds when the quota is used up, or a page is shown', async () => {
		const started = Date.now();
		const told = await messages({}, (publicKey) =>
			sandbox.fault({ kind: 'quota', times: 100, match: { publicKey } }),
		);
		expect(Date.now() - started).toBeLessThan(25_000);
		for (const message of told) {
			expect(message).toMatch(/calls a minute of this key .*used up/);
			expect(message).toMatch(/Wait a minute|Run fewer at once/);
		}
		const page = (publicKey: string) =>
			sandbox.fault({ kind: 'status', status: 403, times: 99, match: { publicKey } });
		for (const message of await messages({}, page)) {
			expect(message).toContain('Something in front of the service refused the call (HTTP 403)');
		}
	});
});
