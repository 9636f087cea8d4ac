import { parseFragment } from 'parse5';

import { decodeEntities } from '../../../nodes/LegalNotice/domain/text/charset.ts';
import { ENTITIES, WITHOUT_SEMICOLON } from '../../../nodes/LegalNotice/domain/text/entityTable.ts';
import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

/** What a browser shows for a text. */
function inBrowser(text: string): string {
	const [node] = parseFragment(text).childNodes;
	return node && 'value' in node ? node.value : '';
}

const names = [...ENTITIES.matchAll(/([A-Za-z0-9]+):\S/g)].map(([, name]) => String(name));
const spaces = 'Tab NewLine nbsp NonBreakingSpace'.split(' ');
const legacy = WITHOUT_SEMICOLON.trim().split(/\s+/);

test('every named entity of HTML is read as a browser reads it', () => {
	const all = [...new Set([...names, ...spaces])];
	expect(all.filter((name) => inBrowser(`a&${name};b`).includes('&' + name))).toEqual([]);
	expect(all.filter((name) => decodeEntities(`a&${name};b`) !== inBrowser(`a&${name};b`))).toEqual(
		[],
	);
	// The standard lists 2,125 names with a semicolon, and 106 of them also without it.
	expect([ENTITIES.match(/[A-Za-z0-9]+:/g)?.length, legacy.length]).toEqual([2_125, 106]);
});

test('the old names are read without their semicolon, a new one never becomes a shorter one', () => {
	for (const name of legacy) {
		for (const text of [`a&${name} b`, `a&${name}. b`, `a&${name}`]) {
			expect(decodeEntities(text)).toBe(inBrowser(text));
		}
	}
	const others = names.filter((name) => !legacy.includes(name));
	expect(others.filter((name) => decodeEntities(`a&${name} b`) !== `a&${name} b`)).toEqual([]);
});

const NUMBERS =
	'&#233;|&#233|&#xe9;|&#XE9;|&#XE9|&#128;&#130;&#150;&#159;|&#127;&#160;|&#0;|&#xD800;&#xDFFF;&#xD7FF;&#xE000;|&#x10FFFF;&#x110000;|&#99999999999;|&#129;&#141;|&amp;amp;|& amp;|&;|&#;|&#x;|&é;|R&D';
test.each(NUMBERS.split('|'))('%s is read as a browser reads it', (text) => {
	expect(decodeEntities(text)).toBe(inBrowser(text));
});

test.each([
	'd&eacutenomm&eacutee',
	'H&ocirctel de l&Icirc;le',
	'10&nbsp000&nbspeuros',
	'&laquoavis&raquo',
	'n&deg12, m&sup23',
	'&frac125',
	'&copy2026',
])('letters and signs of which the semicolon was forgotten are read: %s', (text) => {
	expect(decodeEntities(text)).toBe(inBrowser(text));
});

test.each(['DUPONT&REGNIER', 'SMITH&LTD', 'Lampe&ampoule', 'Droit&ethique', 'Martin&notaires;'])(
	'a name that begins like an entity keeps its letters, and is told: %s',
	(text) => {
		const told: string[] = [];
		expect(decodeEntities(text, (written) => told.push(written))).toBe(text);
		expect(told).toEqual([text.slice(text.indexOf('&'))]);
	},
);

test('a name that nobody knows stays as it is, and is told when it was meant as one', () => {
	const unknown: string[] = [];
	const text = '&unknown; R&D &x1y2; A&B;';
	expect(decodeEntities(text, (reference) => unknown.push(reference))).toBe(text);
	expect(unknown).toEqual(['&unknown;', '&x1y2;', '&B;']);
	expect(decodeEntities(text)).toBe(text);
});

test('what cannot be printed is refused with the name of its entity', () => {
	const { unsupported } = prepareText({
		format: 'html',
		text: '<p>pro&filig;l &hearts; &#x2713; ♥ &NotEqualTilde; &fjlig;</p>',
	});
	expect(unsupported.map(({ character, entity }) => [character, entity])).toEqual([
		['♥', '&hearts;'],
		['✓', '&#x2713;'],
		['♥', '&hearts;'],
		['≂', '&NotEqualTilde;'],
		['\u0338', '&NotEqualTilde;'],
	]);
});

test('each entity is printed or refused, never printed as it stands', () => {
	const standing = names.filter((name) => {
		const { visibleText } = prepareText({ format: 'html', text: `<p>pro&${name};l</p>` });
		return name !== 'amp' && visibleText.includes(`&${name}`);
	});
	expect(standing).toEqual([]);
});
