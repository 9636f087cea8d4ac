/** What people give, as tables, expressions and lists write it: how it is read, and the whole sentence when it cannot be. */
import { growth, LINEAR } from '../../steps.mts';
import { readBaseUrl } from '../../../../nodes/LegalNotice/domain/baseUrl.ts';
import { readAdvertiser } from '../../../../nodes/LegalNotice/domain/advertiser.ts';
import {
	CATEGORIES_WITHOUT_FORFAIT,
	FORFAITS_BY_CATEGORY,
	readCategory,
	readDepartment,
	readForfait,
	readPublication,
	RESERVED_CATEGORIES,
} from '../../../../nodes/LegalNotice/reading/cells/codes.ts';
import { readPublicationDay } from '../../../../nodes/LegalNotice/reading/cells/dates.ts';
import { readOrderNumber } from '../../../../nodes/LegalNotice/domain/orderNumber.ts';
import {
	readAmount,
	readChoice,
	readCollection,
	readCount,
	readDocumentTypes,
	readText,
	readTimeout,
	readWidth,
} from '../../../../nodes/LegalNotice/reading/cells/parameters.ts';
import { refusal } from './refusal.mts';

const long = 'x'.repeat(200);
const cut = 'x'.repeat(40);
const CONSTI = 'EURL SA SARL SAS SASU SC SCI SNC CONSTI_AUTRE';
const MODIF =
	'MOD_AUTRE MOD_TRS_SIE MOD_DIR MOD_CAC_NOM MOD_CAC_CES MOD_DUREE MOD_DATE_CLOT MOD_DATE_DEB MOD_REC_ACTIF MOD_CAP MOD_OBJET MOD_ACT MOD_JUD_NOM MOD_DENOM MOD_FORME MOD_ASSO MOD_CESSION MOD_RES_BAIL MOD_NON_DISSOL';
const WITHOUT =
	'ADDITI AUTRE CHG_PAT CHG_REG CLOTUR CONVOC DISSOL FONDS FUSION LOC_GER PRS_ACT RECTIF TUP SUC_VAC SUC_DES';
const advertiser = { name: 'A', address: 'B', postcode: '75001', city: 'D', country: 'FRA' };

const LEAD = 'Point the expression at the field that holds the text.';
const DEPARTMENT =
	'Give the code of the department, not a postcode: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.';
const NUMBER = 'Give a number above 0, such as 2 or 1.5.';
const COUNT = 'Give a whole number, 0 or more.';
const AMOUNT = 'Give an amount in euros including tax, such as 250 or 1250.50.';
const SECONDS = 'Give a number of seconds, 5 to 300, or remove the option.';
const EMAIL = 'Give one e-mail address, such as name@example.com, or leave it empty.';
const ID = 'Choose it from the list, or give its ID, a whole number.';
const LINE =
	'contains a line break, tab or other control character, or half of a character. Give one line of text.';
const DIGITS =
	'is 20261123180000124, a number so long that its last digits are lost. Give it as text, in JSON between quotation marks.';

test.each`
	read                                                           | sentence
	${() => readText('Text', [1])}                                 | ${"Text: 'Text' is a list, not one value. Take one entry of it, such as {{ $json.field[0] }}: lookup fields are lists also where they find one record."}
	${() => readText('Name', {}, 'Advertiser')}                    | ${`Advertiser: 'Name' of 'Advertiser' is an object, not a text. ${LEAD}`}
	${() => readCount('Proofs', long)}                             | ${`Proofs: 'Proofs' cannot be "${cut}". ${COUNT}`}
	${() => readChoice('Mode', long, ['auto', 'none'])}            | ${`Mode: 'Mode' cannot be "${cut}". Choose it from the list, or give one of auto, none.`}
	${() => readDepartment('')}                                    | ${`Department: 'Department' is empty. Give its code, such as 75.`}
	${() => readOrderNumber('')}                                   | ${`Order Number: 'Order Number' is empty. Give your own number, or set 'Order Number Mode' to Automatic.`}
	${() => readOrderNumber('😀'.repeat(51))}                      | ${`Order Number: 'Order Number' has 51 characters, and the service takes at most 50. Shorten it, keeping it unique for each notice.`}
	${() => readOrderNumber('a\tb')}                               | ${`Order Number: 'Order Number' ${LINE}`}
	${() => readOrderNumber('a\u0085b')}                           | ${`Order Number: 'Order Number' ${LINE}`}
	${() => readOrderNumber(Number('20261123180000123'))}          | ${`Order Number: 'Order Number' ${DIGITS}`}
	${() => readPublicationDay(long)}                              | ${`Publication Date: 'Publication Date' cannot be "${cut}". Give a date such as 2026-12-04, 04/12/2026 or 4 décembre 2026, choose it from the list, or leave it empty.`}
	${() => readCategory('')}                                      | ${"Category: 'Category' is empty. Choose it from the list."}
	${() => readForfait('CONSTI', 'mod_cap')}                      | ${`Flat Rate (Forfait): 'Flat Rate (Forfait)' cannot be "mod_cap". The category CONSTI takes one of ${CONSTI.replaceAll(' ', ', ')}.`}
	${() => readAdvertiser({ name: 'A' })}                         | ${"Advertiser: The 'Advertiser' is billed, but 'Address', 'Postcode', 'City', 'Country' are missing. Fill in the 'Advertiser', or choose another 'Billing'."}
	${() => readAdvertiser({ ...advertiser, email: `a@${long}` })} | ${`Advertiser: 'Email' of 'Advertiser' cannot be "a@${cut.slice(2)}". ${EMAIL}`}
`('$sentence', ({ read, sentence }: { read: () => unknown; sentence: string }) => {
	expect(refusal(read)).toBe(sentence);
});

