/** What carries a meaning of its own is never rewritten or left out on the way into a newspaper. */
import { runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

describe.each(['quote', 'order'])('a %s', (operation) => {
	test.each([
		['an arrow', 'Capital : 1 000 € → 5 000 €', '"→" (U+2192) at position 19'],
		['a check mark', '✓ statuts déposés', '"✓" (U+2713) at position 1'],
		['a pictograph', 'La société ❤ LOCATION', '"❤" (U+2764) at position 12'],
		['an emoji', 'Le Café 🏠', '"🏠" (U+1F3E0) at position 9'],
		['a star', '★ RESTAURANT', '"★" (U+2605) at position 1'],
	])('with %s is refused with the character and its place', async (_what, text, sentence) => {
		const { error } = await runNode({
			credential: sandbox.credential,
			parameters: { resource: 'notice', operation, ...BILLED, text, fileReference: 'SIGN' },
		});
		expect(error?.message).toContain("'Text' contains a character that the service cannot print");
		expect(error?.message).toContain(sentence);
		expect(sandbox.journal.calls()).toEqual([]);
	});
});

test.each([
	['&check;', '"✓" (U+2713) at position 1'],
	['&hearts;', '"♥" (U+2665) at position 1'],
	['&darr;', '"↓" (U+2193) at position 1'],
	['&rArr;', '"⇒" (U+21D2) at position 1'],
])('%s in HTML is refused, not printed as it is written', async (name, sentence) => {
	const { error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'order',
			...BILLED,
			textFormat: 'html',
			text: `<p>${name} statuts</p>`,
			fileReference: 'SIGN',
		},
	});
	expect(error?.message).toContain(sentence);
	expect(sandbox.journal.calls()).toEqual([]);
});

test('typography is repaired, listed, and no change of the text', async () => {
	const { error, json } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'quote',
			...BILLED,
			text: '▪ Capital\u202f: 10\u202f000 €, sous\u2011compte e\u0301tabli',
			options: { ifTextChanges: 'fail' },
		},
	});
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({
		texte_identique: true,
		texte_visible: '• Capital\u00a0: 10\u00a0000 €, sous-compte établi',
	});
	const corrections = json[0]?.['corrections'] as Array<{ nom: string }>;
	expect(corrections.map(({ nom }) => nom).sort()).toEqual([
		'bullet',
		'decomposed accent',
		'narrow no-break space',
		'no-break hyphen',
	]);
});
