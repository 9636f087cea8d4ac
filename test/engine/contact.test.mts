/** Contacts: found or created once, reported truly, and no password anywhere. */
import { RETRIES, type RunOptions } from './engine.mts';
import { shortPausesForTests } from './time.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForEachTest, type TestSandbox } from './sandbox.mts';

const password = 'demo-portal-password';
const creating =
	(sandbox: TestSandbox) =>
	async (parameters: object, more: Partial<RunOptions> = {}) =>
		await sandbox.run('contact.createOrGet', parameters, more);

describe.each(serviceNames)('contacts, with the %s', (name) => {
	const service = readingForTests(name);
	const create = creating(service);
	const contacts = async (more: object = { returnAll: true }) =>
		(await service.run('contact.getMany', more)).json;

	test('all contacts of the account are listed, up to the limit', async () => {
		const all = await contacts();
		expect(all.length).toBeGreaterThan(2);
		expect(all[0]?.email).toContain('@');
		expect(await contacts({ returnAll: false, limit: 2 })).toEqual(all.slice(0, 2));
	});

	test('a new contact comes out as created, with its ID and nowhere its password', async () => {
		const [nom, prenom, email] = ['Exemple', 'Camille', 'nouveau@example.test'];
		const names = { email: ` ${email} `, lastName: nom, firstName: prenom };
		const portalPassword = '={{ "demo-portal" + "-password" }}';
		const { json, stored } = await create({ ...names, portalPassword }, { settings: RETRIES });
		const done = { existant: false, recupere: false };
		expect(json).toEqual([expect.objectContaining({ nom, prenom, email, ...done })]);
		expect((await contacts()).map(({ id }) => id)).toContain(json[0]?.id);
		expect(stored).not.toContain(password);
	});

	test('a known e-mail returns its contact, and names the fields that differ', async () => {
		const [{ id, nom, prenom, email } = {}] = await contacts();
		const firstName = String(prenom).toUpperCase();
		const { json } = await create({ email, lastName: 'Autre', firstName });
		const differences = [{ champ: 'nom', demande: 'Autre', enregistre: nom }];
		expect(json).toEqual([expect.objectContaining({ id, nom, existant: true, differences })]);
		expect((await contacts()).filter((one) => one.email === email)).toHaveLength(1);
	});

	test('one e-mail on many items makes one contact, and only the first item created it', async () => {
		const email = 'souvent@example.test';
		const items = Array.from({ length: 20 }, (_, index) => ({ nom: `Nom ${index}` }));
		const { json } = await create({ email, lastName: '={{ $json.nom }}' }, { items });
		expect(new Set(json.map(({ id }) => id)).size).toBe(1);
		expect(json.filter(({ existant }) => existant === false)).toHaveLength(1);
		expect((await contacts()).filter((one) => one.email === email)).toHaveLength(1);
	});

	test('an e-mail that several contacts share is refused, and the error says where to find their IDs', async () => {
		const emails = (await contacts()).map(({ email }) => email);
		const email = emails.find((one, index) => emails.indexOf(one) < index);
		const { told, advice } = await create({ email });
		expect(told).toContain('(err_multiple_contact)');
		expect(advice).toContain('Contact > Get Many lists them');
	});

	test('a contact without an e-mail is created anew each time', async () => {
		const [first, second] = [await create({ lastName: 'S' }), await create({ lastName: 'S' })];
		expect(second.json[0]?.id).not.toBe(first.json[0]?.id);
		expect([first.json[0]?.existant, second.json[0]?.existant]).toEqual([false, false]);
	});
});

