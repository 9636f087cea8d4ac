import type { INodePropertyOptions } from 'n8n-workflow';

import { byId, callMethod, runNode, withFile, type RunOptions } from './engine.mts';
import { NOTICE } from './notices.mts';
import { jpeg, pdf, png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';
import { serviceNames, startService } from './services.mts';

const sandbox = sandboxForTests();

let files = 0;

/** Orders with the given parameters and returns what the service received, or the refusal. */
async function orderWith(
	more: Record<string, unknown>,
	run: Partial<RunOptions> = {},
): Promise<{ body: Record<string, unknown> | undefined; message: string; advice: string }> {
	const fileReference = `F-${++files}`;
	const { error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'order',
			...NOTICE,
			fileReference,
			billingMode: 'prescripteur',
			...more,
		} as never,
		...run,
	});
	const order = sandbox.journal.orders().find(({ dossier }) => dossier === fileReference);
	return {
		body: order?.body as Record<string, unknown> | undefined,
		message: error?.message ?? '',
		advice: error?.description ?? '',
	};
}

describe('only what was chosen is sent', () => {
	test('without options nothing optional is in the order', async () => {
		const { body } = await orderWith({});
		expect(Object.keys(body ?? {}).sort()).toEqual([
			'categorie',
			'departement',
			'dossier',
			'forfait',
			'mode_facturation',
			'numero_commande',
			'publication',
			'texte',
		]);
		expect(body).toMatchObject({ publication: 12, departement: '75', texte: '<p>Un avis.</p>' });
	});

	test.each([['={{ "" }}'], ['={{ "  " }}'], ['={{ $json.missing }}']])(
		'without a file reference (%s) nothing is ordered, and the parameter is named',
		async (fileReference) => {
			const before = sandbox.journal.calls().length;
			const { message } = await orderWith({ fileReference });
			expect(message).toBe("'File Reference' is empty.");
			expect(sandbox.journal.calls()).toHaveLength(before);
		},
	);

	test.each([
		[
			'no paper proof, which differs from none chosen',
			{ paperProofs: 0 },
			{ justificatifs_papiers: 0 },
		],
		['paper proofs', { paperProofs: 2 }, { justificatifs_papiers: 2 }],
		['no digital proof', { digitalProof: false }, { justificatif_numerique: false }],
		['a digital proof', { digitalProof: true }, { justificatif_numerique: true }],
		['an e-mailed proof', { emailProof: true }, { envoi_justificatif: true }],
		['no e-mailed proof', { emailProof: false }, { envoi_justificatif: false }],
		[
			'widths with a decimal comma',
			{ width: '2,5', textWidth: '1.5' },
			{ largeur: 2.5, largeur_texte: 1.5 },
		],
	])('%s', async (_name, options, sent) => {
		expect((await orderWith({ options })).body).toMatchObject(sent);
	});

	test('a contact chosen from the list', async () => {
		const contacts = await runNode({
			credential: sandbox.credential,
			parameters: { resource: 'contact', operation: 'getMany', returnAll: true },
		});
		const id = Number(contacts.json[0]?.id);
		expect((await orderWith({ options: { contact: byId(String(id)) } })).body).toMatchObject({
			contact: id,
		});
		const none = await orderWith({ options: { contact: byId('') } });
		expect(none.message).toBe("The option 'Contact' was added, but is empty.");
	});

	test('an advertiser that is not billed is not sent', async () => {
		const advertiser = { name: 'A', address: 'B', postcode: '75001', city: 'Paris' };
		const { body } = await orderWith({ billingMode: 'accountDefault', advertiser });
		expect(body).toMatchObject({ mode_facturation: 'prescripteur' });
		expect(body).not.toHaveProperty('facturation');
	});

	test.each([
		['FRA', 'FRA'],
		['bel', 'BEL'],
	])('the country "%s" is sent as %s', async (country, pays) => {
		const { body } = await orderWith({
			billingMode: 'annonceur',
			advertiser: { name: 'A', address: 'B', postcode: '75001', city: 'C', country },
		});
		expect(body?.facturation).toMatchObject({ pays });
	});

	test.each([['={{ $json.pays }}'], ['={{ $json.nothing }}'], [''], [' '], [undefined]])(
		'the country %p is missing, and no postcode is rewritten for it',
		async (country) => {
			const given = { name: 'A', address: 'B', postcode: '1000', city: 'Bruxelles' };
			const { body, message } = await orderWith(
				{
					billingMode: 'annonceur',
					advertiser: country === undefined ? given : { ...given, country },
				},
				{ items: [{ pays: '' }] },
			);
			expect(body).toBeUndefined();
			expect(message).toContain("'Country' is missing");
		},
	);

	test.each(['Atlantide', 'FR'])('the country %p is refused offline', async (country) => {
		const { message } = await orderWith({
			billingMode: 'annonceur',
			advertiser: { name: 'A', address: 'B', postcode: '1', city: 'C', country },
		});
		expect(message).toContain(`cannot be "${country}"`);
	});

	test('account-default billing follows the account', async () => {
		const none = sandbox.createKey({ mode_facturation: 'aucun' });
		const refused = await orderWith(
			{ billingMode: 'accountDefault' },
			{ credential: { ...sandbox.credential, ...none } },
		);
		expect(refused.message).toContain('the account has no default billing');
		const advertiser = sandbox.createKey({ mode_facturation: 'annonceur' });
		const missing = await orderWith(
			{ billingMode: 'accountDefault' },
			{ credential: { ...sandbox.credential, ...advertiser } },
		);
		expect(missing.message).toContain("'Name', 'Address', 'Postcode', 'City' are missing");
	});
});

