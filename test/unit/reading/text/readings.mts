/** Writes a French text in one encoding and reads it in another, as mail programs, exports and old systems do. */

const latin = Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)).join('');
/** The upper half of each table, byte 80 first; written from the tables of Unicode. */
const HIGH = {
	latin1:
		Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join('') + latin,
	cp1252: `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${latin}`,
	macRoman:
		'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
	cp850:
		'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
	cp437:
		'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
} as const;

type Encoding = keyof typeof HIGH | 'utf8';

/** What an old code page lacks is written in ASCII, as its users did. */
const ASCII: Readonly<Record<string, string>> = {
	'’': "'",
	œ: 'oe',
	Œ: 'OE',
	'–': '-',
	'€': 'EUR',
	'…': '...',
	À: 'A',
	È: 'E',
	Ê: 'E',
};

function bytesIn(encoding: Encoding, text: string): Buffer {
	if (encoding === 'utf8') return Buffer.from(text);
	const high = HIGH[encoding];
	const bytes = Array.from(text, (one) => {
		const at = high.indexOf(one);
		if (at >= 0) return [0x80 + at];
		return [...(ASCII[one] ?? one)].map((plain) => plain.charCodeAt(0) & 0x7f);
	});
	return Buffer.from(bytes.flat());
}

function readAs(encoding: string, bytes: Buffer): string {
	if (!(encoding in HIGH)) return new TextDecoder(encoding).decode(bytes);
	const high = HIGH[encoding as keyof typeof HIGH];
	return Array.from(bytes, (byte) =>
		byte < 0x80 ? String.fromCharCode(byte) : high[byte - 0x80],
	).join('');
}

const between = (written: Encoding, read: string) => (text: string) =>
	readAs(read, bytesIn(written, text));
const escaped = (show: (byte: string, code: number) => string) => (text: string) =>
	text.replace(/[\u0080-\uffff]/g, (one) => show(one, one.charCodeAt(0)));
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const inBytes = (sign: string) => (one: string) =>
	[...Buffer.from(one)].map((byte) => `${sign}${hex(byte, 2).toUpperCase()}`).join('');

export const WRONG_READINGS: ReadonlyArray<readonly [string, (text: string) => string]> = [
	...'latin1 cp1252 macRoman cp850 cp437 windows-1250 windows-1251 windows-1253 windows-1254 windows-1257 iso-8859-2 iso-8859-7 iso-8859-15 koi8-r gb18030 shift_jis windows-874'
		.split(' ')
		.map((read) => [`UTF-8 read as ${read}`, between('utf8', read)] as const),
	...'macRoman cp850 cp437 windows-1250 windows-1251 windows-1253 windows-1257 iso-8859-2 koi8-r gb18030 utf-8'
		.split(' ')
		.map((read) => [`Windows-1252 read as ${read}`, between('cp1252', read)] as const),
	...'cp1252 cp850 utf-8'
		.split(' ')
		.map((read) => [`Mac Roman read as ${read}`, between('macRoman', read)] as const),
	...'cp1252 macRoman utf-8'
		.split(' ')
		.map((read) => [`DOS (850) read as ${read}`, between('cp850', read)] as const),
	['UTF-8 twice', (text) => between('utf8', 'cp1252')(between('utf8', 'cp1252')(text))],
	['question marks', escaped(() => '?')],
	['letters dropped', escaped(() => '')],
	['quoted-printable, UTF-8', escaped(inBytes('='))],
	[
		'quoted-printable, Latin-1',
		escaped((_, code) => (code < 256 ? `=${hex(code, 2).toUpperCase()}` : "'")),
	],
	['percent signs', escaped(inBytes('%'))],
	['escapes of JSON', escaped((_, code) => `\\u${hex(code, 4)}`)],
	['escapes of RTF', escaped((_, code) => `\\'${hex(code & 0xff, 2)}`)],
	[
		'UTF-7',
		escaped(
			(_, code) =>
				`+${Buffer.from([code >> 8, code & 0xff])
					.toString('base64')
					.replace(/=+$/, '')}-`,
		),
	],
];