interface Read {
	read: (one: unknown) => unknown;
	given: unknown[];
	values: unknown[];
	sentence: string;
}

const amount = (given: unknown) => readAmount('Total', given);
const width = (given: unknown) => readWidth('Width', given);
const timeout = (given: unknown) => readTimeout('Timeout', given);
const count = (given: unknown) => readCount('Proofs', given);
const choice = (given: unknown) => readChoice('Mode', given, ['auto', 'none']);
test.each`
	read               | given                                                                                              | values
	${amount}          | ${['1 250,50 €', '250 EUR', 'eur 3', '€ 3', 0.01, '12.345']}                                       | ${[1250.5, 250, 3, 3, 0.01, 12.35]}
	${amount}          | ${['250 € TTC', '250 euros', '1 euro', '250\u200b']}                                               | ${[250, 250, 1, 250]}
	${width}           | ${['2,5', '2.5', 3, '', ' ', undefined]}                                                           | ${[2.5, 2.5, 3]}
	${timeout}         | ${[5, '300', '7,5', '', '\u00a0\n', null]}                                                         | ${[5_000, 300_000, 7_500]}
	${count}           | ${[0, '3', '2.0', '2,0', ' 2 ', '\u200b2']}                                                        | ${[0, 3, 2, 2, 2, 2]}
	${choice}          | ${[' AUTO ', 'none', undefined]}                                                                   | ${['auto', 'none']}
	${readDepartment}  | ${['75', 1, '1.0', ' 2a ', '2B', '971', '75.0', '69m', 20, 99, '75 - Paris', '2a – Corse-du-Sud']} | ${['75', '01', '01', '2A', '2B', '971', '75', '69M', '20', '99', '75', '2A']}
	${readPublication} | ${[12, '12', '12.000', ' 900001 ']}                                                                | ${[12, 12, 12, 900001]}
	${readOrderNumber} | ${[` ${'é'.repeat(50)} `, '😀'.repeat(50), 123]}                                                   | ${['é'.repeat(50), '😀'.repeat(50), '123']}
`('$given is read as $values, and an empty value as none', ({ read, given, values }: Read) => {
	const nothing = Array.from({ length: given.length - values.length });
	expect(given.map((one) => read(one))).toEqual([...values, ...nothing]);
});