test('a missing forfait names the choices, a forfait of another category as well', async () => {
	for (const forfait of ['', 'MOD_CAP']) {
		const { advice } = await orderWith({ forfait: byId(`={{ '${forfait}' }}`) });
		expect(advice).toMatch(
			/^Choose one of EURL \(EURL\), .*Autre forme juridique \(CONSTI_AUTRE\)\.$/,
		);
	}
	sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'forfaits' } });
	const { advice } = await orderWith({ forfait: byId("={{ '' }}") });
	expect(advice).toContain('EURL, SA, SARL');
});

test.each([
	['SARL', /^Raise 'Maximum Total', or choose fewer paper proofs\.$/],
	['CONSTI_AUTRE', /shorten the text/],
])(
	'a text above the maximum is to be shortened only where its length counts (%s)',
	async (code, words) => {
		const { advice } = await orderWith({ forfait: byId(code), options: { maximumTotal: 1 } });
		expect(advice).toMatch(words);
	},
);

describe('the header', () => {
	const withLogo = async (bytes: Buffer, name = 'data') => ({
		fullItems: [await withFile({}, name, bytes, 'logo.bin', 'application/octet-stream')],
	});

	test('of text only', async () => {
		const { body } = await orderWith({
			header: { text: 'CABINET DU PONT\n1, rue du Pont\n75001 PARIS\n\nStandard' },
		});
		expect(body?.entete).toEqual({
			disposition: 'carton_texte_sans_image',
			texte:
				'<p class="fs-prescripteur_nom">CABINET DU PONT</p><p class="fs-prescripteur_adresse">1, rue du Pont<br/>75001 PARIS</p><p class="fs-prescripteur_adresse">Standard</p>',
		});
	});

	test('of plain text goes without classes where they cannot be read', async () => {
		sandbox.fault({ kind: 'codes', codes: ['err_type_incorrect'], match: { path: 'style' } });
		const { body } = await orderWith({ header: { text: 'CABINET\n1, rue du Pont' } });
		expect(body?.entete).toMatchObject({ texte: '<p>CABINET<br/>1, rue du Pont</p>' });
	});

	test('of HTML keeps the classes that it has', async () => {
		const { body } = await orderWith({
			textFormat: 'html',
			text: '<p>Un avis.</p>',
			header: { text: '<p>CABINET</p>' },
		});
		expect(body?.entete).toMatchObject({ texte: '<p>CABINET</p>' });
	});

	describe('with a logo of the account', () => {
		const account = async () => {
			const parameters = { resource: 'account', operation: 'get', simplify: false } as const;
			const { json } = await runNode({ credential: sandbox.credential, parameters });
			return (json[0]?.entetes as Array<{ data: string }>)[0]?.data ?? '';
		};
		const choices = async () =>
			await callMethod<INodePropertyOptions[]>(
				'loadOptions',
				'getAccountLogos',
				{},
				sandbox.credential,
			);

		test('takes the one that was chosen, or the only one', async () => {
			const [listed] = await choices();
			expect(listed?.name).toMatch(/^Logo 1 \(image\/png, \d+ kB\)$/);
			for (const header of [
				{ logoFrom: 'account', accountLogo: listed?.value },
				{ logoFrom: 'account', logoBinaryField: 'data' },
				{ accountLogo: listed?.value },
			]) {
				const { body } = await orderWith({ header });
				expect(body?.entete).toMatchObject({ mime_type: 'image/png', data: await account() });
			}
		});

		test('that the account does not have names those that it has', async () => {
			const { message, advice } = await orderWith({
				header: { logoFrom: 'account', accountLogo: 'x' },
			});
			expect(message).toBe(`'Account Logo' of 'Header' cannot be "x".`);
			expect(advice).toMatch(/^It has [0-9a-f]{12}\. Choose it from the list/);
		});
	});

	test('a logo that is wanted and not there is no order without it, and its name is not quoted whole', async () => {
		const layout = 'carton_texte_avec_image';
		const header = { layout, text: 'Cabinet', logoFrom: 'binary' };
		const missing = await orderWith({ header });
		expect(missing.message).toBe('The item has no binary field "data" for the logo.');
		const long = await orderWith({ header: { ...header, logoBinaryField: 'x'.repeat(5_000) } });
		expect(long.message.length).toBeLessThan(200);
	});

	test.each([
		['PNG', png, 'image/png'],
		['JPEG', jpeg, 'image/jpeg'],
		['PDF', pdf, 'application/pdf'],
	])('with a logo of %s, whatever it is called', async (_name, bytes, type) => {
		const { body, message } = await orderWith(
			{ header: { logoBinaryField: 'data', layout: 'carton_image_sans_texte' } },
			await withLogo(bytes),
		);
		expect(message).toBe('');
		expect(body?.entete).toMatchObject({ mime_type: type, disposition: 'carton_image_sans_texte' });
		const data = Buffer.from(String((body?.entete as { data: string }).data), 'base64');
		expect([png, jpeg, pdf].some((known) => known.equals(data))).toBe(true);
	});

	test.each([
		['a data URL', `data:image/png;base64,${png.toString('base64')}`],
		['base64', png.toString('base64')],
		['base64url in lines', png.toString('base64url').replace(/(.{40})/g, '$1\n')],
	])('with a logo given as %s in the field itself', async (_name, logoBinaryField) => {
		const { body } = await orderWith({ header: { logoBinaryField } });
		expect(body?.entete).toMatchObject({ mime_type: 'image/png', data: png.toString('base64') });
	});

	test('with a logo that the service finds too large names it as a cause', async () => {
		sandbox.fault({ kind: 'codes', codes: ['err_body_incorrect'], match: { path: 'quote' } });
		const { error } = await runNode({
			credential: sandbox.credential,
			...(await withLogo(png)),
			parameters: {
				resource: 'notice',
				operation: 'quote',
				...NOTICE,
				header: { logoBinaryField: 'data' },
			},
		});
		expect(error?.description).toContain('The logo, the text or');
	});

	test.each(['carton_image_texte_droite', 'carton_image_texte_bas'])('as %s', async (layout) => {
		const { body } = await orderWith(
			{ header: { logoBinaryField: 'data', text: 'CABINET', layout } },
			await withLogo(png),
		);
		expect(body?.entete).toMatchObject({
			disposition: layout,
			texte: '<p class="fs-prescripteur_nom">CABINET</p>',
		});
	});

	test.each([
		['a logo and a text without layout', { text: 'A', logoBinaryField: 'data' }, /no 'Layout'/],
		[
			'a layout without its logo',
			{ text: 'A', layout: 'carton_image_texte_bas' },
			/shows a logo, but there is none/,
		],
		[
			'a layout that hides the logo',
			{ text: 'A', logoBinaryField: 'data', layout: 'carton_texte_sans_image' },
			/shows no logo/,
		],
		[
			'a layout that hides the text',
			{ text: 'A', logoBinaryField: 'data', layout: 'carton_image_sans_texte' },
			/shows no text/,
		],
		[
			'a layout without its text',
			{ logoBinaryField: 'data', layout: 'carton_image_texte_droite' },
			/shows a text, but there is none/,
		],
		['nothing in it', { layout: 'carton_texte_sans_image' }, /'Header' is empty/],
		['a field that is not there', { logoBinaryField: 'logo' }, /no binary field "logo"/],
		['a character that is not printed', { text: 'Łódź' }, /'Header' contains 2 characters/],
	])('with %s is refused before anything is ordered', async (_name, header, sentence) => {
		const { body, message } = await orderWith({ header }, await withLogo(png));
		expect(message).toMatch(sentence);
		expect(body).toBeUndefined();
	});

	test.each([
		['a GIF', Buffer.from('GIF89a')],
		['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
		['an empty file', Buffer.from(' ')],
	])('with %s as logo is refused with the types that are taken', async (_name, bytes) => {
		const { message, advice } = await orderWith(
			{ header: { logoBinaryField: 'data' } },
			await withLogo(bytes),
		);
		expect(message).toContain('does not lead to a JPEG, PNG or PDF file');
		expect(advice).toContain('Convert the logo');
	});
});

describe('guards before ordering', () => {
	test('a price above the limit stops with both figures, below it the notice is ordered', async () => {
		const refused = await orderWith({ options: { maximumTotal: 100 } });
		expect(refused.message).toMatch(
			/would cost 176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/,
		);
		expect(refused.body).toBeUndefined();
		expect((await orderWith({ options: { maximumTotal: 176.4 } })).body).toBeDefined();
		expect((await orderWith({ options: { maximumTotal: '1 176,40 €' } })).body).toBeDefined();
	});

	test.each([{ width: '2' }, { textWidth: '1.5' }])(
		'a maximum total with %j is refused before any call, because a quote takes no width',
		async (widths) => {
			const before = sandbox.journal.calls().length;
			const { message } = await orderWith({ options: { maximumTotal: 900, ...widths } });
			expect(message).toMatch(/^'Maximum Total' cannot be checked together with '(Text )?Width'/);
			expect(sandbox.journal.calls()).toHaveLength(before);
		},
	);

	test('an order that costs more than its quote says that it is above the maximum', async () => {
		const tarif = { totaux: { montant_ttc: 1 } };
		const body = JSON.stringify({ resultat: 'succes', date_parution: '2027-01-04', tarif });
		sandbox.fault({ kind: 'wrongShape', match: { path: 'quote' }, body });
		const { json } = await runNode({
			credential: sandbox.credential,
			parameters: {
				resource: 'notice',
				operation: 'order',
				...NOTICE,
				fileReference: 'ABOVE',
				billingMode: 'prescripteur',
				options: { maximumTotal: 100 },
			},
		});
		const told = /176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/;
		expect(json[0]?.reference).toBeTruthy();
		expect(json[0]?.resume).toContain('176,40 € TTC, au-delà du maximum de 100,00 €');
		expect(json[0]?.avertissements).toEqual([expect.stringMatching(told)]);
	});

	test('a date that would move stops with both dates, or comes out flagged', async () => {
		const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now());
		sandbox.settings({ unavailableDate: 'move' });
		const refused = await orderWith({
			publicationDate: byId(today),
			options: { ifDateMoves: 'fail' },
		});
		expect(refused.message).toMatch(new RegExp(`would move from ${today} to \\d{4}-\\d{2}-\\d{2}`));
		expect(refused.body).toBeUndefined();
		const moved = await runNode({
			credential: sandbox.credential,
			parameters: {
				resource: 'notice',
				operation: 'quote',
				...NOTICE,
				publicationDate: byId(today),
			},
		});
		sandbox.settings({ unavailableDate: 'refuse' });
		expect(moved.json[0]).toMatchObject({ date_demandee: today, date_modifiee: true });
	});

	test('text that the rules would drop is refused offline, or ordered and listed when asked to', async () => {
		const html = {
			textFormat: 'html',
			text: '<p>Gardé</p><div>perdu ici</div><ul><li>et là</li></ul>',
		};
		const calls = sandbox.journal.calls().length;
		const refused = await orderWith(html);
		expect(refused.message).toMatch(/would not be printed: .*"perdu ici".*"et là"/);
		expect(sandbox.journal.calls()).toHaveLength(calls);
		expect((await orderWith({ ...html, options: { ifTextChanges: 'warn' } })).body).toBeDefined();
		expect((await orderWith({ ...html, options: { ifTextChanges: 'fail' } })).body).toBeUndefined();
	});

	test('a guard that the quote of an older service leaves unchecked stops the order', async () => {
		sandbox.settings({ quoteVersion: '1.27' });
		const refused = await orderWith({ options: { ifTextChanges: 'fail' } });
		sandbox.settings({ quoteVersion: '1.29' });
		expect(refused.message).toContain(
			"shows no composed text, so 'If Text Changes' cannot be checked",
		);
		expect(refused.body).toBeUndefined();
	});

	test.each([0, -1, 'much'])(
		'a maximum total of %p is refused with its own words',
		async (maximumTotal) => {
			const { message, advice, body } = await orderWith({ options: { maximumTotal } });
			expect(message).toContain("'Maximum Total' cannot be");
			expect(advice).toContain('an amount in euros including tax');
			expect(body).toBeUndefined();
		},
	);

	test('repaired typography never counts as a change of the text', async () => {
		const { body, message } = await orderWith({
			text: 'Capital\u202f: 10\u202f000 € – e\u0301tabli le 1ᵉʳ mars ; n°\u2011unique',
			options: { ifTextChanges: 'fail' },
		});
		expect(message).toBe('');
		expect(body?.texte).toContain('établi le 1er mars');
	});
});

