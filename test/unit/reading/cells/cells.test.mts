/**
 * Cells as spreadsheets, CRMs, Airtable and exports hand them over: each is understood in the one meaning that it has, or refused
 * in a sentence that names the field and says what to do. None goes to the service as it is.
 */
import { growth, LINEAR } from '../../steps.mts';
import { readAdvertiser } from '../../../../nodes/LegalNotice/domain/advertiser.ts';
import {
	readEmail,
	readPhone,
} from '../../../../nodes/LegalNotice/reading/cells/contactDetails.ts';
import { readName } from '../../../../nodes/LegalNotice/reading/cells/names.ts';
import { readFlag } from '../../../../nodes/LegalNotice/reading/cells/parameters.ts';
import { refusal } from './refusal.mts';

const INSIDE = 'Advertiser';
const COMPLETE = {
	name: 'Atelier SARL',
	address: '1, rue du Pont',
	postcode: '75002',
	city: 'Paris',
	country: 'FRA',
};
const billed = (more: object) => readAdvertiser({ ...COMPLETE, ...more }).facturation;
const of = (label: string) => new RegExp(`^Advertiser: '${label}' of 'Advertiser' `);

describe('postcodes', () => {
	test.each<[unknown, string, string?]>([
		['75002', '75002'],
		[75002, '75002'],
		['75002.0', '75002'],
		['75002,00', '75002'],
		['75 002', '75002'],
		['75\u202f002', '75002'],
		['75\u00a0002 ', '75002'],
		['75.002', '75002'],
		['75,002', '75002'],
		["'75002", '75002'],
		['="75002"', '75002'],
		['"75002"', '75002'],
		['75002\u200b', '75002'],
		['75002,', '75002'],
		['CP 75002', '75002'],
		['F-75002', '75002'],
		['F 75002', '75002'],
		['f75002', '75002'],
		['FR-75002', '75002'],
		['7.5002E+4', '75002'],
		['20090', '20090'],
		['97110', '97110', 'GLP'],
		['98000', '98000', 'MCO'],
		['MC-98000', 'MC-98000', 'MCO'],
		['1000', '1000', 'BEL'],
		[1000, '1000', 'BEL'],
		['1000.0', '1000', 'BEL'],
		['B-1000', 'B-1000', 'BEL'],
		['1 000', '1 000', 'BEL'],
		['L-1234', 'L-1234', 'LUX'],
		['CH-1201', 'CH-1201', 'CHE'],
		['D-01067', 'D-01067', 'DEU'],
		['SW1A 1AA', 'SW1A 1AA', 'GBR'],
		['1012 AB', '1012 AB', 'NLD'],
		['114 55', '114 55', 'SWE'],
		['10115.0', '10115', 'USA'],
		['1067', '1067', 'DEU'],
		['4000-123', '4000-123', 'PRT'],
		['D02 X285', 'D02 X285', 'IRL'],
		['98800', '98800', 'NCL'],
	])('the postcode %j becomes %s in %s', (postcode, sent, country = 'FRA') => {
		const { facturation, warnings } = readAdvertiser({ ...COMPLETE, postcode, country });
		expect([facturation.code_postal, warnings]).toEqual([sent, []]);
	});

	test.each([1000, '1000', '1000.0', '1 000', '1,000', 'F-1000'])(
		'the postcode %j lacks the zero of the Ain, which is added and reported',
		(postcode) => {
			const { facturation, warnings } = readAdvertiser({ ...COMPLETE, postcode });
			expect(facturation.code_postal).toBe('01000');
			expect(warnings).toEqual([
				expect.stringMatching(
					/^'Postcode' of 'Advertiser' is .*1.?000.* sent as 01000: .*'Country'/,
				),
			]);
			expect(readAdvertiser(COMPLETE).warnings).toEqual([]);
		},
	);

	test.each<[unknown, RegExp, string?]>([
		['7,5E+04', /dropped figures.*as text/],
		['B-1000', /cannot be "B-1000".*5 figures.*'Country'/],
		['750020', /5 figures/],
		['9711', /5 figures.*as text/, 'GLP'],
		['undefined', /"undefined"/, 'BEL'],
		['123', /5 figures/],
		['75002 PARIS', /5 figures/],
		['2A004', /5 figures/],
		['00000', /5 figures/],
		['[ND]', /5 figures|template/],
		['-', /stands for nothing/],
		['undefined', /"undefined".*in capitals/],
		['#N/A', /error of a spreadsheet/],
		[['75002'], /is a list.*\[0\]/],
		['75002\n75003', /line break/],
	])('the postcode %j is refused with a way out: %s', (postcode, sentence, country = 'FRA') => {
		const told = refusal(() => billed({ postcode, country }));
		expect(told).toMatch(of('Postcode'));
		expect(told).toMatch(sentence);
	});

	test('a postcode without a country is not guessed at, and the error requests the country', () => {
		for (const postcode of [1000, '75002']) {
			expect(refusal(() => billed({ postcode, country: '' }))).toMatch(/'Country' is missing/);
		}
	});
});

