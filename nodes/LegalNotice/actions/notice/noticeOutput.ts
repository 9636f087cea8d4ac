import type { IDataObject } from 'n8n-workflow';

import { wallClockToIso } from '../../domain/dates';
import { cents, euros, euroText } from '../../domain/money';
import { compareComposed, prepareText, type PreparedText } from '../../domain/text';
import type { NoticeInput } from './noticeInput';
import { toNumber } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import type { Answer } from '../../transport/envelope';

/** What people read and map stands first in every view of the editor; the nested price and the HTML come last. */
export function inReadingOrder(fields: IDataObject): IDataObject {
	const first = [
		'reference',
		'numero_commande',
		'resume',
		'total_ttc',
		'date_parution',
		'date_bouclage',
	];
	const last = ['texte', 'tarif'];
	const rank = (name: string): number =>
		first.includes(name) ? first.indexOf(name) - first.length : last.indexOf(name) + 1;
	return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => rank(a) - rank(b)));
}

/** Dates and totals of a quote or an order, beside the raw fields. */
export function dateAndPriceFields(answer: Answer, requestedDate: string | undefined): IDataObject {
	const fields: IDataObject = {};
	if (requestedDate !== undefined) {
		fields.date_demandee = requestedDate;
		fields.date_modifiee = dateMoved(answer, requestedDate);
	}
	const publication = wallClockToIso(answer.date_parution);
	if (publication) fields.date_parution_iso = publication;
	const closing = wallClockToIso(answer.date_bouclage);
	if (closing) fields.date_bouclage_iso = closing;
	for (const [field, name] of [
		['montant_ht', 'total_ht'],
		['montant_tva', 'total_tva'],
		['montant_ttc', 'total_ttc'],
	] as const) {
		const amount = totalCents(answer, field);
		if (amount !== undefined) fields[name] = euros(amount);
	}
	return fields;
}

export function dateMoved(answer: Answer, requestedDate: string | undefined): boolean {
	return (
		requestedDate !== undefined &&
		typeof answer.date_parution === 'string' &&
		answer.date_parution.slice(0, 10) !== requestedDate
	);
}

export function totalCents(
	answer: Answer,
	field: 'montant_ht' | 'montant_tva' | 'montant_ttc',
): number | undefined {
	const tarif = answer.tarif;
	const totals = isRecord(tarif) ? tarif.totaux : undefined;
	return isRecord(totals) ? cents(totals[field]) : undefined;
}

/**
 * Paper copies that are charged beyond what was chosen: without a choice the service adds one where there is no
 * digital proof (specification, endpoint 1), which is easily overlooked.
 */
export function proofNotes({ tarif }: Answer, { body }: NoticeInput): string[] {
	const line = isRecord(tarif) ? tarif.justificatif_papier : undefined;
	const charged = isRecord(line) ? (toNumber(line.quantite) ?? 0) : 0;
	const chosen = body.justificatifs_papiers;
	if (charged <= (chosen ?? 0)) return [];
	const proofs = `The price includes ${charged} paper proof${charged === 1 ? '' : 's'} (justificatif papier)`;
	return [
		chosen === undefined
			? `${proofs}, as this publication sends without a choice; the option 'Paper Proofs' changes it.`
			: `${proofs}, although 'Paper Proofs' is ${chosen}.`,
	];
}

/**
 * What became of the text: repairs, words that are dropped, and the text as it will be printed.
 *
 * @param composed the text of a quote, if there is one
 * @param more notes beside those of the texts
 */
export function textFields(
	input: NoticeInput,
	composed: unknown,
	more: readonly string[] = [],
): IDataObject {
	const texts = [input.prepared, ...(input.preparedHeader ? [input.preparedHeader] : [])];
	const repairs = texts.flatMap(({ repairs: list }) => list);
	const losses = texts.flatMap((text) => text.losses.map(({ words }) => words));
	const notes = [...new Set([...texts.flatMap((text) => text.notes), ...input.notes, ...more])];
	const fields: IDataObject = { nombre_caracteres: input.prepared.characterCount };
	if (repairs.length > 0) fields.corrections = corrections(repairs);
	const missing = [...losses, ...input.lostWords];
	if (input.lostWords.length > 0) fields.texte_identique = false;
	if (typeof composed === 'string') {
		const comparison = compareComposed(input.body.texte, composed);
		missing.push(...comparison.missing);
		fields.texte_visible = prepareText({ format: 'html', text: composed }).visibleText;
		fields.texte_identique = missing.length === 0 && comparison.added.length === 0;
		if (comparison.added.length > 0) fields.texte_ajoute = comparison.added;
	}
	if (missing.length > 0) fields.texte_perdu = missing;
	if (notes.length > 0) fields.avertissements = notes;
	return fields;
}

/** What was mended in a text, letter by letter. */
export function corrections(repairs: PreparedText['repairs']): IDataObject[] {
	return repairs.map(({ from, to, codePoint, name, count }) => ({
		de: from,
		par: to,
		code: codePoint,
		nom: name,
		nombre: count,
	}));
}

/** One sentence for a person who approves or files the notice. */
export function summary(answer: Answer, input: NoticeInput, done: 'Quote' | 'Ordered'): string {
	const texts = [input.prepared, ...(input.preparedHeader ? [input.preparedHeader] : [])];
	const count = texts
		.flatMap(({ repairs }) => repairs)
		.reduce((sum, repair) => sum + repair.count, 0);
	const repaired = count === 0 ? [] : [`${count} typographic correction${count === 1 ? '' : 's'}`];
	return [`${done}: ${input.subject}`, ...datesAndPrice(answer), ...repaired].join(', ');
}

/** Dates and price as parts of a sentence, as far as an answer has them. */
export function datesAndPrice(answer: Answer): string[] {
	const total = totalCents(answer, 'montant_ttc');
	const closing = typeof answer.date_bouclage === 'string' ? answer.date_bouclage : undefined;
	return [
		typeof answer.date_parution === 'string' ? `published on ${answer.date_parution}` : '',
		closing ? `closing ${closing} (Paris)` : '',
		total === undefined ? '' : `${euroText(total)} including tax`,
	].filter((part) => part !== '');
}
