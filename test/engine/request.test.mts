/** What the service receives for the parameters of an order or quote, and what a person reads where nothing is sent. */
import { shortPausesForTests } from './time.mts';
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
const fullItems = [withFile({}, png)];
const pngUrl = `data:image/png;base64,${png.toString('base64')}`;
const address = { name: 'A', address: 'B', postcode: '1000', city: 'Bruxelles' };
const billed = (country: string) => ({
	billingMode: 'annonceur',
	advertiser: { ...address, country },
});
const LOSSY = {
	textFormat: 'html',
	text: '<p>Gardé</p><p class="fs-filet">perdu ici</p><p class="fs-filet">et là</p>',
};

test('an order without options contains nothing optional', async () => {
	const { body } = await order({});
	expect(Object.keys(body).sort().join()).toBe(
		'categorie,departement,dossier,forfait,mode_facturation,numero_commande,publication,texte',
	);
	expect(body).toMatchObject({
		publication: 12,
		departement: '75',
		texte: '<p>Un avis. Dossier F-1.</p>',
	});
	// Nothing is asked where nothing could be left out.
	expect(sandbox.calls()[0]).toBe('POST /commande');
});

test.each<[object, object]>([
	// None differs from none chosen.
	[
		{ options: { paperProofs: 0, digitalProof: false, emailProof: '={{ "FALSE" }}' } },
		{ justificatifs_papiers: 0, justificatif_numerique: false, envoi_justificatif: false },
	],
	[
		{ options: { paperProofs: '2', digitalProof: true, emailProof: '={{ " true " }}' } },
		{ justificatifs_papiers: 2, justificatif_numerique: true, envoi_justificatif: true },
	],
	[{ options: { width: '2,5', textWidth: '1.5' } }, { largeur: 2.5, largeur_texte: 1.5 }],
	[billed('FR'), { facturation: { pays: 'FRA' } }],
	[billed('France'), { facturation: { pays: 'FRA' } }],
	[billed('France (FRA)'), { facturation: { pays: 'FRA' } }],
	[billed('bel'), { facturation: { pays: 'BEL', code_postal: '1000' } }],
	[{ ...billed('FRA'), billingMode: 'accountDefault' }, { mode_facturation: 'prescripteur' }],
	[
		{ textFormat: '={{ "HTML" }}', text: '<p>a &lt; b &gt; c</p>' },
		{ texte: '<p>a &lt; b &gt; c</p>' },
	],
	[
		{ text: 'undefined', options: { ifTextLooksUnfinished: 'warn' } },
		{ texte: '<p>undefined</p>' },
	],
	[
		{ ...LOSSY, options: { ifTextChanges: 'warn' } },
		{ texte: '<p>Gardé</p><p class="fs-filet"></p><p class="fs-filet"></p>' },
	],
	[{ text: 'Un avis.', options: { ifTextChanges: 'automatic' } }, { texte: '<p>Un avis.</p>' }],
	[
		{ header: { text: 'CABINET\n1, rue du Pont\n75001 PARIS\n\nStandard' } },
		{
			entete: {
				disposition: 'carton_texte_sans_image',
				texte:
					'<p class="fs-prescripteur_nom">CABINET</p><p class="fs-prescripteur_adresse">1, rue du Pont<br/>75001 PARIS</p><p class="fs-prescripteur_adresse">Standard</p>',
			},
		},
	],
	[
		{ textFormat: 'html', text: '<p>A</p>', header: { text: '<p>CABINET</p>' } },
		{ entete: { texte: '<p>CABINET</p>' } },
	],
])('the option %j is sent as %j', async (parameters, sent) => {
	const { body, told } = await order(parameters);
	expect(told).toBe('');
	expect(body).toMatchObject(sent);
});

