import { publishedNodes } from '../structure/package.mts';
import { documents, prose } from './documents.mts';

/** Small words that no English sentence has and no French sentence does without. */
const FRENCH =
	/(?<![\p{L}'’])(le|les|des|du|une|est|sont|dans|pour|avec|vous|nous|être|cette|qui|que|aux|sur|votre|pas|ou|et)(?!\p{L})/giu;
const TOO_MANY = 3;

/** Lines that are French: terms of the trade are welcome, sentences are not. Code and quotations are data. */
function frenchLines(text: string): string[] {
	return text
		.split('\n')
		.filter((line) => (withoutData(line).match(FRENCH) ?? []).length >= TOO_MANY);
}

function withoutData(line: string): string {
	return line.replace(/`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»/g, '');
}

test('the documents are in English', () => {
	expect(documents().flatMap(({ text }) => frenchLines(prose(text)))).toEqual([]);
});

test('what the editor shows is in English', () => {
	const shown = publishedNodes.flatMap(({ node }) =>
		JSON.stringify(node.description, undefined, '\t').replaceAll('"', '').split('\n'),
	);
	expect(shown.length).toBeGreaterThan(500);
	expect(frenchLines(shown.join('\n'))).toEqual([]);
});

test('a French sentence is noticed, a term of the trade is not', () => {
	expect(frenchLines('Le nœud permet de commander une annonce dans les journaux.')).toHaveLength(1);
	expect(frenchLines('The closing time (bouclage) and the attestation de parution.')).toEqual([]);
	expect(frenchLines('It says "Le devis est dans les documents" there.')).toEqual([]);
});

test('the documents tell of the project, not of the machine it was written on', () => {
	const places = /(?<![\w.])\/(?:work|tmp|root|home)\/\w+/;
	expect(documents().filter(({ text }) => places.test(text))).toEqual([]);
});
