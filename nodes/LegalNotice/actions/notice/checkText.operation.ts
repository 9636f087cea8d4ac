/** Check Text: what would become of a text, as data, without asking the service (specification, Notice text rules). */
import type { IDataObject } from 'n8n-workflow';

import { textParameters } from '../../descriptions/notice';
import { readText } from '../../domain/parameters';
import { frenchNumber } from '../../domain/records';
import type { Unsupported } from '../../domain/text/charset';
import { frenchName, whatToCorrect } from '../../domain/text/french';
import type { Loss } from '../../domain/text/htmlReader';
import { type PreparedText, prepareText, refusalOf } from '../../domain/text/prepare';
import { itemOperation } from '../context';
import { parameter } from '../itemParameters';
import { corrections } from '../order/output';
import { notesOnClasses, readTextFormat } from '../order/printable';

export const checkText = itemOperation({
	option: {
		name: 'Check Text',
		value: 'checkText',
		action: 'Check text of notice',
		description:
			'Find what would be lost or refused in a text, and get it cleaned up; works offline and orders nothing',
	},
	properties: [...textParameters],
	async execute(context, itemIndex) {
		const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
		const text = readText('Text', parameter(context, 'text', itemIndex));
		return await Promise.resolve([{ json: checkFields(prepareText({ format, text })) }]);
	},
});

function checkFields(prepared: PreparedText): IDataObject {
	const { losses, unsupported, unsupportedCount, repairs } = prepared;
	return {
		resume: summary(prepared),
		envoyable: refusalOf('Text', prepared, 'order') === undefined,
		a_corriger: whatToCorrect(prepared),
		texte_nettoye: prepared.html,
		texte_visible: prepared.visibleText,
		nombre_caracteres: prepared.characterCount,
		texte_perdu: losses.map(({ words }) => words),
		pertes: losses.map(lostPassage),
		nombre_caracteres_refuses: unsupportedCount,
		caracteres_refuses: unsupported.map(refusedCharacter),
		corrections: corrections(repairs),
		avertissements: [...prepared.notes, ...notesOnClasses([prepared])],
	};
}

function lostPassage({ kind, words, tag, advice }: Loss): IDataObject {
	const fields: IDataObject = { genre: kind, mots: words };
	if (tag !== undefined) fields.balise = tag;
	fields.conseil = advice;
	return fields;
}

function refusedCharacter({ character, codePoint, ...found }: Unsupported): IDataObject {
	const fields: IDataObject = { caractere: character, code: codePoint };
	const name = frenchName(character);
	if (name !== undefined) fields.nom = name;
	fields.position = found.position;
	fields.contexte = found.context;
	if (found.entity !== undefined) fields.entite = found.entity;
	if (found.suggestion !== undefined) fields.suggestion = found.suggestion;
	return fields;
}

function summary(prepared: PreparedText): string {
	const { unsupportedCount, losses, hints, visibleText, characterCount } = prepared;
	const mistakes = hints.flatMap(({ fix, places }) => (fix === undefined ? [] : places));
	const toCorrect = [
		...counted(unsupportedCount, 'caractère', 'à remplacer'),
		...counted(losses.length, 'passage', 'à réécrire'),
		...counted(mistakes.length, 'endroit', 'à revoir'),
	];
	if (toCorrect.length > 0) return `Texte à corriger avant l’envoi\u00a0: ${toCorrect.join(', ')}`;
	if (visibleText.trim() === '') return 'Texte vide\u00a0: rien ne serait imprimé';
	return `Texte prêt à être envoyé\u00a0: ${counted(characterCount, 'caractère').join('')}`;
}

/** A number with its noun; nothing for zero. */
function counted(number: number, noun: string, rest = ''): string[] {
	if (number === 0) return [];
	const plural = number === 1 ? '' : 's';
	return [`${frenchNumber(String(number))} ${noun}${plural} ${rest}`.trim()];
}
