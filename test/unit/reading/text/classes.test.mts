/** Style classes: what the service would set otherwise than it was sent. */
import {
	classesIn,
	restyled,
	titleClass,
	withFirstClass,
} from '../../../../nodes/LegalNotice/reading/text/classes.ts';
import { warningsOf } from '../../../../nodes/LegalNotice/reading/text/findings.ts';

function warnings(sent: string, composed: string): string[] {
	const finding = restyled(sent, composed);
	return finding ? warningsOf([finding]) : [];
}

const SENT =
	'<p class="fs-titre">AVIS</p><p>a <span class="fs-italique">b</span></p><hr class="fs-filet"/>';

test.each([
	['the same', SENT, ''],
	['the usual class for what has none', SENT.replace('<p>a', '<p class="fs-texte">a'), ''],
	['blanks between', SENT.replaceAll('><', '>\n <'), ''],
	['no class at all, as older instances write it', SENT.replaceAll(/ class="[^"]+"/g, ''), ''],
	['another class', SENT.replace('fs-titre', 'fs-texte'), '"AVIS" (as fs-texte, not as fs-titre)'],
	['none', SENT.replace(' class="fs-titre"', ''), '"AVIS" (not as fs-titre)'],
	['no span', SENT.replace(/<span[^>]+>b<.span>/, 'b'), '"b" (not as fs-italique)'],
	['nothing, which is reported as lost,', SENT.replace('<p class="fs-titre">AVIS</p>', ''), ''],
	['another rule', SENT.replace('fs-filet', 'fs-trait'), '"hr" (not as fs-filet)'],
])('%s that comes back is reported as %3$s', (_name, composed, said) => {
	const sentence = `The service would print in another style than was sent: ${said}.`;
	expect(warnings(SENT, composed)).toEqual(said === '' ? [] : [sentence]);
});

test('of several classes one comes back, and many are counted', () => {
	const several = '<p class="fs-texte fs-titre">A</p>';
	expect(warnings(several, '<p class="fs-titre">A</p>')).toEqual([]);
	const [sentence] = warnings(several.repeat(7), '<p class="fs-x">A</p>'.repeat(7));
	expect(sentence).toContain('and 2 more');
});

test('a class is listed where the style sheets have it, and its category takes it', () => {
	const sheets = [
		{ classe: 'fs-titre', type: 'paragraphe' },
		{ classe: 'fs-signature', type: 'paragraphe' },
		{ classe: 'fs-italique', type: 'caractere' },
	];
	const classes = ['fs-titre', 'fs-signature', 'fs-italique', 'fs-inconnu'];
	const found = (ofCategory: string[]) =>
		classesIn(classes, { sheets, ofCategory }).map((one) => [one.kind, one.found]);
	expect(found([])).toEqual([['unlistedClass', 'fs-inconnu']]);
	expect(found(['fs-titre', 'fs-texte'])).toEqual([
		['unlistedClass', 'fs-signature'],
		['unlistedClass', 'fs-inconnu'],
	]);
});

test('the first paragraph alone gets the class for titles, of a name that is one', () => {
	expect(titleClass(['fs-texte', 'fs-sous_titre', 'fs-titre'])).toBe('fs-titre');
	expect(titleClass(['fs-texte', 'fs-sous_titre', 'fs-titre"><b'])).toBeUndefined();
	expect(withFirstClass('<p>A</p><p>B</p>', 'fs-titre')).toBe('<p class="fs-titre">A</p><p>B</p>');
});