const inHeader = (header: object) => ({ header });
const dated = (given: string) => ({
	...{ publicationDate: byId(given), options: { ifDateMoves: 'fail' } },
});
const atMost = (maximumTotal: unknown, more: object = {}) => ({
	options: { maximumTotal, ...more },
});
test.each<[object, RegExp, RegExp?]>([
	[{ text: '={{ "" }}' }, /^'Text' is empty\.$/],
	[{ text: '={{ 1 / 0 }}' }, /^'Text' is Infinity, not a text/],
	[LOSSY, /would not be printed: .*"perdu ici".*"et là"/],
	[{ text: '<p>AVIS</p>' }, /^'Text' contains HTML tags, .*"‹p›" in/, /'Text Format' to HTML/],
	[
		{ text: 'Gérance : undefined' },
		/^'Text' contains .*"undefined" in/,
		/'If Text Looks Unfinished' to Warn/,
	],
	[inHeader({ text: '<p>CABINET</p>' }), /^'Header' contains HTML tags/],
	[inHeader({ text: 'Łódź' }), /^'Header' contains 2 characters/],
	// It may end on any word.
	[
		inHeader({ text: '[NOM], notaire à la place du Marché, successeur de' }),
		/^'Header' contains a field[^.]+\.$/,
	],
	[inHeader({ text: 'A', logoBinaryField: pngUrl }), /no 'Layout'/],
	[inHeader({ text: 'A', layout: 'carton_image_texte_bas' }), /shows a logo, but there is none/],
	[inHeader({ layout: '', text: '' }), /^'Header' is empty\.$/, /Add a 'Text' or a logo/],
	[
		inHeader({ text: 'A', logoBinaryField: pngUrl, layout: 'carton_texte_sans_image' }),
		/shows no logo, but one is given/,
	],
	[
		inHeader({ logoBinaryField: pngUrl, layout: 'carton_image_texte_bas' }),
		/shows a text, but there is none/,
		/or choose Logo Only/,
	],
	[
		inHeader({ text: 'A', logoBinaryField: pngUrl, layout: 'carton_image_sans_texte' }),
		/shows no text, but one is given/,
	],
	[inHeader({ logoBinaryField: 'data' }), /^The item has no binary field "data" for the logo\.$/],
	[inHeader({ logoBinaryField: 'data', accountLogo: 'x' }), /^'Header' has two logos/],
	[{ fileReference: '={{ " " }}' }, /^'File Reference' is empty\.$/],
	[{ billingMode: '={{ null }}' }, /^'Billing' is empty/],
	[billed('={{ null }}'), /'Country' is missing/],
	[billed('BE'), /cannot be "BE"/],
	[dated('={{ "" }}'), /^'Publication Date' is empty, and the option 'If Date Moves' is Fail\.$/],
	[atMost('0x10'), /^'Maximum Total' cannot be "0x10"\.$/],
	// A quote takes no width.
	[atMost(900, { width: '2' }), /^'Maximum Total' cannot be checked together with 'Width'/],
	[atMost(900, { textWidth: '1' }), /^'Maximum Total' cannot be checked together with 'Text W/],
])('the input %j is refused before anything is sent', async (parameters, sentence, fix = /./) => {
	for (const operation of ['order', 'replace']) {
		const { told, advice } = await order({ operation, reference: 'AL-1', ...parameters });
		const message = told.replace(/^F-\d+: /, '');
		// It begins with the file reference, unless this is what is refused.
		expect(message === told).toBe('fileReference' in parameters);
		expect(message).toMatch(sentence);
		expect(advice).toMatch(fix);
		expect(sandbox.calls().join()).toMatch(/^(GET \/feuilles-styles)?$/);
		sandbox.journal.clear();
	}
});

test('words that the service adds to the text are named', async () => {
	sandbox.answer('quote', { texte: '<p>Un avis. Publicité.</p>', tarif: {} });
	const { json } = await sandbox.run('notice.quote', BILLED);
	expect(json[0]).toMatchObject({ texte_identique: false, texte_ajoute: ['Publicité.'] });
});

test.each([{}, { texte: '' }, { texte: ' ' }])(
	'a quote with %j shows no composed text, and loses no words',
	async (composed) => {
		sandbox.answer('quote', { ...composed, tarif: {} }, 2);
		const { json } = await sandbox.run('notice.quote', {
			...BILLED,
			options: { includePreview: true },
		});
		for (const name of ['texte_perdu', 'texte_identique', 'texte_visible']) {
			expect(json[0]).not.toHaveProperty(name);
		}
		expect(json[0]?.epreuve_html).toContain('ne renvoie pas le texte composé');
		const { told, advice } = await order({ options: { ifTextChanges: 'fail' } });
		expect(told).toContain('The quote shows no composed text');
		expect(advice).toContain('Remove the option');
	},
);

test.each(['Un avis.', '<div>Un avis.</div>'])('a text composed as %s is shown', async (texte) => {
	sandbox.answer('quote', { texte, tarif: {} });
	const { json } = await sandbox.run('notice.quote', { ...BILLED, text: 'Un avis.' });
	expect(json[0]).toMatchObject({ texte_identique: true, texte_visible: 'Un avis.' });
});

test.each([
	['aucun', 'the account has no default billing'],
	['annonceur', "'Name', 'Address', 'Postcode', 'City'"],
] as const)('account-default billing follows an account with %s', async (mode, sentence) => {
	const credential = { ...sandbox.credential, ...sandbox.createKey({ mode_facturation: mode }) };
	const { told } = await order({ billingMode: 'accountDefault' }, { credential });
	expect(told).toContain(sentence);
});

test('an untouched advertiser is neither sent nor required, also after Billing was Advertiser', async () => {
	const left = { name: '', address: '', postcode: '', city: '', country: 'FRA' };
	for (const more of [{}, { advertiser: {} }, { advertiser: left }]) {
		const { told, json, body } = await order({ ...more, billingMode: 'accountDefault' });
		expect([told, json[0]?.avertissements]).toEqual(['', undefined]);
		expect(body).not.toHaveProperty('facturation');
	}
});

test('an advertiser that the account does not bill is not passed over in silence', async () => {
	const { json } = await order({ ...billed('FRA'), billingMode: 'accountDefault' });
	expect(json[0]?.avertissements).toEqual([expect.stringContaining('Your firm is billed')]);
});

describe('an instance without the account of an older version', () => {
	const order = async (fault: Fault, parameters: object) => {
		sandbox.fault({ ...fault, times: 9, match: { path: 'client' } });
		const given = { ...BILLED, fileReference: 'OLDER', ...parameters };
		const { told, advice } = await sandbox.run('notice.order', given);
		sandbox.clearFaults();
		return { told, advice };
	};

	test.each<[Fault & { status?: number }, RegExp]>([
		[{ kind: 'status', status: 404 }, /HTTP 404/],
		[{ kind: 'status', status: 405 }, /HTTP 405/],
		[{ kind: 'codes', codes: ['err_route_inconnue'] }, /\(err_route_inconnue\)\.$/],
	])('the default billing that it lacks (%j) is to be chosen by the person', async (fault, why) => {
		const { told, advice } = await order(fault, { billingMode: 'accountDefault' });
		expect(told).toContain("'Billing' is Account Default, which the service did not give. ");
		expect(told).toMatch(why);
		expect(advice).toMatch(/^Set 'Billing' to My Firm \(Prescripteur\) or Advertiser\. /);
		// It may be the address of the credential as well.
		if (fault.status === 404) expect(advice).toMatch(/address in the credential is wrong/);
		expect((await order(fault, {})).told).toBe('');
		sandbox.reset();
	});

	test.each(['err_cle_inconnue', 'err_client_inactif'])(
		'a refusal that every call would get (%s) keeps its own advice',
		async (code) => {
			const fault: Fault = { kind: 'codes', codes: [code] };
			const { told, advice } = await order(fault, { billingMode: 'accountDefault' });
			expect(told).toContain(code);
			expect(`${told} ${advice}`).not.toContain("'Billing'");
		},
	);
});

test.each([
	["={{ DateTime.fromISO('2027-12-03T00:00:00', { zone: 'Indian/Reunion' }) }}"],
	["={{ new Date('2027-12-02T23:00:00Z') }}"],
])('the date %s is requested as the day that was meant', async (given) => {
	await sandbox.run('notice.quote', { ...BILLED, publicationDate: byId(given) });
	// Whether the newspaper appears on that day is another matter.
	const quote = sandbox.journal.calls().find(({ route }) => route === 'quote');
	expect(JSON.parse(String(quote?.body))).toMatchObject({ date_parution: '2027-12-03' });
});

test('a missing forfait lists the choices, and so does a forfait of another category', async () => {
	for (const forfait of ['', 'MOD_CAP']) {
		const { advice } = await order({ forfait: byId(`={{ '${forfait}' }}`) });
		expect(advice).toMatch(
			/^Choose one of EURL \(EURL\), .*Autre forme juridique \(CONSTI_AUTRE\)/,
		);
	}
	sandbox.useNewKey();
	sandbox.refuse('forfaits', 'err_client_inactif');
	expect((await order({ forfait: byId("={{ '' }}") })).advice).toContain('EURL, SA, SARL');
});

describe('the header', () => {
	const image = 'carton_image_sans_texte';

	test('a header of plain text has the usual classes of a name and an address, without reading them', async () => {
		const { body } = await order({ header: { text: 'CABINET\n1, rue du Pont' } });
		const name = '<p class="fs-prescripteur_nom">CABINET</p>';
		const texte = `${name}<p class="fs-prescripteur_adresse">1, rue du Pont</p>`;
		expect(body.entete).toMatchObject({ texte });
		expect(sandbox.calls().join()).not.toContain('feuilles-styles');
	});

	test('a header has the type of the logo, whatever the file is called, from a field or a data URL', async () => {
		for (const logoBinaryField of ['data', pngUrl]) {
			const { body } = await order({ header: { logoBinaryField, layout: image } }, { fullItems });
			const data = png.toString('base64');
			expect(body.entete).toEqual({ mime_type: 'image/png', disposition: image, data });
		}
		const header = { logoBinaryField: 'x.'.repeat(2_500) };
		const { told, advice } = await order({ header }, { fullItems });
		expect(told).toMatch(/^F-\d+: The item has no binary field "(x\.){30}"/);
		expect(advice).toBe('It has "data".');
	});

	test('a header with a logo of the account uses the one that was chosen', async () => {
		type Listed = Array<{ name: string; value: string }>;
		const list = async () =>
			await callMethod<Listed>('loadOptions', 'getAccountLogos', {}, sandbox.credential);
		for (const none of [{}, { entetes: null }, { entetes: [{ data: 'kaputt' }] }]) {
			sandbox.answer('client', { raison_sociale: 'CABINET', ...none });
			expect(await list()).toEqual([]);
		}
		const [listed] = await list();
		expect(listed?.name).toMatch(/^Logo 1 \(image\/png, \d+ kB\)$/);
		const { json } = await sandbox.run('account.get', { simplify: false });
		const [{ data = '' } = {}] = json[0]?.entetes as Array<{ data?: string }>;
		const { body } = await order({ header: { accountLogo: listed?.value } });
		expect(body.entete).toEqual({ mime_type: 'image/png', data, disposition: image });
		const unknown = await order({ header: { accountLogo: 'x' } });
		expect(unknown.told).toMatch(/^F-\d+: 'Account Logo' of 'Header' cannot be "x"\.$/);
		expect(unknown.advice).toMatch(/^It has [0-9a-f]{12}\. Choose it from the list/);
	});
});

describe('guards before ordering', () => {
	test('a price above the limit stops with both figures, and a price below it is ordered', async () => {
		const refused = await order({ options: { maximumTotal: 100 } });
		expect(refused.told).toMatch(
			/would cost 176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/,
		);
		expect(refused.advice).toBe(
			"Raise 'Maximum Total', or choose fewer paper proofs of publication.",
		);
		expect(refused.body).toBeUndefined();
		for (const maximumTotal of [176.4, '1 176,40 €']) {
			expect((await order({ options: { maximumTotal } })).body).toBeDefined();
		}
		// Its price depends on its length.
		const long = { forfait: byId('CONSTI_AUTRE'), options: { maximumTotal: 1 } };
		expect((await order(long)).advice).toContain('shorten the text');
	});

	test('an order that costs more than its quote says that it is above the maximum', async () => {
		const tarif = { totaux: { montant_ttc: 1 } };
		sandbox.answer('quote', { tarif });
		const { json } = await order({ options: { maximumTotal: 100 } });
		const told = /176\.40 € including tax, above the 'Maximum Total' of 100\.00 €/;
		expect(json[0]?.reference).toBeTruthy();
		const resume = String(json[0]?.resume).replace(/\s/g, ' ');
		expect(resume).toContain('176,40 € TTC, au-dessus du plafond de 100,00 € TTC');
		expect(json[0]?.avertissements).toEqual([expect.stringMatching(told)]);
	});
});

describe('lists that show what would not be printed', () => {
	shortPausesForTests();
	const failures: Fault[] = [{ kind: 'codes', codes: ['err_client_inactif'] }, { kind: 'html' }];

	test('nothing with a header is ordered while the publications cannot be read', async () => {
		const parameters = { header: { text: 'CABINET' } };
		for (const fault of failures) {
			sandbox.fault({ ...fault, times: 100, match: { path: 'publications' } });
			const { told, body } = await order(parameters);
			expect(told).toMatch(fault.kind === 'html' ? /./ : /err_client_inactif/);
			expect(body).toBeUndefined();
			expect((await sandbox.run('notice.quote', { ...BILLED, ...parameters })).json).toEqual([]);
			sandbox.clearFaults();
		}
	});

	const missingRoute: Fault[] = [
		{ kind: 'status', status: 404 },
		{ kind: 'codes', codes: ['err_internal_server'] },
		{ kind: 'dropBefore' },
		{ kind: 'emptyBody' },
		{ kind: 'redirect' },
		...failures,
	];
	test.each(missingRoute)(
		'HTML with classes is sent unchecked, with a note, while the style sheets fail with %j',
		async (fault) => {
			sandbox.fault({ ...fault, times: 100, match: { path: 'styleSheets' } });
			const text = '<p class="fs-titre">AVIS</p>';
			const more = { ...BILLED, textFormat: 'html', text };
			const [first, second] = (await sandbox.run('notice.quote', more, { items: [{}, {}] })).json;
			sandbox.clearFaults();
			const note = expect.stringContaining('(fs-titre) were not checked') as string;
			expect(first).toMatchObject({ texte_identique: true, avertissements: [note] });
			expect(second).toMatchObject({ avertissements: [note] });
			const asked = sandbox.calls().filter((call) => call.endsWith('/feuilles-styles'));
			expect(asked.length).toBeLessThanOrEqual(1);
		},
	);

	test.each([
		[{ kind: 'status', status: 404 }, /^$/],
		[{ kind: 'codes', codes: ['err_internal_server'] }, /internal fault/],
	] satisfies Array<[Fault, RegExp]>)(
		'an order of HTML with classes needs the style sheets of an instance that has them: %j',
		async (fault, says) => {
			sandbox.useNewKey();
			sandbox.fault({ ...fault, times: 100, match: { path: 'styleSheets' } });
			const text = '<p class="fs-titre">AVIS</p>';
			const { told } = await order({ textFormat: 'html', text });
			expect(told).toMatch(says);
			const options = { ifTextChanges: 'warn' };
			const warned = await order({ textFormat: 'html', text, options });
			sandbox.clearFaults();
			expect(String(warned.json[0]?.avertissements)).toContain('(fs-titre) were not checked');
		},
	);

	test('an instance that lists no style sheets checks none', async () => {
		sandbox.answer('styleSheets', { feuilles_styles: [] });
		const parameters = { textFormat: 'html', text: '<p class="fs-titre">AVIS</p>' };
		const { json } = await order(parameters);
		expect(json[0]?.avertissements).toEqual([expect.stringContaining('not checked')]);
	});

	test('style classes that the service does not list are reported before an order, or stop it', async () => {
		sandbox.useNewKey();
		const signed = '<p class="fs-inconnu">AVIS</p><p class="fs-signature">Le gérant</p>';
		const text = { textFormat: 'html', text: signed };
		const [quoted] = (await sandbox.run('notice.quote', { ...BILLED, ...text })).json;
		expect(quoted?.avertissements).toEqual([
			'The text has style classes that the service does not list for its category: fs-inconnu. What has them is printed in the usual style.',
			'The service would print in another style than was sent: "AVIS" (as fs-texte, not as fs-inconnu).',
		]);
		const short = { ...text, category: byId('RECTIF') };
		const [other] = (await sandbox.run('notice.quote', { ...BILLED, ...short })).json;
		expect(String(other?.avertissements)).toContain('category: fs-inconnu, fs-signature.');
		sandbox.journal.clear();
		const unfinished = { ...text, text: `${signed}<p>RCS {{ville}}</p>` };
		const { told, advice } = await order({ ...unfinished, options: { ifTextChanges: 'fail' } });
		expect(told).toMatch(
			/^F-\d+: 'Text' contains a field .* It also has style classes .*: fs-inconnu\./,
		);
		expect(advice).toContain("'If Text Changes'");
		expect(sandbox.calls().filter((call) => call.startsWith('POST'))).toEqual([]);
	});

	test('the first paragraph of a plain text is printed as a title where that is wanted and the category has one', async () => {
		const text = 'AVIS\n\nLa SARL LE PRÉ VERT est dissoute.';
		const titled = (more: object = {}) =>
			order({ text, options: { firstParagraphAsTitle: true }, ...more });
		sandbox.useNewKey();
		sandbox.journal.clear();
		const { body, json } = await titled();
		await titled({ text: `ENCORE UN AVIS\n\n${text}` });
		expect(sandbox.calls().filter((call) => call.endsWith('/categories'))).toHaveLength(1);
		expect(body.texte).toBe('<p class="fs-titre">AVIS</p><p>La SARL LE PRÉ VERT est dissoute.</p>');
		expect(json[0]).not.toHaveProperty('avertissements');
		expect((await order({ text: `${text}.` })).body.texte).not.toContain('class=');
		const inHtml = await titled({ textFormat: 'html', text: '<p>AVIS EN HTML</p>' });
		expect(String(inHtml.json[0]?.avertissements)).toContain('is for plain text');
		sandbox.useNewKey();
		const classes_html = ['fs-texte', 'fs-sous_titre'];
		sandbox.answer('categories', { categories: [{ code: 'CONSTI', libelle: 'A', classes_html }] });
		const without = await titled({ text: 'AUTRE AVIS\n\nLa SARL LE PRÉ VERT est dissoute.' });
		expect(without.body.texte).not.toContain('class=');
		expect(String(without.json[0]?.avertissements)).toContain('no style for titles in CONSTI');
	});

	test('the lists are not needed where only a proof is wanted', async () => {
		sandbox.useNewKey();
		sandbox.fault({ kind: 'html', times: 100, match: { path: 'publications' } });
		expect((await order({ options: { digitalProof: true } })).told).toBe('');
		expect(sandbox.ownCalls()).toContain('GET /publications');
	});

	test.each([
		[{ options: { digitalProof: true } }, /offers no digital proof of publication/],
		[{ options: { paperProofs: 2 } }, /offers no paper proof/],
		[{ options: { emailProof: true } }, /no digital proof of publication, so none is e-mailed/],
		[{ header: { text: 'CABINET' } }, /takes no header/],
	])('the answer of a publication about %j is trusted', async (parameters, sentence) => {
		for (const said of [false, true, null]) {
			const offers = { entete: said, justificatif_numerique: said, justificatif_papier: said };
			sandbox.useNewKey();
			sandbox.answer('publications', { publications: [{ id: 12, ...offers }] });
			const { json, told } = await order(parameters);
			const notes = [json[0]?.avertissements ?? []].flat();
			expect([told, ...notes].join('')).toMatch(said === false ? sentence : /^$/);
		}
	});
});

describe.each(serviceNames)('an order, with the %s', (name) => {
	const service = readingForTests(name);

	test('an order with header, advertiser, proofs, widths and guards is accepted', async () => {
		const { json: contacts } = await service.run('contact.getMany', { returnAll: true });
		const complements = { nameComplement: 'Service juridique', addressComplement: 'Bâtiment B' };
		const reachable = { email: 'a@example.com', phone: '0123456789', mobile: '0612345678' };
		const guards = { ifTextChanges: 'fail', ifDateMoves: 'fail' };
		const proofs = { digitalProof: true, emailProof: true, paperProofs: 1 };
		const widths = { width: '2', textWidth: '1' };
		const { json, told } = await service.run('notice.order', {
			...BILLED,
			header: { text: 'CABINET', logoBinaryField: pngUrl, layout: 'carton_image_texte_bas' },
			fileReference: 'COMPLETE',
			billingMode: 'annonceur',
			advertiser: { ...address, country: 'FRA', ...complements, ...reachable },
			options: { contact: byId(String(contacts[0]?.id)), ...guards, ...proofs, ...widths },
		});
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ existant: false, texte_identique: true });
		const [sent] = service.standing('COMPLETE');
		expect(sent?.body).toMatchObject({ contact: Number(contacts[0]?.id) });
	});
});
