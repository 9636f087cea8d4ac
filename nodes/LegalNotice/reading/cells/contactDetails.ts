/**
 * Reads e-mail addresses, telephone numbers, postcodes and streets as the cells of spreadsheets and CRMs hold them. What has one
 * meaning is understood; the rest is refused with a sentence, because the service takes most texts, and prints them on invoices.
 */
import { asName, finished, readName } from './names';
import { cannotBe, quoted, readText, valueProblem, visibleText } from './parameters';
import { decodeEntities } from '../text/entities';

/** No e-mail address is longer; what is longer is not looked at. */
const LONGEST_CELL = 320;

/** One e-mail address, also out of `Name <a@b.example>`, a link or quotation marks; '' for none. @throws InputProblem */
export function readEmail(value: unknown, inside?: string): string {
	const text = visibleText(readText('Email', value, inside));
	if (text === '') return '';
	const advice = 'Give one e-mail address, such as name@example.com, or leave it empty.';
	if (text.length > LONGEST_CELL) throw cannotBe('Email', text, advice, inside);
	if (!text.includes('@')) throw cannotBe('Email', finished('Email', text, inside), advice, inside);
	const { emails, rest } = emailsIn(text);
	if (emails.length > 1) {
		const what = `holds several e-mail addresses: ${quoted(text)}.`;
		const fix = "Give one. In an expression, .split(';')[0] takes the first of a list.";
		throw valueProblem('Email', inside, what, fix);
	}
	const email = emails.join('');
	// Words beside an address are its name only where the address has brackets: "jean dupont@x.fr" lacks a dot.
	const isAlone =
		/^(?:(?:e-?mail|mail|courriel|m[ée]l)|[\p{Alpha}-]+ ?:)?$/iu.test(rest) ||
		/[<(][^<>()]*@/.test(text);
	if (isAlone && EMAIL.test(email)) return email;
	throw cannotBe('Email', text, advice, inside);
}

/** The addresses in a text, each once, and the words beside them. */
function emailsIn(text: string): { emails: string[]; rest: string } {
	const words = text
		// A note behind the address: "a@b.example (perso)".
		.replace(/\([^()@]*\)/g, ' ')
		.split(/[\s<>()[\],;|"«»“”„]+/)
		.map((word) => word.replace(/^mailto:/i, '').replace(/(@[^?@]*)\?.*$/, '$1'))
		.map((word) => word.replace(/^['’‘`]+|(?<!['’‘`])['’‘`]+$/g, ''))
		.map((word) => (word.includes('@') ? word.replace(/(?<![.:])[.:]+$/, '') : word));
	const emails = new Map(
		words.filter((word) => word.includes('@')).map((word) => [word.toLowerCase(), word]),
	);
	const rest = words.filter((word) => word !== '' && !word.includes('@')).join(' ');
	return { emails: [...emails.values()], rest };
}

/** A part of the name of a computer; the last one has a letter. */
const LABEL = '[\\p{Alpha}\\d]+(?:-+[\\p{Alpha}\\d]+)*';
const EMAIL = new RegExp(
	`^[^@.:\\\\/]+(?:\\.[^@.:\\\\/]+)*@(?:${LABEL}\\.)+(?=[\\d-]*\\p{Alpha})${LABEL}$`,
	'u',
);

/** Their postcodes are French ones: 97110, 98800. */
const FRENCH_POST = 'FRA GLP MTQ GUF REU MYT SPM BLM MAF NCL PYF WLF';

/**
 * A postcode; where a zero was put back that a spreadsheet had dropped, `before` is what was given.
 *
 * @param country three-letter code; a postcode abroad, or of a country that is not given, is taken as it is written
 * @throws InputProblem
 */
export function readPostcode(
	value: unknown,
	country: string,
	inside: string,
): { postcode: string; before?: string } {
	const text = readName('Postcode', value, inside);
	const isFrench = country !== '' && FRENCH_POST.includes(country);
	if (text === '' || !isFrench) return { postcode: text.replace(/^(\d+)\.0+$/, '$1') };
	const written = text.replace(/^(?:cp|code postal) ?:? ?|[.,;]$/gi, '');
	const figures = wholeNumber('Postcode', written, inside)
		.replace(/^F(?:RA?)? ?[-–]? ?(?=\d)/i, '')
		.replace(/(?<=\d)[ .,](?=\d{3}$)/, '');
	if (country === 'FRA' && /^[1-9]\d{3}$/.test(figures)) {
		return { postcode: `0${figures}`, before: text };
	}
	// No department begins so.
	if (/^(?!00|99)\d{5}$/.test(figures)) return { postcode: figures };
	throw cannotBe(
		'Postcode',
		text,
		"Give the 5 figures of a French postcode alone. If a zero at its head is lost, format the column as text; for an address abroad choose its 'Country'.",
		inside,
	);
}

/**
 * Undoes what spreadsheets make of figures: `75002.0`, `7.5002E+4`, `'75002`.
 *
 * @throws InputProblem where figures are lost, as in `6,12E+08`
 */
function wholeNumber(label: string, text: string, inside: string): string {
	const plain = text.replace(/^["']+|(?<!["'])["']+$/g, '').replace(/^(\d+)[.,]0{1,2}$/, '$1');
	const [, first = '', more = '', power] = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i.exec(plain) ?? [];
	if (power === undefined) return plain;
	if (more.length === Number(power)) return first + more;
	const what = `is ${quoted(text)}, a number of which a spreadsheet has dropped figures.`;
	throw valueProblem(label, inside, what, 'Format the column as text, and enter it again.');
}

/** France and those overseas that dial as it does. */
const DIALS_AS_FRANCE = 'FRA GLP MTQ GUF REU MYT BLM MAF SPM';

/** Words and pictures before a number. */
const PHONE_LABEL =
	/^(?:(?:t[ée]l(?:[ée]phone)?|phone|port(?:able)?|mob(?:ile)?|fixe|bureau|standard|[tpmf])(?!\p{Alpha})\.? ?:? ?|(?:\p{So}|\ufe0f| )+)/iu;

/**
 * One telephone number; '' for none. A French one gets back the zero or the plus that a spreadsheet has dropped; one abroad is
 * taken as it is written.
 *
 * @throws InputProblem
 */
export function readPhone(label: string, value: unknown, country: string, inside: string): string {
	const text = visibleText(readText(label, value, inside));
	if (text === '') return '';
	const cut = text.slice(0, LONGEST_CELL);
	const whole = wholeNumber(label, cut, inside);
	const number = whole
		.replace(PHONE_LABEL, '')
		// A note behind the number: "01 23 45 67 89 (standard)".
		.replace(/ ?\([^()\d]{1,40}\)$|(?<![ .,;])[ .,;]+$/, '')
		.replace(/[·•]/g, '.')
		.replace(/[\u2012-\u2015]/g, '-')
		.replace(/^\((\+\d{1,3})\)/, '$1');
	const figures = number.replace(/\D/g, '');
	const isAbroad =
		!DIALS_AS_FRANCE.includes(country) ||
		(/^(?:\+|00)/.test(number) && !/^(?:00)?33/.test(figures));
	const dialled = isAbroad
		? asWrittenAbroad(whole, figures)
		: dialledInFrance(number.replace(/(?<=[\d ])\(0\) ?/, ''));
	if (dialled !== undefined) return dialled;
	throw cannotBe(
		label,
		/\d/.test(cut) ? cut : finished(label, cut, inside),
		'Give one whole number, such as 06 12 34 56 78 or +33 6 12 34 56 78, or leave it empty.',
		inside,
	);
}

/** In any grouping and with an extension, but one number: none has more than fifteen figures. */
function asWrittenAbroad(written: string, { length }: string): string | undefined {
	return length < 6 || length > 15 || /[@{}]/.test(written) ? undefined : written;
}

function dialledInFrance(number: string): string | undefined {
	if (!/^\+?[\d ()./-]+$/.test(number)) return undefined;
	const figures = number.replace(/\D/g, '');
	// The zero of the number may be behind the country as well: +33 06 12 34 56 78.
	const doubled = /^(?:00)?330([1-9]\d{8})$/.exec(figures);
	if (doubled) return `+33${doubled[1]}`;
	if (/^33[1-9]\d{8}$/.test(figures)) return number.replace(/^(?!\+)/, '+');
	if (/^[1-9]\d{8}$/.test(figures)) return `0${number}`;
	// Ten figures, or the short numbers of services.
	const isWhole = /^(?:(?:0|0033)[1-9]\d{8}|3\d{3}|10\d{2}|118\d{3})$/.test(figures);
	return isWhole ? number : undefined;
}

/** A street on one line: people and forms write it on several. @throws InputProblem */
export function readStreet(label: string, value: unknown, inside: string): string {
	const lines = decodeEntities(readText(label, value, inside))
		.split(/[\r\n\v\f\x85\u2028\u2029]+|<br ?\/?>/i)
		.map((line) => visibleText(line.replace(/\t/g, ' ')).replace(/ ?,$/, ''))
		.filter((line) => line !== '');
	return asName(label, lines.join(', '), inside);
}
