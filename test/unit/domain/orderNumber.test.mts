/**
 * The automatic order numbers of many notices, from the parameters as people and tables give them. A number keeps a
 * notice from being ordered twice, also between versions of this package: no value here may ever change.
 */
import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import {
	readCategory,
	readDepartment,
	readForfait,
	readPublication,
} from '../../../nodes/LegalNotice/reading/cells/codes.ts';
import { headerIdentity, readLogo } from '../../../nodes/LegalNotice/domain/header.ts';
import {
	automaticOrderNumber,
	type OrderIdentity,
	readOrderNumber,
} from '../../../nodes/LegalNotice/domain/orderNumber.ts';
import { readLine, readText } from '../../../nodes/LegalNotice/reading/cells/parameters.ts';

interface Given {
	fileReference?: unknown;
	department?: unknown;
	publication?: unknown;
	category?: unknown;
	forfait?: unknown;
	text?: unknown;
	header?: { layout?: unknown; text?: unknown; logo?: Buffer | string };
	replaces?: string;
	inTool?: boolean;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]);
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n', 'latin1');
const long = 'Il a été constitué une société. '.repeat(2_000);

function numberOf(given: Given): string {
	const { header } = given;
	const category = readCategory(given.category ?? 'CONSTI');
	return automaticOrderNumber({
		fileReference: readLine('File Reference', given.fileReference ?? '2026-0147'),
		department: readDepartment(given.department ?? '75'),
		publication: readPublication(given.publication ?? 12),
		category,
		forfait: readForfait(category, given.forfait ?? (category === 'CONSTI' ? 'SARL' : undefined)),
		text: given.inTool === true ? undefined : readText('Text', given.text ?? 'AVIS'),
		header: headerIdentity(
			header && {
				layout: readLine('Layout', header.layout, 'Header'),
				text: readText('Text', header.text, 'Header'),
				logo: header.logo === undefined ? undefined : readLogo(header.logo),
			},
		),
		...(given.replaces === undefined ? {} : { replaces: given.replaces }),
	});
}

