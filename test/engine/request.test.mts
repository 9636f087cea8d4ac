/** What the service receives for the parameters of an order or quote, and what a person reads where nothing is sent. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Fault } from '../../sandbox/index.mts';
import { byId, callMethod, withFile, type RunOptions } from './engine.mts';
import { BILLED } from './notices.mts';
import { png } from './pictures.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';
import { serviceNames } from './readings.mts';

const sandbox = sandboxForTests();

let files = 0;
async function order(more: object, rest: Partial<RunOptions> = {}) {
	const fileReference = `F-${++files}`;
	const ran = await sandbox.run('notice.order', { ...BILLED, fileReference, ...more }, rest);
	return { ...ran, body: sandbox.standing(fileReference)[0]?.body as Record<string, unknown> };
}
const logo = (bytes: Buffer) => ({ fullItems: [withFile({}, bytes)] });
const address = { name: 'A', address: 'B', postcode: '1000', city: 'Bruxelles' };
const billed = (country: unknown) => ({
	billingMode: 'annonceur',
	advertiser: { ...address, ...(country === undefined ? {} : { country }) },
});

test('without options nothing optional is in the order', async () => {
	const { body } = await order({});
	expect(Object.keys(body).sort().join()).toBe(
		'categorie,departement,dossier,forfait,mode_facturation,numero_commande,publication,texte',
	);
	expect(body).toMatchObject({ publication: 12, departement: '75', texte: '<p>Un avis.</p>' });
});

test.each(['={{ "" }}', ' ', '<p> </p>'])(
	'the text %j prints nothing, so nothing is sent',
	async (text) => {
		const before = sandbox.calls().length;
		const { told } = await order({ text, textFormat: text.startsWith('<') ? 'html' : 'plainText' });
		expect(told).toBe("'Text' is empty.");
		expect(sandbox.calls()).toHaveLength(before);
	},
);

test('words that the service adds to the text are named', async () => {
	sandbox.answer('quote', { texte: '<p>Un avis. Publicité.</p>', tarif: {} });
	const { json } = await sandbox.run('notice.quote', BILLED);
	expect(json[0]).toMatchObject({ texte_identique: false, texte_ajoute: ['Publicité.'] });
});

const CABINET = 'CABINET DU PONT\n1, rue du Pont\n75001 PARIS\n\nStandard';
test.each<[object, object]>([
	// None differs from none chosen.
	[{ options: { paperProofs: 0 } }, { justificatifs_papiers: 0 }],
	[{ options: { paperProofs: '2' } }, { justificatifs_papiers: 2 }],
	[{ options: { digitalProof: false } }, { justificatif_numerique: false }],
	[{ options: { digitalProof: true } }, { justificatif_numerique: true }],
	[{ options: { emailProof: '={{ " true " }}' } }, { envoi_justificatif: true }],
	[{ options: { emailProof: '={{ "FALSE" }}' } }, { envoi_justificatif: false }],
	[{ options: { width: '2,5', textWidth: '1.5' } }, { largeur: 2.5, largeur_texte: 1.5 }],
	[billed('bel'), { facturation: { pays: 'BEL' } }],
	[{ textFormat: '={{ "HTML" }}', text: '<p>A</p>' }, { texte: '<p>A</p>' }],
	[
		{ header: { text: CABINET } },
		{
			entete: {
				disposition: 'carton_texte_sans_image',
				texte:
					'<p class="fs-prescripteur_nom">CABINET DU PONT</p><p class="fs-prescripteur_adresse">1, rue du Pont<br/>75001 PARIS</p><p class="fs-prescripteur_adresse">Standard</p>',
			},
		},
	],
	[
		{ textFormat: 'html', text: '<p>A</p>', header: { text: '<p>CABINET</p>' } },
		{ entete: { texte: '<p>CABINET</p>' } },
	],
	[
		// Repaired typography never counts as a change of the text.
		{
			text: 'Capital\u202f: 10\u202f000 € e\u0301tabli, n°\u2011unique',
			options: { ifTextChanges: 'fail' },
		},
		{ texte: '<p>Capital\u00a0: 10\u00a0000 € établi, n°-unique</p>' },
	],
])('%j is sent as %j', async (parameters, sent) => {
	const { body, told } = await order(parameters);
	expect(told).toBe('');
	expect(body).toMatchObject(sent);
});

test('an advertiser that is not billed is not sent', async () => {
	const { body } = await order({ ...billed('FRA'), billingMode: 'accountDefault' });
	expect(body).toMatchObject({ mode_facturation: 'prescripteur' });
	expect(body).not.toHaveProperty('facturation');
});

test.each([
	['={{ $json.missing }}', /'Country' is missing/],
	['', /'Country' is missing/],
	[undefined, /'Country' is missing/],
	['Atlantide', /cannot be "Atlantide"/],
	['FR', /cannot be "FR"/],
])('the country %p is refused offline', async (country, sentence) => {
	const { body, told } = await order(billed(country));
	expect(told).toMatch(sentence);
	expect(body).toBeUndefined();
});

test.each([
	['aucun', 'the account has no default billing'],
	['annonceur', "'Name', 'Address', 'Postcode', 'City' are missing"],
] as const)('account-default billing follows an account with %s', async (mode, sentence) => {
	const credential = { ...sandbox.credential, ...sandbox.createKey({ mode_facturation: mode }) };
	const { told } = await order({ billingMode: 'accountDefault' }, { credential });
	expect(told).toContain(sentence);
});

test.each([
	["={{ DateTime.fromISO('2027-12-03T00:00:00', { zone: 'Indian/Reunion' }) }}"],
	['2027-12-03T00:00:00+04:00'],
	['2027-12-02T23:30:00Z'],
	["={{ new Date('2027-12-02T23:00:00Z') }}"],
])('%s is asked for as the day that was meant', async (given) => {
	await sandbox.run('notice.quote', { ...BILLED, publicationDate: byId(given) });
	// Whether the newspaper appears on that day is another matter.
	const quote = sandbox.journal.calls().find(({ route }) => route === 'quote');
	expect(JSON.parse(String(quote?.body))).toMatchObject({ date_parution: '2027-12-03' });
});

test.each([
	['={{ ({}) }}', "'Publication Date' is an object, not a date"],
	['2027-12-02 23:30:00 UTC', `'Publication Date' cannot be "2027-12-02 23:30:00 UTC".`],
])('the date %s is refused in words', async (given, sentence) => {
	const { told } = await sandbox.run('notice.quote', { ...BILLED, publicationDate: byId(given) });
	expect(told).toContain(sentence);
	expect(sandbox.calls()).toEqual([]);
});

test('a missing forfait names the choices, a forfait of another category as well', async () => {
	for (const forfait of ['', 'MOD_CAP']) {
		const { advice } = await order({ forfait: byId(`={{ '${forfait}' }}`) });
		expect(advice).toMatch(
			/^Choose one of EURL \(EURL\), .*Autre forme juridique \(CONSTI_AUTRE\)/,
		);
	}
	sandbox.refuse('forfaits', 'err_client_inactif');
	expect((await order({ forfait: byId("={{ '' }}") })).advice).toContain('EURL, SA, SARL');
});

describe('the header', () => {
	const image = 'carton_image_sans_texte';

	test('of plain text goes without classes where they cannot be read', async () => {
		sandbox.refuse('style', 'err_type_incorrect');
		const { body } = await order({ header: { text: 'CABINET\n1, rue du Pont' } });
		expect(body.entete).toMatchObject({ texte: '<p>CABINET<br/>1, rue du Pont</p>' });
	});

	test.each([
		['a field', 'data'],
		['a data URL', `data:image/png;base64,${png.toString('base64')}`],
	])('with a logo in %s has its type, whatever the file is called', async (_where, given) => {
		const header = { logoBinaryField: given, layout: image };
		const { body, told } = await order({ header }, logo(png));
		expect(told).toBe('');
		const data = png.toString('base64');
		expect(body.entete).toEqual({ mime_type: 'image/png', disposition: image, data });
	});

	test.each([{}, { entetes: null }])(
		'has no logos to choose of an account with %j',
		async (more) => {
			sandbox.answer('client', { raison_sociale: 'CABINET', ...more });
			const { credential } = sandbox;
			expect(await callMethod('loadOptions', 'getAccountLogos', {}, credential)).toEqual([]);
		},
	);

	test('with a logo of the account takes the one that was chosen, or the only one', async () => {
		const { credential } = sandbox;
		type Listed = Array<{ name: string; value: string }>;
		const [listed] = await callMethod<Listed>('loadOptions', 'getAccountLogos', {}, credential);
		expect(listed?.name).toMatch(/^Logo 1 \(image\/png, \d+ kB\)$/);
		const { json } = await sandbox.run('account.get', { simplify: false });
		const [{ data = '' } = {}] = json[0]?.entetes as Array<{ data?: string }>;
		for (const header of [
			{ logoFrom: 'account', accountLogo: listed?.value },
			{ logoFrom: 'account', logoBinaryField: 'data' },
			{ accountLogo: listed?.value },
		]) {
			const { body } = await order({ header });
			expect(body.entete).toMatchObject({ mime_type: 'image/png', data });
		}
		const unknown = await order({ header: { logoFrom: 'account', accountLogo: 'x' } });
		expect(unknown.told).toBe(`'Account Logo' of 'Header' cannot be "x".`);
		expect(unknown.advice).toMatch(/^It has [0-9a-f]{12}\. Choose it from the list/);
	});

	test.each([
		[{ text: 'A', logoBinaryField: 'data' }, /no 'Layout'/],
		[{ text: 'A', layout: 'carton_image_texte_bas' }, /shows a logo, but there is none/],
		[{ logoBinaryField: 'logo' }, /no binary field "logo"/],
		[{ text: 'Łódź' }, /'Header' contains 2 characters/],
		[{ logoBinaryField: 'data' }, /does not lead to a JPEG, PNG or PDF file/, 'GIF89a'],
	])('%j is refused before anything is ordered', async (header, sentence, file = '') => {
		const bytes = file === '' ? png : Buffer.from(file);
		const { body, told, advice } = await order({ header }, logo(bytes));
		expect(told).toMatch(sentence);
		expect(advice).not.toBe('');
		expect(body).toBeUndefined();
	});

	test('whose logo is wanted and not available is refused, its name not quoted whole', async () => {
		const header = { layout: 'carton_texte_avec_image', text: 'Cabinet', logoFrom: 'binary' };
		const missing = await order({ header });
		expect(missing.told).toBe('The item has no binary field "data" for the logo.');
		const long = await order({ header: { ...header, logoBinaryField: 'x'.repeat(5_000) } });
		expect(long.told.length).toBeLessThan(200);
	});

	test('is named as a cause where the service finds the request too large', async () => {
		sandbox.refuse('quote', 'err_body_incorrect');
		const parameters = { ...BILLED, header: { logoBinaryField: 'data' } };
		const { advice } = await sandbox.run('notice.quote', parameters, logo(png));
		expect(advice).toContain('The logo, the text or');
	});
});

describe('guards before ordering', () => {
	test('a price above the limit stops with both figures, below it the notice is ordered', async () => {
		const refused = await order({ options: { maximumTotal: 100 } });
		expect(refused.told).toMatch(
			/would cost 176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/,
		);
		expect(refused.body).toBeUndefined();
		for (const maximumTotal of [176.4, '1 176,40 €']) {
			expect((await order({ options: { maximumTotal } })).body).toBeDefined();
		}
	});

	test.each([
		['SARL', /^Raise 'Maximum Total', or choose fewer paper proofs\.$/],
		['CONSTI_AUTRE', /shorten the text/],
	])('a text is to be shortened only where its length counts (%s)', async (code, words) => {
		const { advice } = await order({ forfait: byId(code), options: { maximumTotal: 1 } });
		expect(advice).toMatch(words);
	});

	test.each([{ width: '2' }, { textWidth: '1.5' }])(
		'a maximum total with %j is refused before any call, because a quote takes no width',
		async (widths) => {
			const { told } = await order({ options: { maximumTotal: 900, ...widths } });
			expect(told).toMatch(/^'Maximum Total' cannot be checked together with '(Text )?Width'/);
			expect(sandbox.calls()).toEqual([]);
		},
	);

	test('an order that costs more than its quote says that it is above the maximum', async () => {
		const tarif = { totaux: { montant_ttc: 1 } };
		sandbox.answer('quote', { date_parution: '2027-01-04', tarif });
		const { json } = await order({ options: { maximumTotal: 100 } });
		const told = /176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/;
		expect(json[0]?.reference).toBeTruthy();
		expect(json[0]?.resume).toContain('176,40 € TTC, au-delà du maximum de 100,00 €');
		expect(json[0]?.avertissements).toEqual([expect.stringMatching(told)]);
	});

	test('text that the rules would drop is refused offline, or ordered when asked to', async () => {
		const text = '<p>Gardé</p><div>perdu ici</div><ul><li>et là</li></ul>';
		const html = { textFormat: 'html', text };
		const refused = await order(html);
		expect(refused.told).toMatch(/would not be printed: .*"perdu ici".*"et là"/);
		expect(sandbox.calls()).toEqual([]);
		expect((await order({ ...html, options: { ifTextChanges: 'warn' } })).body).toBeDefined();
		expect((await order({ ...html, options: { ifTextChanges: 'fail' } })).body).toBeUndefined();
	});

	test('that the quote of an older service leaves unchecked stop the order', async () => {
		sandbox.settings({ quoteVersion: '1.27' });
		const { told, body } = await order({ options: { ifTextChanges: 'fail' } });
		sandbox.settings({ quoteVersion: '1.29' });
		expect(told).toContain("shows no composed text, so 'If Text Changes' cannot be checked");
		expect(body).toBeUndefined();
	});
});

describe('lists that tell what would not be printed', () => {
	beforeEach(() => setTimings({ beforeRepeatMs: 5 }));
	afterEach(() => setTimings());
	const styled = { textFormat: 'html', text: '<p class="fs-titre">AVIS</p>' };
	const lists = [
		['publications', { header: { text: 'CABINET' } }],
		['styleSheets', styled],
	] as const;
	const failures: Fault[] = [{ kind: 'codes', codes: ['err_client_inactif'] }, { kind: 'html' }];

	test.each(lists)('%s: while they cannot be had, nothing is ordered', async (path, parameters) => {
		for (const fault of failures) {
			sandbox.fault({ ...fault, times: 100, match: { path } });
			const { told, body } = await order(parameters);
			expect(told).toMatch(fault.kind === 'html' ? /./ : /err_client_inactif/);
			expect(body).toBeUndefined();
			expect((await sandbox.run('notice.quote', { ...BILLED, ...parameters })).json).toEqual([]);
			sandbox.clearFaults();
		}
	});

	test('are not needed where only a proof is wanted', async () => {
		sandbox.fault({ kind: 'html', times: 100, match: { path: 'publications' } });
		expect((await order({ options: { digitalProof: true } })).told).toBe('');
	});
});

describe.each([[false], [true], [null]])('a publication that says %p of what it offers', (said) => {
	const header = { header: { text: 'CABINET' } };
	test.each([
		['digital proof', { options: { digitalProof: true } }, /offers no digital proof/],
		['paper proof', { options: { paperProofs: 2 } }, /offers no paper proof/],
		['e-mailed proof', { options: { emailProof: true } }, /no digital proof, so none is e-mailed/],
		['header', header, /takes no header/],
	])('is taken at its word about a %s', async (what, parameters, sentence) => {
		const offers = { entete: said, justificatif_numerique: said, justificatif_papier: said };
		sandbox.answer('publications', { publications: [{ id: 12, ...offers }] });
		const { json, told } = await order(parameters);
		if (what === 'header' && said === false) return expect(told).toMatch(sentence);
		const expected = said === false ? [expect.stringMatching(sentence)] : undefined;
		expect(json[0]?.avertissements).toEqual(expected);
	});
});

describe.each(serviceNames)('against the %s', (name) => {
	const service = readingForTests(name);

	test('an order with header, advertiser, proofs, widths and guards is accepted', async () => {
		const { json: contacts } = await service.run('contact.getMany', { returnAll: true });
		const { json, told } = await service.run(
			'notice.order',
			{
				...BILLED,
				header: { text: 'CABINET', logoBinaryField: 'data', layout: 'carton_image_texte_bas' },
				fileReference: 'COMPLETE',
				billingMode: 'annonceur',
				advertiser: {
					name: 'Atelier du Pont SARL',
					nameComplement: 'Service juridique',
					address: '1, rue du Pont',
					addressComplement: 'Bâtiment B',
					postcode: 1000,
					city: 'Bourg-en-Bresse',
					country: 'FRA',
					email: 'contact@example.com',
					phone: '0123456789',
					mobile: '0612345678',
				},
				options: {
					contact: byId(String(contacts[0]?.id)),
					digitalProof: true,
					emailProof: true,
					ifTextChanges: 'fail',
					ifDateMoves: 'fail',
					paperProofs: 1,
					width: '2',
					textWidth: '1',
				},
			},
			logo(png),
		);
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ existant: false, texte_identique: true });
		const [sent] = service.standing('COMPLETE');
		expect(sent?.body).toMatchObject({ contact: Number(contacts[0]?.id) });
	});
});
