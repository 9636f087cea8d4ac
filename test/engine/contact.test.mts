import { runNode, type Credential, type RunOptions } from './engine.mts';
import { sandboxForEachTest, sandboxForTests } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

const password = 'demo-portal-password';

const create = async (
	{ credential }: { credential: Credential },
	parameters: Record<string, unknown>,
	more: Partial<RunOptions> = {},
) =>
	await runNode({
		credential,
		parameters: { resource: 'contact', operation: 'createOrGet', ...parameters } as never,
		...more,
	});

describe.each(serviceNames)('contacts, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const contacts = async () => {
		const parameters = { resource: 'contact', operation: 'getMany', returnAll: true };
		return (await runNode({ credential: service.credential, parameters })).json;
	};

	test('all contacts of the account are listed, up to the limit', async () => {
		const all = await contacts();
		expect(all.length).toBeGreaterThan(2);
		expect(all[0]?.email).toContain('@');
		const { json } = await runNode({
			credential: service.credential,
			parameters: { resource: 'contact', operation: 'getMany', returnAll: false, limit: 2 },
		});
		expect(json).toEqual(all.slice(0, 2));
	});

	test('a new contact comes out as created, with its ID', async () => {
		const { json, error } = await create(service, {
			email: ' nouveau@example.test ',
			lastName: 'Exemple',
			firstName: 'Camille',
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({
				nom: 'Exemple',
				prenom: 'Camille',
				email: 'nouveau@example.test',
				existant: false,
				recupere: false,
			}),
		]);
		expect((await contacts()).map(({ id }) => id)).toContain(json[0]?.id);
	});

	test('a known e-mail gives the contact that has it, and says in which names it differs', async () => {
		const [known] = await contacts();
		const { json } = await create(service, {
			email: known?.email,
			lastName: 'Autre',
			firstName: String(known?.prenom).toUpperCase(),
		});
		expect(json).toEqual([
			expect.objectContaining({
				id: known?.id,
				nom: known?.nom,
				existant: true,
				differences: [{ champ: 'nom', demande: 'Autre', enregistre: known?.nom }],
			}),
		]);
		expect((await contacts()).filter(({ email }) => email === known?.email)).toHaveLength(1);
	});

	test('one e-mail on many items makes one contact, and only the first item created it', async () => {
		const { json } = await create(
			service,
			{ email: 'souvent@example.test', lastName: '={{ $json.nom }}' },
			{ items: Array.from({ length: 20 }, (_, index) => ({ nom: `Nom ${index}` })) },
		);
		expect(new Set(json.map(({ id }) => id)).size).toBe(1);
		expect(json.filter(({ existant }) => existant === false)).toHaveLength(1);
		expect((await contacts()).filter(({ email }) => email === 'souvent@example.test')).toHaveLength(
			1,
		);
	});

	test('an e-mail that several contacts share is refused, and it says where their IDs are', async () => {
		const all = await contacts();
		const emails = all.map(({ email }) => email);
		const shared = emails.find((email, index) => emails.indexOf(email) < index);
		const { error } = await create(service, { email: shared });
		expect(error?.message).toContain('(err_multiple_contact)');
		expect(error?.description).toContain('Contact > Get Many lists them');
	});

	test('the password comes out nowhere', async () => {
		const { json, error, stored } = await create(
			service,
			{ email: 'portail@example.test', portalPassword: '={{ "demo-portal" + "-password" }}' },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ email: 'portail@example.test', existant: false });
		expect(json[0]).not.toHaveProperty('mot_passe');
		expect(stored).not.toContain(password);
	});

	test('a contact without an e-mail is created anew each time', async () => {
		const run = async () => await create(service, { lastName: 'Sans' });
		const [first, second] = [await run(), await run()];
		expect(first.error).toBeUndefined();
		expect(second.json[0]?.id).not.toBe(first.json[0]?.id);
		expect(second.json[0]).toMatchObject({ existant: false });
	});
});

describe('contacts that cannot be sent', () => {
	const sandbox = sandboxForTests();
	beforeEach(() => sandbox.journal.clear());

	test('nobody at all is refused before any call', async () => {
		const { error } = await create(sandbox, { email: ' ', portalPassword: password });
		expect(error?.message).toContain("'Email', 'Last Name' and 'First Name' are all empty");
		expect(sandbox.journal.calls()).toEqual([]);
	});

	test.each(['claire', 'a@b', 'a b@c.test', 'x@y.test, z@y.test'])(
		'the e-mail "%s" is refused before any call',
		async (email) => {
			const { error } = await create(sandbox, { email });
			expect(error?.message).toContain(`'Email' cannot be "${email}"`);
			expect(sandbox.journal.calls()).toEqual([]);
		},
	);

	test('a password that a model would choose is refused', async () => {
		const { error } = await create(sandbox, {
			email: 'modele@example.test',
			portalPassword: "={{ $fromAI('password') }}",
		});
		expect(error?.message).toContain("'Portal Password' cannot be chosen by an AI model");
		expect(sandbox.journal.calls()).toEqual([]);
	});
});