test.each`
	what                                        | number                               | given
	${'the plainest notice'}                    | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{}}
	${'a number as file'}                       | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 20260147 }}
	${'a file with accents'}                    | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Été à Noël n°5' }}
	${'the same with decomposed accents'}       | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Été à Noël n°5'.normalize('NFD') }}
	${'a file in Greek'}                        | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Ωμέγα' }}
	${'department 1 from a table'}              | ${'CONSTI-01-6FDPQ28ZVCZSSJ7E99RX'}  | ${{ department: 1 }}
	${'department 01'}                          | ${'CONSTI-01-6FDPQ28ZVCZSSJ7E99RX'}  | ${{ department: '01' }}
	${'department 75.0'}                        | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ department: '75.0' }}
	${'department 2a'}                          | ${'CONSTI-2A-AMKJDFN4G2M0X7JWSQT3'}  | ${{ department: '2a' }}
	${'department 2B'}                          | ${'CONSTI-2B-WVJHEKRDGZEPKACCP28Q'}  | ${{ department: '2B' }}
	${'department 974'}                         | ${'CONSTI-974-9X8MB1W49KC8D156P8PZ'} | ${{ department: 974 }}
	${'publication as text'}                    | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ publication: '12' }}
	${'publication 12.0'}                       | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ publication: '12.0' }}
	${'a large publication'}                    | ${'CONSTI-75-M4ANRKQDRAM0DMN7P9XG'}  | ${{ publication: 9007199254740991 }}
	${'category in lower case'}                 | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ category: 'consti' }}
	${'forfait in lower case'}                  | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ forfait: 'sarl' }}
	${'forfait EURL'}                           | ${'CONSTI-75-Q8N0GS627JR218C7K90D'}  | ${{ forfait: 'EURL' }}
	${'a forfait that nobody lists'}            | ${'CONSTI-75-ZQ0Z9EREQEAQT0Z8YJKT'}  | ${{ forfait: 'SARL_2027' }}
	${'MODIF with a forfait'}                   | ${'MODIF-75-JDTVZV7JJ3TS6Z9QAK40'}   | ${{ category: 'MODIF', forfait: 'MOD_TRS_SIE' }}
	${'DISSOL without forfait'}                 | ${'DISSOL-75-Q4WCJRSJTWJXN3ND299G'}  | ${{ category: 'DISSOL' }}
	${'DISSOL with a forfait that is left out'} | ${'DISSOL-75-Q4WCJRSJTWJXN3ND299G'}  | ${{ category: 'DISSOL', forfait: 'SARL' }}
	${'an unlisted category'}                   | ${'VNT_ENC-75-4VV6HCD3B4N96QEP0C5F'} | ${{ category: 'VNT_ENC' }}
	${'an unlisted category in lower case'}     | ${'vnt_enc-75-2A02C37BEVJ3Y4W1AGRS'} | ${{ category: 'vnt_enc' }}
	${'an unlisted category with a forfait'}    | ${'VNT_ENC-75-KCC9BH0SAMK5A4TZT5WE'} | ${{ category: 'VNT_ENC', forfait: 'X1' }}
	${'an empty text'}                          | ${'CONSTI-75-85SR217Z6A9FWTWJMDYY'}  | ${{ text: '' }}
	${'a text of spaces'}                       | ${'CONSTI-75-85SR217Z6A9FWTWJMDYY'}  | ${{ text: ' \n\t ' }}
	${'a tool execution, text given or not'}    | ${'CONSTI-75-MJYHFBKMJS501K7FZEZX'}  | ${{ inTool: true, text: 'whatever' }}
	${'a number as text'}                       | ${'CONSTI-75-JJT7Q97DJC5J4JXS6NJV'}  | ${{ text: 42 }}
	${'a text with accents'}                    | ${'CONSTI-75-M6BGJ8J2MER6HSCFAFXP'}  | ${{ text: 'Société à responsabilité limitée' }}
	${'the same decomposed'}                    | ${'CONSTI-75-M6BGJ8J2MER6HSCFAFXP'}  | ${{ text: 'Société à responsabilité limitée'.normalize('NFD') }}
	${'a text with ligatures'}                  | ${'CONSTI-75-QYBGHJYQFVKZ8P70B01S'}  | ${{ text: 'L’œuvre, ﬁn et ﬄ' }}
	${'typography that is repaired'}            | ${'CONSTI-75-2Y0FJTFZR7CG43JBJ7QS'}  | ${{ text: 'Capital\u202f: 10\u202f000 €, sous\u2011compte' }}
	${'the same without'}                       | ${'CONSTI-75-N9KRNAX2CKAVA9V534J1'}  | ${{ text: 'Capital : 10 000 €, sous-compte' }}
	${'a zero-width space'}                     | ${'CONSTI-75-0X16S1706BHJE9K7VQYV'}  | ${{ text: 'Rési\u200bdence' }}
	${'a soft hyphen'}                          | ${'CONSTI-75-58FHVZT137YER28ABS1W'}  | ${{ text: 'Rési\u00addence' }}
	${'a byte order mark at its head'}          | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ text: '\ufeffAVIS' }}
	${'characters that are refused'}            | ${'CONSTI-75-Z24ZDQ2GZW5X9SPEV364'}  | ${{ text: 'Łódź ✓ → 😀' }}
	${'half of a character'}                    | ${'CONSTI-75-V3ED4WFD4T5ECHRM9VRA'}  | ${{ text: 'AVIS \ud83d' }}
	${'lines'}                                  | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS\nDE\n\nCONSTITUTION' }}
	${'lines of Windows'}                       | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS\r\nDE\r\n\r\nCONSTITUTION' }}
	${'the same lines as one'}                  | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS DE CONSTITUTION' }}
	${'signs of HTML in plain text'}            | ${'CONSTI-75-V3Z7HYYMPBR4H2RD1K66'}  | ${{ text: 'Capital < 1 000 & > 500' }}
	${'an HTML text'}                           | ${'CONSTI-75-AHDB4TTN3AXK5DJR5Y88'}  | ${{ text: '<p class="fs-titre">AVIS</p><p>Texte <b>gras</b></p>' }}
	${'the same HTML on lines'}                 | ${'CONSTI-75-ZA3P7D7V2BFM01XG442H'}  | ${{ text: '<p class="fs-titre">AVIS</p>\n<p>Texte <b>gras</b></p>' }}
	${'HTML with entities'}                     | ${'CONSTI-75-T4FT63059NZKWWMRX1PE'}  | ${{ text: '<p>Soci&eacute;t&eacute; &amp; fils</p>' }}
	${'a control character'}                    | ${'CONSTI-75-S56DA8SX7WBSA02FBKX6'}  | ${{ text: 'AVIS\u0000\u000b' }}
	${'a long text'}                            | ${'CONSTI-75-R0X7YZMMXD3VHCJYXA7N'}  | ${{ text: long }}
	${'a long text with another end'}           | ${'CONSTI-75-R48BB4MMKR3GJ80B5G0P'}  | ${{ text: `${long}!` }}
	${'a header of text'}                       | ${'CONSTI-75-G2F3S01E1R9GN0MMGMDJ'}  | ${{ header: { layout: 'carton_texte_sans_image', text: 'CABINET EXEMPLE' } }}
	${'the same with spaces'}                   | ${'CONSTI-75-G2F3S01E1R9GN0MMGMDJ'}  | ${{ header: { layout: ' carton_texte_sans_image ', text: '  CABINET   EXEMPLE\n' } }}
	${'a header of text without layout'}        | ${'CONSTI-75-9X4SZZMR22HK94DQBP9R'}  | ${{ header: { text: 'CABINET EXEMPLE' } }}
	${'a header of HTML'}                       | ${'CONSTI-75-2EZ3CRP5PWKT3Q0RBANJ'}  | ${{ header: { text: '<p class="fs-prescripteur_nom">CABINET</p>' } }}
	${'a header with a PNG'}                    | ${'CONSTI-75-02JZCA8TT3H9AQSR0T89'}  | ${{ header: { layout: 'carton_image_sans_texte', logo: png } }}
	${'a header with a JPEG'}                   | ${'CONSTI-75-75M72JJ8N0W2P42MRF25'}  | ${{ header: { layout: 'carton_image_sans_texte', logo: jpeg } }}
	${'a header with a PDF'}                    | ${'CONSTI-75-HV9SA9GMNCJJ6MSPZKES'}  | ${{ header: { logo: pdf } }}
	${'the PNG as base64'}                      | ${'CONSTI-75-02JZCA8TT3H9AQSR0T89'}  | ${{ header: { layout: 'carton_image_sans_texte', logo: png.toString('base64') } }}
	${'the PNG as data URL'}                    | ${'CONSTI-75-02JZCA8TT3H9AQSR0T89'}  | ${{ header: { layout: 'carton_image_sans_texte', logo: `data:image/png;base64,${png.toString('base64')}` } }}
	${'a header with a logo and a text'}        | ${'CONSTI-75-TG1WRBJ5S8XSMX0AN0DR'}  | ${{ header: { layout: 'carton_image_texte_bas', text: 'CABINET', logo: png } }}
	${'a header with nothing in it'}            | ${'CONSTI-75-W0EC1TK9N5NYDR2QJNCT'}  | ${{ header: {} }}
	${'a replacement'}                          | ${'CONSTI-75-H9F8D1AEJSJFSRFT5DDD'}  | ${{ replaces: '26L000001' }}
	${'a replacement of another notice'}        | ${'CONSTI-75-8WPCN8M338DJKD5GE90W'}  | ${{ replaces: '26L000002' }}
	${'a replacement by a tool'}                | ${'CONSTI-75-TVWQB7G88AXASHZWN1MA'}  | ${{ replaces: '26L000001', inTool: true }}
	${'everything at once'}                     | ${'MODIF-2B-07BF8C0BWXVJ1ZWGY8M8'}   | ${{ fileReference: 'Dossier n° 7/2026', department: '2b', publication: '900001', category: 'modif', forfait: 'mod_cap', text: 'Capital porté de 1 000 € à 5 000 €', header: { layout: 'carton_image_texte_droite', text: 'Étude', logo: jpeg }, replaces: 'AL-0815' }}
`('the number of $what is $number', ({ number, given }: { number: string; given: Given }) => {
	expect(numberOf(given)).toBe(number);
});