test.each`
	read               | given                                                                    | sentence
	${amount}          | ${[0, '', 'much', null, '300€00', '3EUR5', '-5']}                        | ${AMOUNT}
	${width}           | ${['0', -1, 'wide', NaN, '1e3']}                                         | ${NUMBER}
	${count}           | ${[-1, 1.5, 'many', '', null, 2 ** 60]}                                  | ${COUNT}
	${timeout}         | ${[4.9, 300.1, 'soon']}                                                  | ${SECONDS}
	${readDepartment}  | ${['000', 0, '00', '2C', 'Paris', '75015', '20090', 'Var']}              | ${DEPARTMENT}
	${readPublication} | ${['0', '-3', '12 abc', 'x12', '1.5', '12.', 'NaN', '9007199254740993']} | ${ID}
`('each of $given is refused with a way out', ({ read, given, sentence }: Read) => {
	for (const one of given) {
		expect(refusal(() => read(one))).toMatch(/^[A-Z][A-Za-z ]+: '/);
		expect(refusal(() => read(one)).endsWith(` ${sentence}`)).toBe(true);
	}
});

test.each<[(size: number) => string]>([
	[(size) => `a@${'.'.repeat(size)}@`],
	[(size) => `a@${'a.'.repeat(size)}@`],
	[(size) => `${'1'.repeat(size)}x`],
])(
	'twice as much of what is worst for each expression takes twice the steps: %s',
	async (given) => {
		expect(refusal(() => amount(given(100_000))).length).toBeLessThan(600);
		const read = (size: number) => {
			refusal(() => amount(given(size)));
			readBaseUrl(`https://a.example/${'/'.repeat(size)}x`);
		};
		expect(await growth(read, 1_000)).toBeLessThan(LINEAR);
	},
);

test.each([
	'attestation, facture',
	'attestation;facture',
	'attestation\nfacture',
	'["attestation","facture"]',
])('types of documents are read from %j', (list) => {
	expect(readDocumentTypes(list)).toEqual(['attestation', 'facture']);
});

test('a code is taken out of a line that was copied from a list, and words are refused', () => {
	expect(readDepartment('Paris (75)')).toBe('75');
	expect(readCategory('Constitution (CONSTI)')).toBe('CONSTI');
	expect(['Constitution', 'location-gérance'].map(readCategory)).toEqual(['CONSTI', 'LOC_GER']);
	expect(readForfait('CONSTI', 'SARL, SELARL (SARL)')).toBe('SARL');
	expect([readCategory('VNT_ENC'), readForfait('CONSTI', 'NEW_FORM')]).toEqual([
		'VNT_ENC',
		'NEW_FORM',
	]);
	expect(refusal(() => readCategory('Constitution de société'))).toMatch(/such as CONSTI/);
	expect(refusal(() => readForfait('CONSTI', 'Société par actions'))).toMatch(/takes one of EURL/);
});

test('categories and forfaits are those of the specification, in any case of letters', () => {
	expect([...FORFAITS_BY_CATEGORY]).toEqual([
		['CONSTI', CONSTI.split(' ')],
		['MODIF', MODIF.split(' ')],
	]);
	expect(CATEGORIES_WITHOUT_FORFAIT).toEqual(WITHOUT.split(' '));
	expect(RESERVED_CATEGORIES).toEqual(['SUC_VAC', 'SUC_DES']);
	for (const [category, own] of FORFAITS_BY_CATEGORY) {
		expect(own.map((one) => readForfait(category, ` ${one.toLowerCase()} `))).toEqual(own);
	}
	for (const category of WITHOUT.split(' ')) {
		expect(readCategory(` ${category.toLowerCase()} `)).toBe(category);
		expect(['SARL', ''].map((one) => readForfait(category, one))).toEqual([undefined, undefined]);
	}
	expect(refusal(() => readForfait('CONSTI', ''))).toMatch(/needs one\..*SARL/);
});

describe('the base URL', () => {
	test.each`
		given                                                      | url
		${'https://a.example/'}                                    | ${'https://a.example'}
		${'https://a.example/annonce-legale/api/externe/client'}   | ${'https://a.example'}
		${'https://a.example/al-test/annonce-legale/api/externe/'} | ${'https://a.example/al-test'}
		${'https://a.example/annonce-legale/api/externes'}         | ${'https://a.example/annonce-legale/api/externes'}
		${'https://A.example:443/x//'}                             | ${'https://a.example/x'}
		${'http://[::1]:5690'}                                     | ${'http://[::1]:5690'}
	`('the base URL $given is read as $url', ({ given, url }: { given: string; url: string }) => {
		expect(readBaseUrl(given)).toMatchObject({ ok: true, url });
	});

	const usual =
		"Enter the address that the service gave you, for example https://example.com, in the 'Base URL' of the credential.";
	test.each`
		given                              | reason
		${''}                              | ${'is empty.'}
		${long}                            | ${`"${long.slice(0, 80)}…" is not a complete address.`}
		${'ftp://a'}                       | ${'"ftp://a" does not start with https://.'}
		${'https://user:hunter@b.example'} | ${'contains a user name or a password.'}
		${'https://:a@b.example'}          | ${'contains a user name or a password.'}
		${'https://a.example/x?y'}         | ${'"https://a.example/x" has something behind ? or #.'}
		${'https://a.example/#'}           | ${'"https://a.example/" has something behind ? or #.'}
		${'http://a.example'}              | ${'"http://a.example" is not encrypted (http://), which is accepted only for this machine (http://127.0.0.1:5690) and for containers in the network of n8n (http://sandbox:5690, http://host.docker.internal:5690).'}
	`('$given is refused: $reason', ({ given, reason }: { given: unknown; reason: string }) => {
		expect(readBaseUrl(given)).toEqual({ ok: false, reason: `The base URL ${reason} ${usual}` });
	});

	const local =
		'127.0.0.1:5690 x.localhost:1 127.1.2.3:1 127.10.20.30 sandbox:5690 legal-notice host.docker.internal:5690';
	const remote =
		'localhost.example 0127.0.0.1.example 127.0.0.1x.example sandbox.example x.host.docker.internal 10.0.0.5 [fd00::1]';
	test('the base URL may be unencrypted on this machine and for containers, and nowhere else', () => {
		const read = (host: string) => readBaseUrl(`http://${host}`);
		for (const host of local.split(' ')) expect(read(host).ok).toBe(true);
		const reason = expect.stringContaining('not encrypted') as string;
		for (const host of remote.split(' ')) expect(read(host)).toMatchObject({ reason });
	});
});

test.each([
	['maximumTotal: 250', "'Options' is a string"],
	[[{ maximumTotal: 250 }], "'Options' is a list"],
	[new Date(0), "'Options' is a date"],
	[250, "'Options' is 250"],
])('a collection that is %j would lose its guards, and is refused', (given, what) => {
	expect(refusal(() => readCollection('Options', given))).toBe(
		`Options: ${what}, not an object with its fields. Add the fields of 'Options' one by one: n8n takes no expression for all of them.`,
	);
});

test.each([undefined, null, '', []])('a collection that is %j has no fields', (given) => {
	expect(readCollection('Options', given)).toEqual({});
});