describe('telephone numbers', () => {
	test.each<[unknown, string, string?]>([
		['06 12 34 56 78', '06 12 34 56 78'],
		['06.12.34.56.78', '06.12.34.56.78'],
		['06-12-34-56-78', '06-12-34-56-78'],
		['06\u201112\u201134\u201156\u201178', '06-12-34-56-78'],
		['06/12/34/56/78', '06/12/34/56/78'],
		['06\u202f12\u202f34\u202f56\u202f78', '06 12 34 56 78'],
		['0612345678', '0612345678'],
		[612345678, '0612345678'],
		['612345678', '0612345678'],
		['6 12 34 56 78', '06 12 34 56 78'],
		['612345678.0', '0612345678'],
		['6.12345678E8', '0612345678'],
		['6,12345678E+08', '0612345678'],
		["'0612345678", '0612345678'],
		['="0612345678"', '0612345678'],
		['+33612345678', '+33612345678'],
		['+33 6 12 34 56 78', '+33 6 12 34 56 78'],
		['+33 (0)6 12 34 56 78', '+33 6 12 34 56 78'],
		['+330612345678', '+33612345678'],
		['0033612345678', '0033612345678'],
		[33612345678, '+33612345678'],
		['33 6 12 34 56 78', '+33 6 12 34 56 78'],
		['\u202a+33 6 12 34 56 78\u202c', '+33 6 12 34 56 78'],
		['Tél. : 01 23 45 67 89', '01 23 45 67 89'],
		['Mobile : 06 12 34 56 78', '06 12 34 56 78'],
		['Port. 06 12 34 56 78', '06 12 34 56 78'],
		['tel:+33612345678', '+33612345678'],
		['☎ 06 12 34 56 78', '06 12 34 56 78'],
		['📞0612345678', '0612345678'],
		['01 23 45 67 89 (standard)', '01 23 45 67 89'],
		['06 12 34 56 78 (bureau)', '06 12 34 56 78'],
		['06 12 34 56 78 ;', '06 12 34 56 78'],
		['06·12·34·56·78', '06.12.34.56.78'],
		['(+33) 6 12 34 56 78', '+33 6 12 34 56 78'],
		['3639', '3639'],
		['+32 2 123 45 67', '+32 2 123 45 67'],
		['0032 2 123 45 67', '0032 2 123 45 67'],
		['02 123 45 67', '02 123 45 67', 'BEL'],
		['+32 475 12 34 56', '+32 475 12 34 56', 'BEL'],
		['621 123 456', '621 123 456', 'LUX'],
		['+1 (555) 123-4567 ext. 12', '+1 (555) 123-4567 ext. 12', 'USA'],
		['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
		['4.91512345678E+11', '491512345678', 'DEU'],
		['0590 12 34 56', '0590 12 34 56', 'GLP'],
		[' \u200b', ''],
		['', ''],
		[null, ''],
	])('the number %j becomes %s in %s', (given, sent, country = 'FRA') => {
		expect(readPhone('Phone', given, country, INSIDE)).toBe(sent);
	});

	test.each<[unknown, RegExp]>([
		['6,12E+08', /dropped figures.*as text/],
		['6.12E+08', /dropped figures/],
		['3,36E+10', /dropped figures/],
		['61234567', /one whole number/],
		['6123456789', /one whole number/],
		['+3361234567', /one whole number/],
		['01 23 45 67 89 / 06 12 34 56 78', /one whole number/],
		['0123456789;0612345678', /one whole number/],
		['0123456789\n0612345678', /one whole number/],
		['01 23 45 67 89 poste 12', /one whole number/],
		['voir site', /leave it empty/],
		['N/A', /leave it empty/],
		['-', /leave it empty/],
		['undefined', /"undefined"/],
		['null', /"null"/],
		['#N/A', /error of a spreadsheet/],
		['#REF!', /error of a spreadsheet/],
		['########', /error of a spreadsheet/],
		['{{telephone}}', /field of a template/],
		['name@example.com', /one whole number/],
		['+44 12', /one whole number/],
		['+41 22 {{phone}} 123', /one whole number/],
		[true, /is a boolean/],
		[['0612345678'], /is a list.*\[0\]/],
		[{ e164: '+33612345678' }, /is an object/],
		[Number.NaN, /is NaN/],
	])('the number %j is refused with a way out', (phone, sentence) => {
		const told = refusal(() => billed({ phone }));
		expect(told).toMatch(of('Phone'));
		expect(told).toMatch(sentence);
	});
});

describe('e-mail addresses', () => {
	test.each([
		['name@example.com', 'name@example.com'],
		[' name@example.com\u00a0', 'name@example.com'],
		['NAME@Example.COM', 'NAME@Example.COM'],
		['mailto:name@example.com', 'name@example.com'],
		['MAILTO:name@example.com?subject=Annonce', 'name@example.com'],
		['<name@example.com>', 'name@example.com'],
		['<mailto:name@example.com>', 'name@example.com'],
		['<mailto:name@example.com|name@example.com>', 'name@example.com'],
		['name@example.com <mailto:name@example.com>', 'name@example.com'],
		['[name@example.com](mailto:name@example.com)', 'name@example.com'],
		['Camille Exemple <name@example.com>', 'name@example.com'],
		['"Exemple, Camille" <name@example.com>', 'name@example.com'],
		['Camille Exemple (name@example.com)', 'name@example.com'],
		['name@example.com (perso)', 'name@example.com'],
		['name@example.com;', 'name@example.com'],
		['name@example.com,', 'name@example.com'],
		['name@example.com.', 'name@example.com'],
		['; name@example.com', 'name@example.com'],
		['"name@example.com"', 'name@example.com'],
		["'name@example.com'", 'name@example.com'],
		['« name@example.com »', 'name@example.com'],
		['name@exam\u200bple.com', 'name@example.com'],
		['\ufeffname@example.com', 'name@example.com'],
		['name@exam\u00adple.com', 'name@example.com'],
		['E-mail : name@example.com', 'name@example.com'],
		['Courriel : name@example.com', 'name@example.com'],
		['Contact: name@example.com', 'name@example.com'],
		['name@example.com; name@example.com', 'name@example.com'],
		['="name@example.com"', 'name@example.com'],
		["o'brien@example.ie", "o'brien@example.ie"],
		['a.b+c@sub.domain.example', 'a.b+c@sub.domain.example'],
		['name@société.fr', 'name@société.fr'],
		['null@example.com', 'null@example.com'],
		['undefined@example.com', 'undefined@example.com'],
		['', ''],
		['\u200b', ''],
		[null, ''],
		[undefined, ''],
	])('the address %j becomes %s', (given, email) => {
		expect(readEmail(given, INSIDE)).toBe(email);
	});

	test.each<[unknown, RegExp]>([
		['a@example.com;b@example.com', /holds several e-mail addresses.*split/],
		['a@example.com, b@example.com', /several/],
		['a@example.com b@example.com', /several/],
		['a@example.com\nb@example.com', /several/],
		['a@example.com / b@example.com', /several/],
		['A <a@example.com>; B <b@example.com>', /several/],
		['name@example', /such as name@example\.com/],
		['name@example.', /such as/],
		['name@127.0.0.1', /such as/],
		['name@.example', /such as/],
		['name@example..com', /such as/],
		['first last@example.com', /such as/],
		['name@example.com vérifié', /such as/],
		['name@@example.com', /such as/],
		['a@b@example.com', /such as/],
		['@example.com', /such as/],
		['name@example,com', /such as/],
		['name(at)example.com', /such as/],
		['https://name@example.com/x', /such as/],
		['.name@example.com', /such as/],
		['N/A', /leave it empty/],
		['-', /leave it empty/],
		['non communiqué', /leave it empty/],
		['undefined', /"undefined".*in capitals/],
		['[object Object]', /object Object/],
		['#N/A', /error of a spreadsheet/],
		['{{email}}', /field of a template/],
		[`${'x'.repeat(400)}@example.com`, /cannot be "x{40}"/],
		[['name@example.com'], /is a list.*\[0\]/],
		[{ email: 'name@example.com' }, /is an object/],
	])('the address %j is refused with a way out', (given, sentence) => {
		const told = refusal(() => readEmail(given, INSIDE));
		expect(told).toMatch(of('Email'));
		expect(told).toMatch(sentence);
	});
});

describe('streets', () => {
	test.each([
		['1, rue du Pont\nBâtiment B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont,\r\nBâtiment B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont\r\n\r\nBâtiment B\r\n', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont\u000bBâtiment B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont\u2028Bâtiment B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont<br>Bâtiment B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont&#10;B&acirc;timent B', '1, rue du Pont, Bâtiment B'],
		['1, rue du Pont<br />Bâtiment B', '1, rue du Pont, Bâtiment B'],
		['1,\true du Pont', '1, rue du Pont'],
		[' 1, rue\u00a0du Pont ', '1, rue du Pont'],
		['Lieu-dit « Les Pins »', 'Lieu-dit « Les Pins »'],
	])('the street %j becomes %s', (address, sent) => {
		expect(billed({ address, addressComplement: address })).toMatchObject({
			adresse: sent,
			adresse_complement: sent,
		});
	});
});

const NAMES = (
	'SARL DUPONT & FILS | NULL STUDIO | Undefined Agency | M. Null | Mme Undefined | ' +
	'NaNa Coiffure | nullité & Cie | [RE]BOOT | Société [sic] | LES PINS (SCI) | ' +
	'« LES PINS » | né(e) Martin | L’ATELIER n° 5 | 100 % BIO | A.B.C. | XXL Conseil | ' +
	'XXII | Étude Łódź | Nguyễn | 1789 | C++ & C# | @home | 50/50 | Dr. Martin... | ' +
	'None Sarl | Invalides Taxi | ROMÃ | MAÇÃ | NÈGRE | BioÉnergie | Dušan | ' +
	'Mañana & Çelik | WHAT?NOW | R&D; Conseil | GUITARE&AMP | B&LT Conseil | <LAB> | ' +
	'<<LES PINS>>'
).split(' | ');
test.each(NAMES)('%s is accepted as a name', (name) => {
	expect(readName('Name', name, INSIDE)).toBe(name);
});

test.each([
	['SARL\u00a0DUPONT', 'SARL DUPONT'],
	['\ufeffDUPONT\u200b', 'DUPONT'],
	['DU\u00adPONT', 'DUPONT'],
	['Jean\u2011Pierre', 'Jean-Pierre'],
	['E\u0301tude', 'Étude'],
	['="DUPONT"', 'DUPONT'],
	['DUPONT &amp; FILS', 'DUPONT & FILS'],
	['L&#39;ATELIER', "L'ATELIER"],
	['Soci&eacute;t&eacute;&nbsp;X', 'Société X'],
	[42, '42'],
])('%j is accepted as the name %s', (given, name) => {
	expect(readName('Name', given, INSIDE)).toBe(name);
});

const LEFT = (
	'undefined | null | NaN | nan | None | \\N | (null) | SARL undefined | ' +
	'undefined undefined | NANTES undefined | Mme undefined | undefined DUPONT | D-null | ' +
	'D_undefined | null, null | DUPONT (undefined) | SARL NaN | [object Object] | ' +
	'SARL [object Object] | D-[object Object] | [object Undefined] | Invalid Date | ' +
	'Fait le Invalid DateTime'
).split(' | ');
test.each(LEFT)('%s is recognised as left by an expression, and refused with a way out', (name) => {
	for (const read of [
		() => readName('Name', name, INSIDE),
		() => billed({ city: name }),
		() => billed({ nameComplement: name }),
		() => billed({ address: name }),
	]) {
		const told = refusal(read);
		expect(told).toMatch(/^Advertiser: '[A-Z][A-Za-z ]+' of 'Advertiser' is "/);
		expect(told).toMatch(/If the name really is so, write that word in capitals\.$/);
	}
});

test.each([
	['SociÃ©tÃ© X', /wrong encoding.*UTF-8/],
	['L’Ã‰tude', /wrong encoding/],
	['Soci�t�', /wrong encoding/],
	['Soci\\u00e9t\\u00e9', /wrong encoding/],
	['#REF!', /error of a spreadsheet/],
	['#N/A', /error of a spreadsheet/],
	['#VALEUR!', /error of a spreadsheet/],
	['SARL #NOM?', /error of a spreadsheet/],
	['#DIV/0!', /error of a spreadsheet/],
	['########', /error of a spreadsheet/],
	['{{denomination}}', /template.* Fill it in/],
	['SARL {{ denomination }}', /template/],
	['{denomination}', /template/],
	['${name}', /template/],
	['%NOM%', /template/],
	['[NOM]', /template/],
	['[raison sociale]', /template/],
	['[À COMPLÉTER : dénomination]', /template/],
	['[À compléter]', /template/],
	['<NOM_CLIENT>', /template/],
	['##NOM##', /template/],
	['SARL ____', /template/],
	['XXXX', /template/],
	['{"name":"DUPONT"}', /data of a program/],
	['={{ $json.name }}', /not evaluated.*Expression/],
	['$json.name', /not evaluated.*Expression/],
	['à compléter', /template/],
	['À DÉFINIR', /template/],
	['-', /stands for nothing/],
	['N/A', /stands for nothing/],
	['[]', /stands for nothing/],
	['rec0aBcDeFgHiJkLm', /ID of a record.*lookup/],
	['false', /left "false"/],
	['DUPONT\nMARTIN', /line break/],
	['DUPONT\tMARTIN', /tab/],
	['DUPONT \ud83d', /half of a character/],
	[['DUPONT'], /is a list.*\[0\]/],
	[{ name: 'DUPONT' }, /is an object/],
	[false, /is a boolean/],
])('the name %j is refused with a way out', (given, sentence) => {
	const told = refusal(() => readName('Name', given, INSIDE));
	expect(told).toMatch(of('Name'));
	expect(told).toMatch(sentence);
});

const YES = [...'TRUE|true|VRAI|Vrai|Oui|OUI|oui |yes|Y|o|1|1.0'.split('|'), true, 1, -1];
const NO = [...'FALSE|FAUX|Faux|Non|NON|no|N|0|0.0|off|☐|❌'.split('|'), false, 0];
test('yes and no are understood as tables and forms write them, and empty is neither', () => {
	const flags = (given: unknown[]) =>
		given.map((one) => readFlag('Digital Proof of Publication (Justificatif)', one));
	expect(flags(YES)).toEqual(YES.map(() => true));
	expect(flags(['x', 'X', ' x ', 'on', '✓', '✔️', '✅', '☑'])).toEqual(Array(8).fill(true));
	expect(flags(NO)).toEqual(NO.map(() => false));
	expect(flags(['', ' ', null, undefined, '\u200b'])).toEqual(Array(5).fill(undefined));
	for (const unclear of ['maybe', '2', 'peut-être', '-', 'oui/non', 'n/a', ['true'], {}]) {
		expect(refusal(() => readFlag('Digital Proof of Publication (Justificatif)', unclear))).toMatch(
			/^Digital Proof of Publication \(Justificatif\): 'Digital Proof of Publication \(Justificatif\)' (?:cannot be|is) .*\. [A-Z]/,
		);
	}
});

test.each<[string, (size: number) => string]>([
	['domains', (size) => `a@${'a.'.repeat(size)}@`],
	['brackets', (size) => '('.repeat(size)],
	['addresses in a bracket', (size) => `<${'a@'.repeat(size)}`],
	['digits', (size) => '1'.repeat(size)],
	['braces', (size) => '{'.repeat(size)],
	['underscores', (size) => '_'.repeat(size)],
	['empty lines', (size) => ' \n'.repeat(size)],
	['references', (size) => 'AL-1 '.repeat(size)],
	['dots', (size) => '.'.repeat(size)],
])(
	'twice as many %s in a cell take twice the steps, and little of it is shown',
	async (_what, given) => {
		for (const field of ['email', 'phone', 'postcode', 'address', 'name']) {
			const read = (size: number) =>
				refusal(() => JSON.stringify(billed({ [field]: given(size) })).length);
			expect(read(40_000).length).toBeLessThan(600);
			expect(await growth(read, 500)).toBeLessThan(LINEAR);
		}
	},
);
