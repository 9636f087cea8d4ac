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
	what                                        | number                                             | given
	${'the plainest notice'}                    | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{}}
	${'a number as file'}                       | ${'20260147-AD7K6SZB7NVMKQPTM8WJ'}                 | ${{ fileReference: 20260147 }}
	${'a file of digits'}                       | ${'20260147-AD7K6SZB7NVMKQPTM8WJ'}                 | ${{ fileReference: '20260147' }}
	${'a file with spaces around it'}           | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ fileReference: '  2026-0147\t' }}
	${'a file with accents'}                    | ${'Ete-a-Noel-n-5-3R5TMGFMXPZHJQV38GVS'}           | ${{ fileReference: 'Été à Noël n°5' }}
	${'the same with decomposed accents'}       | ${'Ete-a-Noel-n-5-3R5TMGFMXPZHJQV38GVS'}           | ${{ fileReference: 'Été à Noël n°5'.normalize('NFD') }}
	${'a file with a slash'}                    | ${'SCI-2026-147-3GXF4JQCM8ZABD83704V'}             | ${{ fileReference: 'SCI/2026/147' }}
	${'a file in lower case'}                   | ${'sci-dupont-N1D71K7P3ABN29NZRQJQ'}               | ${{ fileReference: 'sci-dupont' }}
	${'a file in capitals'}                     | ${'SCI-DUPONT-6PH9XH22XA9TSQYC61VJ'}               | ${{ fileReference: 'SCI-DUPONT' }}
	${'a file that begins with signs'}          | ${'147-2Y1ZVZ3CYYACD7HVK3MJ'}                      | ${{ fileReference: '..-_#147' }}
	${'a file of signs alone'}                  | ${'D1ZBGR7HQ28262DJSD1K'}                          | ${{ fileReference: '###' }}
	${'a file with an ampersand and quotes'}    | ${'Martin-Fils-test-NFB1QD2RFG41TYC5WA6R'}         | ${{ fileReference: 'Martin & "Fils" <test>' }}
	${'a file with an emoji'}                   | ${'Dossier-12-DFFNAP9VY8R1XP24FRNV'}               | ${{ fileReference: 'Dossier 🏠 12' }}
	${'a file of 24 characters'}                | ${'ABCDEFGHIJKLMNOPQRSTUVWX-83PXK1QD412FKWYFK6FJ'} | ${{ fileReference: 'ABCDEFGHIJKLMNOPQRSTUVWX' }}
	${'a file of 25 characters'}                | ${'ABCDEFGHIJKLMNOPQRSTUVWX-C8HZ28P25ZXX79VTMSQE'} | ${{ fileReference: 'ABCDEFGHIJKLMNOPQRSTUVWX-' }}
	${'a long file'}                            | ${'Transfert-du-siege-socia-GDC276J22QD07RECG8BS'} | ${{ fileReference: 'Transfert du siège social de la société Exemple, dossier 2026-0147, suite du courrier' }}
	${'a file with inner white space'}          | ${'A-B-C-D-4HAH6SGK7697Z9K79NV2'}                  | ${{ fileReference: 'A  B\u00a0C\u202fD' }}
	${'a file in Greek'}                        | ${'8DK9JKVKC70VTT55M34H'}                          | ${{ fileReference: 'Ωμέγα' }}
	${'department 1 from a table'}              | ${'2026-0147-7V76YDNW7TZ3TA87G39Q'}                | ${{ department: 1 }}
	${'department 01'}                          | ${'2026-0147-7V76YDNW7TZ3TA87G39Q'}                | ${{ department: '01' }}
	${'department 75.0'}                        | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ department: '75.0' }}
	${'department 2a'}                          | ${'2026-0147-66T3A9Y2NMHB43HW1EAA'}                | ${{ department: '2a' }}
	${'department 2B'}                          | ${'2026-0147-7088CW60NEKWFWTKWQ0X'}                | ${{ department: '2B' }}
	${'department 974'}                         | ${'2026-0147-5H8VSVT0WWHJ7V70V6DP'}                | ${{ department: 974 }}
	${'publication as text'}                    | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ publication: '12' }}
	${'publication 12.0'}                       | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ publication: '12.0' }}
	${'a large publication'}                    | ${'2026-0147-8FXM6V1KVV2430737P2Z'}                | ${{ publication: 9007199254740991 }}
	${'category in lower case'}                 | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ category: 'consti' }}
	${'forfait in lower case'}                  | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ forfait: 'sarl' }}
	${'forfait EURL'}                           | ${'2026-0147-HXT7Q0MV83C29SCBTSF2'}                | ${{ forfait: 'EURL' }}
	${'a forfait that nobody lists'}            | ${'2026-0147-1Q28CDRE425BP4EQG2PG'}                | ${{ forfait: 'SARL_2027' }}
	${'MODIF with a forfait'}                   | ${'2026-0147-17S1QXTR9CB5WBX1GK60'}                | ${{ category: 'MODIF', forfait: 'MOD_TRS_SIE' }}
	${'DISSOL without forfait'}                 | ${'2026-0147-J8ZM9WH8JCB5NZ0GA6P2'}                | ${{ category: 'DISSOL' }}
	${'DISSOL with a forfait that is left out'} | ${'2026-0147-J8ZM9WH8JCB5NZ0GA6P2'}                | ${{ category: 'DISSOL', forfait: 'SARL' }}
	${'an unlisted category'}                   | ${'2026-0147-QQXR37DZ9AGG1036J519'}                | ${{ category: 'VNT_ENC' }}
	${'an unlisted category in lower case'}     | ${'2026-0147-Y4YBRVWPQPW26CH9PK6N'}                | ${{ category: 'vnt_enc' }}
	${'an unlisted category with a forfait'}    | ${'2026-0147-WVSP3AZ3EM27BP1SX403'}                | ${{ category: 'VNT_ENC', forfait: 'X1' }}
	${'an empty text'}                          | ${'2026-0147-C1MKH8VZ92G6C08NBYPV'}                | ${{ text: '' }}
	${'a text of spaces'}                       | ${'2026-0147-C1MKH8VZ92G6C08NBYPV'}                | ${{ text: ' \n\t ' }}
	${'a tool execution, text given or not'}    | ${'2026-0147-C1MKH8VZ92G6C08NBYPV'}                | ${{ inTool: true, text: 'whatever' }}
	${'a number as text'}                       | ${'2026-0147-K67TVT4E754ZNF1KDX1C'}                | ${{ text: 42 }}
	${'a text with accents'}                    | ${'2026-0147-5ACKYHKAVEW6V5SPDQJN'}                | ${{ text: 'Société à responsabilité limitée' }}
	${'the same decomposed'}                    | ${'2026-0147-5ACKYHKAVEW6V5SPDQJN'}                | ${{ text: 'Société à responsabilité limitée'.normalize('NFD') }}
	${'a text with ligatures'}                  | ${'2026-0147-G9GK7AJBMZ38KMKW7Y1F'}                | ${{ text: 'L’œuvre, ﬁn et ﬄ' }}
	${'typography that is repaired'}            | ${'2026-0147-JECG0Y1CS0ET6FYKSS8A'}                | ${{ text: 'Capital\u202f: 10\u202f000 €, sous\u2011compte' }}
	${'the same without'}                       | ${'2026-0147-F0S05DNM7R4EFN09KXFS'}                | ${{ text: 'Capital : 10 000 €, sous-compte' }}
	${'a zero-width space'}                     | ${'2026-0147-VFKNEHA7RFKYSKB5M154'}                | ${{ text: 'Rési\u200bdence' }}
	${'a soft hyphen'}                          | ${'2026-0147-3MTQS9M9YKC82P6DBAVE'}                | ${{ text: 'Rési\u00addence' }}
	${'a byte order mark at its head'}          | ${'2026-0147-MRVGD4GVPP2W09KVFHCJ'}                | ${{ text: '\ufeffAVIS' }}
	${'characters that are refused'}            | ${'2026-0147-83S5SJ3P17DASFHCX8B5'}                | ${{ text: 'Łódź ✓ → 😀' }}
	${'half of a character'}                    | ${'2026-0147-5BP9CG7J9TBRTVQB3YV3'}                | ${{ text: 'AVIS \ud83d' }}
	${'lines'}                                  | ${'2026-0147-4G5YYVY98PYXC10ZQQCA'}                | ${{ text: 'AVIS\nDE\n\nCONSTITUTION' }}
	${'lines of Windows'}                       | ${'2026-0147-4G5YYVY98PYXC10ZQQCA'}                | ${{ text: 'AVIS\r\nDE\r\n\r\nCONSTITUTION' }}
	${'the same lines as one'}                  | ${'2026-0147-4G5YYVY98PYXC10ZQQCA'}                | ${{ text: 'AVIS DE CONSTITUTION' }}
	${'signs of HTML in plain text'}            | ${'2026-0147-VC84NFB77AFPPR665MX3'}                | ${{ text: 'Capital < 1 000 & > 500' }}
	${'an HTML text'}                           | ${'2026-0147-4AJVBX44AR1HCE0EA6TY'}                | ${{ text: '<p class="fs-titre">AVIS</p><p>Texte <b>gras</b></p>' }}
	${'the same HTML on lines'}                 | ${'2026-0147-DAVJQ231CDR6J761P5RV'}                | ${{ text: '<p class="fs-titre">AVIS</p>\n<p>Texte <b>gras</b></p>' }}
	${'HTML with entities'}                     | ${'2026-0147-APTEPX3XC87HW59VMN0E'}                | ${{ text: '<p>Soci&eacute;t&eacute; &amp; fils</p>' }}
	${'a control character'}                    | ${'2026-0147-N8VXZABHY24JWN5MZFEF'}                | ${{ text: 'AVIS\u0000\u000b' }}
	${'a long text'}                            | ${'2026-0147-XENNFTDMH63XNENSKN6Q'}                | ${{ text: long }}
	${'a long text with another end'}           | ${'2026-0147-C3297CF48J10EPGZJ3RY'}                | ${{ text: `${long}!` }}
	${'a header of text'}                       | ${'2026-0147-KX0E36TGJJ2Z2VWQF8HZ'}                | ${{ header: { layout: 'carton_texte_sans_image', text: 'CABINET EXEMPLE' } }}
	${'the same with spaces'}                   | ${'2026-0147-KX0E36TGJJ2Z2VWQF8HZ'}                | ${{ header: { layout: ' carton_texte_sans_image ', text: '  CABINET   EXEMPLE\n' } }}
	${'a header of text without layout'}        | ${'2026-0147-K8ZJ0WGFXT7SENY8VFKW'}                | ${{ header: { text: 'CABINET EXEMPLE' } }}
	${'a header of HTML'}                       | ${'2026-0147-2RTKNSY3P8GYDF4KDVWP'}                | ${{ header: { text: '<p class="fs-prescripteur_nom">CABINET</p>' } }}
	${'a header with a PNG'}                    | ${'2026-0147-X61TMX3H86S4FGXB4GED'}                | ${{ header: { layout: 'carton_image_sans_texte', logo: png } }}
	${'a header with a JPEG'}                   | ${'2026-0147-MP9SH9Q2Q4GCY8Y4V597'}                | ${{ header: { layout: 'carton_image_sans_texte', logo: jpeg } }}
	${'a header with a PDF'}                    | ${'2026-0147-X6BTCAE3VZZBDRT3K9PN'}                | ${{ header: { logo: pdf } }}
	${'the PNG as base64'}                      | ${'2026-0147-X61TMX3H86S4FGXB4GED'}                | ${{ header: { layout: 'carton_image_sans_texte', logo: png.toString('base64') } }}
	${'the PNG as data URL'}                    | ${'2026-0147-X61TMX3H86S4FGXB4GED'}                | ${{ header: { layout: 'carton_image_sans_texte', logo: `data:image/png;base64,${png.toString('base64')}` } }}
	${'a header with a logo and a text'}        | ${'2026-0147-ENXQXS59SRBKEH7E0CAF'}                | ${{ header: { layout: 'carton_image_texte_bas', text: 'CABINET', logo: png } }}
	${'a header with nothing in it'}            | ${'2026-0147-5QH835TX08MNQE8P4VWA'}                | ${{ header: {} }}
	${'a replacement'}                          | ${'2026-0147-7Y2924V9F5GP0BWCNVH0'}                | ${{ replaces: '26L000001' }}
	${'a replacement of another notice'}        | ${'2026-0147-DX5Q19RZQWAFEWHE46VM'}                | ${{ replaces: '26L000002' }}
	${'a replacement by a tool'}                | ${'2026-0147-JAKM4GCE2J3ACGYVKE5Q'}                | ${{ replaces: '26L000001', inTool: true }}
	${'everything at once'}                     | ${'Dossier-n-7-2026-Y2K0HYDH9J8J2M3TBXAC'}         | ${{ fileReference: 'Dossier n° 7/2026', department: '2b', publication: '900001', category: 'modif', forfait: 'mod_cap', text: 'Capital porté de 1 000 € à 5 000 €', header: { layout: 'carton_image_texte_droite', text: 'Étude', logo: jpeg }, replaces: 'AL-0815' }}
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

test('an automatic number always fits the service and reaches a path as written, whatever the file is called', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (fileReference) => {
			const number = automaticOrderNumber({ ...notice, fileReference });
			expect(number).toMatch(/^[A-Za-z0-9_.-]{20,45}$/);
			expect(number).not.toMatch(/^[.-]/);
			expect(readOrderNumber(number)).toBe(number);
		}),
		runs(100),
	);
});
