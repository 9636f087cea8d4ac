/** Check Text: what would become of a text, as data, without asking the service (specification, Notice text rules). */
import type { IDataObject } from 'n8n-workflow';

import { textParameters } from '../../descriptions/notice';
import { printOfWords } from '../../domain/fingerprint';
import { readText } from '../../reading/cells/parameters';
import { frenchNumber } from '../../reading/records';
import { type Unsupported, withNearestLetters } from '../../reading/text/charset';
import {
	lossesIn,
	repairsIn,
	unsupportedIn,
	warningsOf,
	type FindingKind,
	type Loss,
} from '../../reading/text/findings';
import { type PreparedText, prepareText } from '../../reading/text/prepare';
import { refusalOf, reasonsIn, USUAL_ORDER, whatToCorrect } from '../../reading/text/refusals';
import { itemOperation } from '../context';
import { parameter } from '../itemParameters';
import { corrections, lossWarnings } from '../order/output';
import { readTextFormat } from '../order/printable';

export const checkText = itemOperation({
	option: {
		name: 'Check Text',
		value: 'checkText',
		action: 'Check text of notice',
		description:
			'Find what would be lost or refused in a text, and get it cleaned; works offline, orders nothing',
	},
	properties: [...textParameters],
	async execute(context, itemIndex) {
		const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
		const text = readText('Text', parameter(context, 'text', itemIndex));
		return await Promise.resolve([{ json: checkFields(prepareText({ format, text })) }]);
	},
});

function checkFields(prepared: PreparedText): IDataObject {
	const { findings, html } = prepared;
	const losses = lossesIn(findings);
	const refused = findings.find(({ kind }) => kind === 'unsupported')?.count ?? 0;
	const nearest = refused === 0 ? undefined : withNearestLetters(html);
	return {
		resume: summary(prepared),
		empreinte: printOfWords({ text: html, header: '', entete: undefined }),
		envoyable: refusalOf('Text', prepared, USUAL_ORDER) === undefined,
		a_corriger: whatToCorrect(prepared),
		texte_nettoye: html,
		// A name with other letters is another name: a person decides whether it may be printed so.
		...(nearest === undefined || isMisread(prepared) ? {} : { texte_proche: nearest }),
		texte_visible: prepared.visibleText,
		nombre_caracteres: prepared.characterCount,
		texte_perdu: losses.map(({ words }) => words),
		pertes: losses.map(lostPassage),
		nombre_caracteres_refuses: refused,
		caracteres_refuses: unsupportedIn(findings).map(refusedCharacter),
		corrections: corrections(repairsIn(findings)),
		avertissements: [...lossWarnings(losses.map(({ words }) => words)), ...warningsOf(findings)],
	};
}

function isMisread({ findings }: PreparedText): boolean {
	return findings.some(({ kind }) => kind === 'wrongEncoding');
}

function lostPassage({ kind, words, tag, advice }: Loss): IDataObject {
	const fields: IDataObject = { genre: kind, mots: words };
	if (tag !== undefined) fields.balise = tag;
	fields.conseil = advice;
	return fields;
}

function refusedCharacter({ character, codePoint, ...found }: Unsupported): IDataObject {
	const fields: IDataObject = { caractere: character, code: codePoint };
	fields.position = found.position;
	fields.contexte = found.context;
	if (found.entity !== undefined) fields.entite = found.entity;
	if (found.suggestion !== undefined) fields.suggestion = found.suggestion;
	return fields;
}

function summary(prepared: PreparedText): string {
	const reasons = reasonsIn(prepared, USUAL_ORDER);
	const begin = 'Texte à corriger avant l’envoi\u00a0: ';
	if (reasons.some(({ kind }) => kind === 'empty'))
		return 'Texte vide\u00a0: rien ne serait publié';
	if (reasons.some(({ kind }) => kind === 'wrongEncoding'))
		return `${begin}il a été lu avec un mauvais encodage`;
	const countOf = (isCounted: (kind: FindingKind) => boolean) =>
		reasons.filter(({ kind }) => isCounted(kind)).reduce((sum, { count }) => sum + count, 0);
	const toCorrect = [
		...counted(
			countOf((kind) => kind === 'unsupported'),
			'caractère',
			'à remplacer',
		),
		...counted(
			countOf((kind) => kind === 'loss'),
			'passage',
			'à réécrire',
		),
		...counted(
			countOf((kind) => kind !== 'unsupported' && kind !== 'loss'),
			'endroit',
			'à revoir',
		),
	];
	if (toCorrect.length > 0) return `${begin}${toCorrect.join(', ')}`;
	return `Texte prêt à être envoyé\u00a0: ${counted(prepared.characterCount, 'caractère').join('')}`;
}

/** A number with its noun; nothing for zero. */
function counted(number: number, noun: string, rest = ''): string[] {
	if (number === 0) return [];
	const plural = number === 1 ? '' : 's';
	return [`${frenchNumber(String(number))} ${noun}${plural} ${rest}`.trim()];
}
