import { byId, runNode } from './engine.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('notices, against the %s', (name) => {
	let service: RunningService;

	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const notice = (more: Record<string, unknown>) => ({
		credential: service.credential,
		parameters: { resource: 'notice', ...service.notice, ...more } as never,
	});
	const order = async (fileReference: string, more: Record<string, unknown> = {}) =>
		await runNode(
			notice({ operation: 'order', fileReference, billingMode: 'prescripteur', ...more }),
		);
	const status = async (references: string[], options = {}) =>
		await runNode({
			credential: service.credential,
			items: references.map((reference) => ({ reference })),
			parameters: {
				resource: 'notice',
				operation: 'getStatus',
				reference: '={{ $json.reference }}',
				options,
			},
		});

	test('a quote shows price, dates with the Paris offset, and the text that will be printed', async () => {
		const { json, error } = await runNode(notice({ operation: 'quote' }));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		const [quote] = json;
		expect(quote?.date_parution).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(quote?.date_bouclage_iso).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[12]:00$/);
		expect(quote?.total_ttc).toBeGreaterThan(0);
		expect(quote?.texte_visible).toContain('L’ŒUVRE & FILS');
		expect(quote?.texte_identique).toBe(true);
		expect(quote?.corrections).toEqual([
			expect.objectContaining({ code: 'U+202F', par: '\u00a0', nombre: 1 }),
		]);
		expect(quote).not.toHaveProperty('error');
		expect(quote).not.toHaveProperty('resultat');
	});

	test('a category that needs no forfait is ordered without one, whatever was chosen before', async () => {
		const { forfait, ...rest } = service.notice;
		for (const more of [{}, { forfait }]) {
			const { json, error } = await runNode({
				credential: service.credential,
				parameters: {
					resource: 'notice',
					operation: 'order',
					...rest,
					...more,
					category: byId('DISSOL'),
					text: 'Avis de dissolution.',
					fileReference: 'D-DISSOL',
					billingMode: 'prescripteur',
				} as never,
			});
			expect(error).toBeUndefined();
			expect(json[0]?.reference).toBeTruthy();
		}
		expect(service.orders('D-DISSOL')).toHaveLength(1);
	});

	test('a quote places nothing', async () => {
		const before = service.orders();
		await runNode(notice({ operation: 'quote' }));
		expect(service.orders()).toEqual(before);
	});

	test('the same notice for the same file is ordered once, and the second run says so', async () => {
		const first = await order('D-ONCE');
		const second = await order('D-ONCE');
		expect(first.error).toBeUndefined();
		expect(second.error).toBeUndefined();
		expect(service.orders('D-ONCE')).toHaveLength(1);
		expect(first.json[0]).toMatchObject({
			existant: false,
			recupere: false,
			environnement: 'test',
		});
		expect(first.json[0]?.reference).toBe(service.orders('D-ONCE')[0]?.reference);
		expect(second.json[0]).toMatchObject({
			reference: first.json[0]?.reference,
			numero_commande: first.json[0]?.numero_commande,
			existant: true,
			inconnu: ['date_parution', 'date_bouclage', 'tarif'],
		});
		expect(second.json[0]?.resume).toMatch(/^Déjà commandée sous la référence /);
		expect(second.json[0]?.avertissements).toEqual([
			expect.stringContaining("set 'Order Number Mode' to Custom"),
		]);
	});

	test('another text for the same file is another order', async () => {
		await order('D-TWO', { text: 'Un premier avis.' });
		await order('D-TWO', { text: 'Un second avis.' });
		expect(service.orders('D-TWO')).toHaveLength(2);
	});

	test('a custom number that is taken fails, and returns the notice when asked to', async () => {
		const custom = { orderNumberMode: 'custom', orderNumber: 'HS-4711' };
		await order('D-CUSTOM', custom);
		const again = await order('D-CUSTOM', { ...custom, text: 'Un autre avis.' });
		expect(again.error?.message).toContain('err_annonce_commandee');
		const existing = await order('D-CUSTOM', {
			...custom,
			options: { ifAlreadyOrdered: 'returnExisting' },
		});
		expect(existing.json[0]).toMatchObject({ existant: true, numero_commande: 'HS-4711' });
		expect(existing.json[0]?.resume).toMatch(
			/^Le numéro HS-4711 est .*dont le texte est peut-être autre/,
		);
		expect(service.orders('D-CUSTOM')).toHaveLength(1);
	});

	test('the status is found by reference and by order number, and unknown ones are told', async () => {
		const placed = (await order('D-STATUS')).json[0];
		const reference = String(placed?.reference);
		service.publish(reference);
		const { json, items, error } = await status([
			reference,
			'NOBODY-1',
			String(placed?.numero_commande),
			'NOBODY#2/é',
		]);
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({ demande: reference, reference, statut: 'parue', est_parue: true }),
			{ demande: 'NOBODY-1', introuvable: true },
			expect.objectContaining({ demande: placed?.numero_commande, reference, statut: 'parue' }),
			{ demande: 'NOBODY#2/é', introuvable: true },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	test('an unknown reference fails when asked to, naming the reference and the code', async () => {
		const { error } = await status(['NOBODY-9'], { ifNotFound: 'fail' });
		expect(error?.message).toContain('err_annonce_introuvable');
		expect(error?.message).toContain('NOBODY-9');
	});

	test('a cancelled notice is gone, and no other', async () => {
		const kept = (await order('D-KEPT', { text: 'Un avis à garder.' })).json[0];
		await order('D-GONE', {
			text: 'Un avis à annuler.',
			orderNumberMode: 'custom',
			orderNumber: '2026/001 #bis',
		});
		const { json, error } = await runNode({
			credential: service.credential,
			parameters: { resource: 'notice', operation: 'cancel', reference: '2026/001 #bis' },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ demande: '2026/001 #bis', annulee: true });
		expect(service.orders('D-GONE')).toEqual([]);
		expect(service.orders('D-KEPT')).toHaveLength(1);
		const left = await status([String(kept?.reference), '2026/001 #bis']);
		expect(left.json[0]).toMatchObject({ reference: kept?.reference });
		expect(left.json[1]).toMatchObject({ introuvable: true });
	});

	const cancelGiven = async (given: string) =>
		await runNode({
			credential: service.credential,
			// As an expression: an empty field is refused by n8n itself.
			parameters: { resource: 'notice', operation: 'cancel', reference: `={{ '${given}' }}` },
		});

	test.each(['', '   '])('"%s" is no notice, and no call is made for it', async (given) => {
		const before = service.calls().length;
		const { error } = await cancelGiven(given);
		expect(error?.message).toContain("'Reference or Order Number'");
		expect(service.calls()).toHaveLength(before);
	});

	test.each(['?', '#', '.', '..'])('"%s" cancels nothing', async (given) => {
		const before = service.orders().length;
		const { error } = await cancelGiven(given);
		expect(error?.message).toBeTruthy();
		expect(service.orders()).toHaveLength(before);
		expect(
			service.calls().filter((call) => call.startsWith('DELETE') && call.endsWith('/')),
		).toEqual([]);
	});

	test('one bad item among many is continued past, each in its place', async () => {
		const { json, items, error } = await runNode({
			...notice({
				operation: 'order',
				billingMode: 'prescripteur',
				fileReference: '={{ $json.file }}',
				department: { __rl: true, mode: 'id', value: '={{ $json.department }}' },
				text: '=Avis du dossier {{ $json.file }}.',
			}),
			items: [
				{ file: 'M-1', department: '75' },
				{ file: 'M-2', department: '20' },
				{ file: 'M-3', department: '75' },
			],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(json.map(({ reference }) => typeof reference)).toEqual([
			'string',
			'undefined',
			'string',
		]);
		expect(json[1]?.error).toContain('2A or 2B for Corsica');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	test('the default billing of the account is used, or what it lacks is told', async () => {
		const { json, error } = await order('D-BILLING', { billingMode: 'accountDefault' });
		expect(error?.message ?? json[0]?.resume).toMatch(service.accountDefault);
	});

	test('the advertiser is billed at the address given', async () => {
		const { json, error } = await order('D-ADVERTISER', {
			text: 'Un avis facturé à la société.',
			billingMode: 'annonceur',
			advertiser: {
				name: 'Atelier du Pont SARL',
				address: '1, rue du Pont',
				postcode: 1000,
				city: 'Bourg-en-Bresse',
				country: 'FRA',
			},
		});
		expect(error).toBeUndefined();
		expect(json[0]?.reference).toBeTruthy();
	});

	test('publications, dates, categories and forfaits come as items', async () => {
		const run = async (resource: string, operation: string, more = {}) =>
			await runNode({
				credential: service.credential,
				parameters: { resource, operation, ...more },
			});
		const publications = await run('publication', 'getMany', {
			department: service.notice.department as never,
			returnAll: true,
		});
		expect(publications.json.map(({ id }) => Number(id))).toContain(
			Number((service.notice.publication as { value: unknown }).value),
		);
		expect(publications.json[0]).not.toHaveProperty('logo_web');
		const dates = await run('publication', 'getDates', {
			department: service.notice.department as never,
			publication: service.notice.publication as never,
			quantity: 3,
		});
		expect(dates.json).toHaveLength(3);
		expect(dates.json[0]?.date_bouclage_iso).toMatch(/\+0[12]:00$/);
		const categories = await run('referenceData', 'getCategories');
		expect(categories.json.map(({ code }) => code)).toEqual(
			expect.arrayContaining(['CONSTI', 'MODIF', 'AUTRE']),
		);
		const forfaits = await run('referenceData', 'getForfaits', { category: byId('MODIF') });
		expect(new Set(forfaits.json.map((forfait) => forfait.categorie_code))).toEqual(
			new Set(['MODIF']),
		);
	});
});