const notice: OrderIdentity = {
	fileReference: '2026-0147',
	department: '75',
	publication: 12,
	category: 'CONSTI',
	forfait: 'SARL',
	text: 'AVIS DE CONSTITUTION',
	header: [],
};

test('text cannot move from one field to the next unnoticed', () => {
	const one = automaticOrderNumber({ ...notice, category: 'A', forfait: 'BC' });
	expect(automaticOrderNumber({ ...notice, category: 'AB', forfait: 'C' })).not.toBe(one);
});

test('an automatic number always fits the service and reaches a path as written, whatever the codes are', () => {
	const code = fc.string({ unit: 'grapheme', maxLength: 80 });
	fc.assert(
		fc.property(code, code, (category, department) => {
			const number = automaticOrderNumber({ ...notice, category, department });
			expect(number).toMatch(/^[A-Za-z0-9_-]{20,50}$/);
			expect(number).not.toMatch(/^[_-]/);
			expect(readOrderNumber(number)).toBe(number);
		}),
		runs(100),
	);
});

test('the file reference counts only for an agent, whose texts vary', () => {
	const file = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
	const ofAgent = { ...notice, text: undefined };
	fc.assert(
		fc.property(file, (fileReference) => {
			const [own, same] = [{ ...notice, fileReference }, notice].map(automaticOrderNumber);
			expect(own).toBe(same);
			const [one, other] = [fileReference, `${fileReference}-B`].map((given) =>
				automaticOrderNumber({ ...ofAgent, fileReference: given }),
			);
			expect(one).not.toBe(other);
			const [composed, decomposed] = ['NFC', 'NFD'].map((form) =>
				automaticOrderNumber({ ...ofAgent, fileReference: ` ${fileReference.normalize(form)} ` }),
			);
			expect(composed).toBe(decomposed);
		}),
		runs(100),
	);
});

test.each([
	['A_LONG_CODE_THAT_NOBODY_LISTS_YET', 'A_LONG_CODE_TH'],
	['NEW__--', 'NEW'],
	['--NEW', 'NEW'],
	['A--B', 'A--B'],
])(
	'of the category %s a number shows %s, and is never longer than the service takes',
	(category, shown) => {
		const number = numberOf({ category });
		expect(number.startsWith(`${shown}-75-`)).toBe(true);
		expect(number).toHaveLength(shown.length + 24);
		expect(number.length).toBeLessThanOrEqual(50);
	},
);