describe.each(serviceNames)('a complete order, against the %s', (name) => {
	test('with header, advertiser, proofs, widths and guards is accepted', async () => {
		const service = await startService(name);
		try {
			const contacts = await runNode({
				credential: service.credential,
				parameters: { resource: 'contact', operation: 'getMany', returnAll: true },
			});
			const { json, error } = await runNode({
				credential: service.credential,
				fullItems: [await withFile({}, 'logo', png, 'logo.png', 'image/png')],
				parameters: {
					resource: 'notice',
					operation: 'order',
					...service.notice,
					header: {
						text: 'CABINET',
						logoBinaryField: 'logo',
						layout: 'carton_image_texte_bas',
					},
					fileReference: 'COMPLETE',
					billingMode: 'annonceur',
					advertiser: {
						name: 'Atelier du Pont SARL',
						nameComplement: 'Service juridique',
						address: '1, rue du Pont',
						addressComplement: 'Bâtiment B',
						postcode: '75001',
						city: 'Paris',
						country: 'FRA',
						email: 'contact@example.com',
						phone: '0123456789',
						mobile: '0612345678',
					},
					options: {
						contact: byId(String(contacts.json[0]?.id)),
						digitalProof: true,
						emailProof: true,
						ifTextChanges: 'fail',
						ifDateMoves: 'fail',
						paperProofs: 1,
						width: '2',
						textWidth: '1',
					},
				} as never,
			});
			expect(error?.message).toBeUndefined();
			expect(json[0]).toMatchObject({ existant: false, texte_identique: true });
			expect(service.orders('COMPLETE')).toHaveLength(1);
		} finally {
			await service.close();
		}
	});
});
