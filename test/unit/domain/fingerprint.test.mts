/** The fingerprint of a notice: equal for what prints the same, another one for anything else. */
import {
	fingerprintOf,
	printOfWords,
	readFingerprint,
	refuseOtherThanApproved,
} from '../../../nodes/LegalNotice/domain/fingerprint.ts';
import { prepareText } from '../../../nodes/LegalNotice/reading/text/prepare.ts';

const TEXT =
	'ALPES CONSEIL\nSARL au capital de 10 000 €\n\nPar décision du 3 juin, l’objet a changé.';
const BODY = { publication: 12, departement: '69', categorie: 'MODIF', forfait: 'MOD_OBJET' };

const wordsOf = (text: string, format: 'plainText' | 'html' = 'plainText') => ({
	text: prepareText({ format, text }).html,
	header: '',
	entete: undefined,
});
const fingerprint = (text: string, body: Partial<typeof BODY> = {}): string =>
	fingerprintOf(wordsOf(text), { ...BODY, ...body });

test('the fingerprint is the same on every machine, and in every later release', () => {
	expect(fingerprint('Avis.')).toBe('1K69QP6CHB7A-EJD2N0FW');
	expect(fingerprint('Avis.')).toMatch(/^1[0-9A-Z]{11}-[0-9A-Z]{8}$/);
});

test.each([
	['line ends of Windows', TEXT.replaceAll('\n', '\r\n')],
	['blanks at the ends and between words', `  ${TEXT.replaceAll(' ', '  ')} \n`],
	['no-break spaces', TEXT.replaceAll(' 000', '\u00a0000')],
	['a narrow no-break space, which is repaired', TEXT.replaceAll(' €', '\u202f€')],
	['decomposed accents, which are repaired', TEXT.normalize('NFD')],
	['more than one empty line between paragraphs', TEXT.replace('\n\n', '\n\n\n\n')],
])('the fingerprint is the same with %s', (_how, text) => {
	expect(fingerprint(text)).toBe(fingerprint(TEXT));
});

test('the fingerprint is the same for plain text and for HTML that prints the same', () => {
	const html = '<div>ALPES CONSEIL<br>SARL</div><p>Fin.</p>';
	const plain = 'ALPES CONSEIL\nSARL\n\nFin.';
	expect(printOfWords(wordsOf(html, 'html'))).toBe(printOfWords(wordsOf(plain)));
});

test.each([
	['a word', TEXT.replace('juin', 'juillet')],
	['a capital', TEXT.replace('Par', 'PAR')],
	['an accent', TEXT.replace('décision', 'decision')],
	['a figure', TEXT.replace('10 000', '10 001')],
	['a line break in the place of a paragraph', TEXT.replace('\n\n', '\n')],
])('the fingerprint differs with %s', (_how, text) => {
	const [words, place] = fingerprint(text).split('-');
	const [wordsBefore, placeBefore] = fingerprint(TEXT).split('-');
	expect(words).not.toBe(wordsBefore);
	expect(place).toBe(placeBefore);
});

test('a header, its layout and its logo belong to the words', () => {
	const words = wordsOf(TEXT);
	const others = [
		{ ...words, header: '<p>Cabinet Martin</p>' },
		{ ...words, entete: { disposition: 'carton_image_sans_texte', data: 'aaaa' } },
		{ ...words, entete: { disposition: 'carton_image_sans_texte', data: 'bbbb' } },
	].map(printOfWords);
	expect(new Set([printOfWords(words), ...others]).size).toBe(4);
});

describe('the approved fingerprint as a person gives it', () => {
	const actual = fingerprint(TEXT);

	test.each([
		actual,
		` ${actual}\n`,
		actual.toLowerCase(),
		`Empreinte\u00a0: ${actual}`,
		actual.replace('-', ' – '),
	])('%j is understood', (given) => {
		expect(() => refuseOtherThanApproved(readFingerprint(given), actual)).not.toThrow();
	});

	test.each([['1'], true])('%j is rejected as a value of another kind', (given) => {
		expect(() => readFingerprint(given)).toThrow(/^'Approved Fingerprint' is a (list|boolean)/);
	});

	test.each(['approved', 12, 'ABC-DEF', actual.split('-')[0]])('%j is refused', (given) => {
		expect(() => readFingerprint(given)).toThrow("'Approved Fingerprint' is not a fingerprint.");
	});

	test('the sentence names what differs', () => {
		const refuse = (other: string) => () => refuseOtherThanApproved(other, actual);
		expect(refuse(fingerprint('Autre.'))).toThrow(
			/approved: the text or the header .* changed since/,
		);
		expect(refuse(fingerprint(TEXT, { publication: 13 }))).toThrow(
			/approved: the newspaper or the kind of notice .* changed since/,
		);
		expect(refuse(fingerprint('Autre.', { departement: '42' }))).toThrow(
			/text .*, and the newspaper/,
		);
		expect(refuse(`2${actual.slice(1)}`)).toThrow(/another version of this package/);
	});
});