describe('contacts as the service gets them', () => {
	const sandbox = sandboxForEachTest();

	const posts = () => sandbox.journal.calls().filter(({ method }) => method === 'POST');

	test('the password reaches the service, and none is sent where none is given', async () => {
		const email = 'portail@example.test';
		await create(sandbox, { email, portalPassword: password });
		await create(sandbox, { email, portalPassword: ' ' });
		const sent = posts().map(({ body }) => JSON.parse(body) as unknown);
		expect(sent).toEqual([{ email, mot_passe: password }, { email }]);
	});

	test('with an e-mail, a lost answer is asked for again and the contact is there once', async () => {
		sandbox.fault({ kind: 'dropAfter', match: { path: 'createContact' } });
		const { json, error } = await create(sandbox, {
			email: 'perdu@example.test',
			lastName: 'Perdu',
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			email: 'perdu@example.test',
			existant: false,
			recupere: true,
		});
	});

	test('without an e-mail, a lost answer is never sent again', async () => {
		sandbox.fault({ kind: 'dropAfter', match: { path: 'createContact' } });
		const { error } = await create(sandbox, { lastName: 'Perdu' });
		expect(error?.message).toContain('It is not known whether the contact was created');
		expect(error?.message).toContain('not sent again');
		expect(posts()).toHaveLength(1);
	});

	test('with an e-mail, a service that stays away is given up, and running again is safe', async () => {
		sandbox.fault({ kind: 'dropAfter', match: { path: 'createContact' }, times: 3 });
		const { error } = await create(sandbox, { email: 'perdu@example.test' });
		expect(error?.message).toContain(
			'It is not known whether the contact perdu@example.test was created',
		);
		expect(posts()).toHaveLength(3);
		const { json } = await create(sandbox, { email: 'perdu@example.test' });
		expect(json[0]).toMatchObject({ existant: true });
	});

	// n8n itself keeps the parameters of a failed node; only what the package adds is looked at.
	test('no text of an error contains a password typed into the node', async () => {
		sandbox.fault({ kind: 'codes', match: { path: 'createContact' }, codes: ['err_nom_absent'] });
		const { error } = await create(sandbox, {
			email: 'portail@example.test',
			portalPassword: password,
		});
		expect(error?.message).toContain("'Last Name' is missing (err_nom_absent)");
		expect([error?.message, error?.description, error?.stack].join()).not.toContain(password);
	});

	test('a service that updates the names of a known contact has no differences to report', async () => {
		sandbox.settings({ contactByEmail: 'updated' });
		const { json } = await create(sandbox, {
			email: 'formalites@cabinet-demo.example',
			lastName: 'Autre',
		});
		expect(json[0]).toMatchObject({ nom: 'Autre', existant: true });
		expect(json[0]).not.toHaveProperty('differences');
	});

	test('retrying the node creates no second contact for the items that succeeded', async () => {
		sandbox.fault({ kind: 'codes', match: { path: 'createContact' }, skip: 1, codes: ['err_x'] });
		const { json, error } = await create(
			sandbox,
			{ lastName: '={{ $json.nom }}' },
			{
				items: [{ nom: 'Un' }, { nom: 'Deux' }],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			},
		);
		expect(error).toBeUndefined();
		expect(json.map(({ nom }) => nom)).toEqual(['Un', 'Deux']);
		expect(posts()).toHaveLength(3);
	});
});

describe('when the list of contacts cannot be had', () => {
	const sandbox = sandboxForTests();
	const createAll = async (items = 1) =>
		await create(
			sandbox,
			{ email: 'liste@example.test', lastName: 'Exemple' },
			{ items: Array.from({ length: items }, () => ({})) },
		);

	test('the contact is created, and a note says what is not known', async () => {
		sandbox.fault({ kind: 'internalError', match: { path: 'contacts' }, times: 3 });
		const { json, error } = await createAll(2);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ nom: 'Exemple', recupere: false });
		expect(json[0]).not.toHaveProperty('existant');
		expect(json[0]?.avertissements).toEqual([
			expect.stringMatching(/could not be checked whether the contact was there before: /),
		]);
		// The second item gets the contact of the first.
		expect(json[1]).toMatchObject({ id: json[0]?.id, existant: true });
		expect(json[1]).not.toHaveProperty('avertissements');
	});

	test('keys that are refused stop it before anything is created', async () => {
		sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'contacts' } });
		const { error } = await createAll();
		expect(error?.message).toContain('err_client_inactif');
		expect(sandbox.journal.calls().filter(({ method }) => method === 'POST')).toEqual([]);
	});
});
