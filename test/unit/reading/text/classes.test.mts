/** Style classes: what the service would set otherwise than it was sent. */
import {
	restyled,
	titleClass,
	unlistedClasses,
	withFirstClass,
} from '../../../../nodes/LegalNotice/reading/text/classes.ts';

const SENT =
	'<p class="fs-titre">AVIS</p><p>a <span class="fs-italique">b</span></p><hr class="fs-filet"/>';

test.each([
	['the same', SENT, ''],
	['the usual class for what has none', SENT.replace('<p>a', '<p class="fs-texte">a'), ''],
	['blanks between', SENT.replaceAll('><', '>\n <'), ''],
	['no class at all, as older instances write it', SENT.replaceAll(/ class="[^"]+"/g, ''), ''],
	['another class', SENT.replace('fs-titre', 'fs-texte'), '"AVIS" as fs-texte, not as fs-titre'],
	['none', SENT.replace(' class="fs-titre"', ''), '"AVIS" not as fs-titre'],
	['no span', SENT.replace(/<span[^>]+>b<.span>/, 'b'), '"b" not as fs-italique'],
	['another rule', SENT.replace('fs-filet', 'fs-trait'), 'a rule not as fs-filet'],
])('%s that comes back is reported as %3$s', (_name, composed, said) => {
	const sentence = `The service would print in another style than was sent: ${said}.`;
	expect(restyled(SENT, composed)).toEqual(said === '' ? [] : [sentence]);
});

test('of several classes one comes back, and many are counted', () => {
	const several = '<p class="fs-texte fs-titre">A</p>';
	expect(restyled(several, '<p class="fs-titre">A</p>')).toEqual([]);
	const [sentence] = restyled(several.repeat(5), '<p class="fs-x">A</p>'.repeat(5));
	expect(sentence).toContain('and 2 more');
});

test('a class is listed where the style sheets have it, and its category takes it', () => {
	const sheets = [
		{ classe: 'fs-titre', type: 'paragraphe' },
		{ classe: 'fs-signature', type: 'paragraphe' },
		{ classe: 'fs-italique', type: 'caractere' },
	];
	const classes = ['fs-titre', 'fs-signature', 'fs-italique', 'fs-inconnu'];
	const unlisted = (ofCategory: string[]) => unlistedClasses(classes, { sheets, ofCategory });
	expect(unlisted([])).toEqual(['fs-inconnu']);
	expect(unlisted(['fs-titre', 'fs-texte'])).toEqual(['fs-signature', 'fs-inconnu']);
	expect(unlistedClasses(classes, { sheets: [], ofCategory: [] })).toEqual([]);
});

test('the first paragraph alone gets the class for titles, of a name that is one', () => {
	expect(titleClass(['fs-texte', 'fs-sous_titre', 'fs-titre'])).toBe('fs-titre');
	expect(titleClass(['fs-texte', 'fs-sous_titre', 'fs-titre"><b'])).toBeUndefined();
	expect(withFirstClass('<p>A</p><p>B</p>', 'fs-titre')).toBe('<p class="fs-titre">A</p><p>B</p>');
});
