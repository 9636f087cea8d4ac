import type { IDataObject } from 'n8n-workflow';

import { textParameters } from '../../descriptions/notice';
import { readText } from '../../domain/parameters';
import { type PreparedText, prepareText } from '../../domain/text/prepare';
import { itemOperation, parameter } from '../context';
import { corrections } from './output';
import { readTextFormat } from './printable';

/** What would become of a text, as data, without asking the service (specification, Notice text rules). */
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
	const empty = prepared.visibleText.trim() === '';
	return {
		resume: summary(prepared, empty),
		envoyable: !empty && unsupportedCount === 0 && losses.length === 0,
		texte_nettoye: prepared.html,
		texte_visible: prepared.visibleText,
		nombre_caracteres: prepared.characterCount,
		texte_perdu: losses.map(({ words }) => words),
		pertes: losses.map(({ kind, words, tag, advice }) => ({
			genre: kind,
			mots: words,
			...(tag === undefined ? {} : { balise: tag }),
			conseil: advice,
		})),
		nombre_caracteres_refuses: unsupportedCount,
		caracteres_refuses: unsupported.map((found) => ({
			caractere: found.character,
			code: found.codePoint,
			position: found.position,
			contexte: found.context,
			...(found.suggestion === undefined ? {} : { suggestion: found.suggestion }),
		})),
		corrections: corrections(repairs),
		avertissements: prepared.notes,
	};
}

function summary(prepared: PreparedText, empty: boolean): string {
	if (empty) return 'Texte vide : rien ne serait imprimé';
	const count = (number: number, noun: string, rest: string) =>
		number === 0 ? [] : [`${number} ${number === 1 ? noun : `${noun}s`} ${rest}`];
	const { unsupportedCount, losses, characterCount } = prepared;
	const found = [
		...count(unsupportedCount, 'caractère', 'à remplacer'),
		...count(losses.length, 'passage', 'à récrire pour ne pas être perdu'),
	];
	return found.length > 0
		? `Texte à corriger avant l'envoi : ${found.join(', ')}`
		: `Texte prêt à être envoyé : ${characterCount} caractère${characterCount === 1 ? '' : 's'}`;
}