describe('a contact', () => {
	const sandbox = sandboxForEachTest();
	shortPausesForTests();
	const create = creating(sandbox);
	const posts = () => sandbox.journal.calls().filter(({ method }) => method === 'POST');
	const email = 'perdu@example.test';

	test.each([
		[{ email: ' ', portalPassword: password }, /'Last Name' and 'First Name' are all empty/],
		[{ email: 'a@b' }, /'Email' cannot be "a@b"/],
		[{ email, lastName: 'Mme undefined' }, /'Last Name' is "Mme undefined"/],
		[{ email, firstName: '{{prenom}}' }, /'First Name' is .* a field of a template/],
		[
			{ email: 'x@y.test, z@y.test' },
			/'Email' holds several e-mail addresses: "x@y.test, z@y.test"/,
		],
		[
			{ portalPassword: "={{ $fromAI('p') }}" },
			/'Portal Password' cannot be chosen by an AI model/,
		],
	])('a contact of %j is refused before any call', async (parameters, sentence) => {
		expect((await create(parameters)).told).toMatch(sentence);
		expect(sandbox.calls()).toEqual([]);
	});

	test('a contact is sent with its password, and without one where none is given', async () => {
		await create({ email, portalPassword: password });
		await create({ email, portalPassword: ' ' });
		const sent = posts().map(({ body }) => JSON.parse(body) as unknown);
		expect(sent).toEqual([{ email, mot_passe: password }, { email }]);
	});

	test.each([
		['err_nom_absent', "'Last Name' is missing"],
		['err_mot_passe_incorrect', "'Portal Password'"],
	])('a contact that is refused with %s shows no password', async (code, words) => {
		sandbox.refuse('createContact', code);
		const { error, told, advice } = await create({ email, portalPassword: password });
		expect(told).toContain(`${words} (${code})`);
		expect([told, advice, error?.stack].join()).not.toContain(password);
	});

	test('a contact whose names the service updates has no differences', async () => {
		sandbox.settings({ contactByEmail: 'updated' });
		const known = { email: 'formalites@cabinet-demo.example', lastName: 'Autre' };
		const { json } = await create(known);
		expect(json[0]).toMatchObject({ nom: 'Autre', existant: true });
		expect(json[0]).not.toHaveProperty('differences');
	});

	test('a contact is created although the list cannot be read, and the output says what is not known', async () => {
		sandbox.fault({ kind: 'internalError', match: { path: 'contacts' }, times: 3 });
		const { json } = await create({ email, lastName: 'Exemple' }, { items: [{}, {}] });
		expect(json[0]).toMatchObject({ nom: 'Exemple', recupere: false });
		expect(json[0]).not.toHaveProperty('existant');
		const note = expect.stringMatching(
			/could not check whether the contact already existed/,
		) as unknown;
		expect(json[0]?.avertissements).toEqual([note]);
		// The second item gets the contact of the first.
		expect(json[1]).toMatchObject({ id: json[0]?.id, existant: true });
		expect(json[1]).not.toHaveProperty('avertissements');
	});

	test('a contact that an earlier try may have created is not called new where nobody knows', async () => {
		sandbox.fault({ kind: 'internalError', match: { path: 'contacts' }, times: 3 });
		sandbox.fault({ kind: 'dropAfter', match: { path: 'createContact' }, times: 3 });
		const { json } = await create({ email, lastName: 'Exemple' }, { settings: RETRIES });
		expect(json[0]).toMatchObject({ nom: 'Exemple', recupere: true });
		expect(json[0]).not.toHaveProperty('existant');
		expect(String(json[0]?.avertissements)).toContain('could not check whether the contact');
	});

	test('a contact that an earlier try did not create, as the list says, is new', async () => {
		sandbox.fault({ kind: 'dropBefore', match: { path: 'createContact' }, times: 3 });
		const { json } = await create({ email, lastName: 'Exemple' }, { settings: RETRIES });
		expect(json).toMatchObject([{ nom: 'Exemple', recupere: false, existant: false }]);
	});

	test('a contact without an e-mail is named where nobody knows whether it was created', async () => {
		sandbox.fault({ kind: 'internalError', match: { path: 'createContact' }, times: 2 });
		const items = [{ name: 'Exemple' }, { name: 'Modèle' }];
		const names = { lastName: '={{ $json.name }}', firstName: 'Camille' };
		const { told } = await create(names, { items });
		expect(told).toContain('not known whether the contact Camille Exemple was created');
		expect(told).toContain('the contact Camille Modèle, not known whether created');
	});

	test('a contact is not created with keys that are refused', async () => {
		sandbox.refuse('contacts', 'err_client_inactif');
		expect((await create({ email })).told).toContain('err_client_inactif');
		expect(posts()).toEqual([]);
	});
});
