import type { IDataObject } from 'n8n-workflow';

import { isoFields } from '../../domain/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { nonEmptyText } from '../../domain/parameters';
import { noPreviewHtml, previewHtml } from '../../domain/preview';
import { cents, euros, euroText } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import { prepareText, type PreparedText } from '../../domain/text/prepare';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { beside, payload } from '../context';
import {
	finishedSummary,
	orderSummary,
	type PlacedOrder,
	quoteSummary,
	repairsOf,
	textDecides,
	totalCents,
	unknownOf,
} from './summary';

/** What people read and map stands first in the editor; the nested price and the HTML come last. */
const FIRST =
	'resume reference ancienne_reference numero_commande total_ttc date_parution date_bouclage'.split(
		' ',
	);
const LAST = ['epreuve_html', 'texte', 'tarif'];

const SECOND = "Ordered once. For a second publication set 'Order Number Mode' to Custom.";
const NOT_COMPARED = 'Its text was not compared; the text given now was NOT ordered.';

export function quoteFields(answer: Answer, input: NoticeInput, subject: string): IDataObject {
	return inReadingOrder(answer, {
		...dateAndPriceFields(answer, input.requestedDate),
		...textFields(input, answer.texte),
		...(input.preview ? { epreuve_html: previewHtml(input.preview, answer, answer.texte) } : {}),
		resume: quoteSummary(answer, input, subject),
	});
}

/**
 * One item for an order. What cannot be known is listed, never invented.
 *
 * @param subject what is published where, in words
 * @param replaced fields about the notice that it replaces
 */
export function orderFields(
	client: ServiceClient,
	input: OrderInput,
	placed: PlacedOrder,
	quoted: Answer | undefined,
	subject: string,
	replaced: IDataObject = {},
): IDataObject {
	const { notice, body } = input;
	const { answer, kind } = placed;
	const number = body.numero_commande;
	const named = number === undefined || nonEmptyText(answer.numero_commande) !== undefined;
	const unknown = unknownOf(answer);
	const fields: IDataObject = {
		environnement: client.environment,
		existant: kind === 'existing',
		recupere: kind === 'recovered',
		...(named ? {} : { numero_commande: number }),
		...dateAndPriceFields(answer, notice.requestedDate),
		...(unknown.length > 0 ? { inconnu: unknown } : {}),
		...(kind !== 'ordered' && !textDecides(input) ? { texte_compare: false } : {}),
		...replaced,
		resume: orderSummary(placed, input, subject, replaced),
	};
	if (notice.preview) {
		fields.epreuve_html =
			kind === 'existing'
				? noPreviewHtml(nonEmptyText(answer.reference) ?? number ?? '')
				: previewHtml({ ...notice.preview, file: body.dossier }, answer, quoted?.texte);
	}
	// A date that nobody told can have moved as well.
	if (unknown.includes('date_parution')) delete fields.date_modifiee;
	if (kind === 'existing') {
		const notes = input.numberMode === 'automatic' ? [SECOND] : [];
		// A text that was not ordered has nothing to tell, nor has a quote of today of an earlier order.
		const ofText = textDecides(input)
			? textFields(notice, undefined, notes)
			: { avertissements: [NOT_COMPARED, ...notes] };
		return inReadingOrder(answer, { ...fields, ...ofText });
	}
	// An order that exists is never made a failure.
	const figures = kind === 'ordered' ? figuresAbove(answer, input.maximumTotal) : undefined;
	const above = figures === undefined ? [] : [`The order costs ${figures}: its quote was lower.`];
	return inReadingOrder(answer, { ...fields, ...textFields(notice, quoted?.texte, above) });
}

export function inReadingOrder(answer: Answer, added: IDataObject): IDataObject {
	const rank = (name: string): number =>
		FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : LAST.indexOf(name) + 1;
	const { resume, avertissements } = added;
	const told = { ...added, resume: finishedSummary(String(resume), avertissements) };
	const fields = Object.entries(beside(payload(answer), told));
	return Object.fromEntries(fields.sort(([a], [b]) => rank(a) - rank(b)));
}

function dateAndPriceFields(answer: Answer, requestedDate: string | undefined): IDataObject {
	const moved = dateMoved(answer, requestedDate);
	const fields: IDataObject = {
		...(requestedDate === undefined ? {} : { date_demandee: requestedDate, date_modifiee: moved }),
		...isoFields(answer, ['date_parution', 'date_bouclage']),
	};
	for (const name of ['ht', 'tva', 'ttc']) {
		const amount = totalCents(answer, `montant_${name}`);
		if (amount !== undefined) fields[`total_${name}`] = euros(amount);
	}
	return fields;
}

export function dateMoved({ date_parution: date }: Answer, requested: string | undefined): boolean {
	return requested !== undefined && typeof date === 'string' && date.slice(0, 10) !== requested;
}

/** A total above the maximum, in words with both figures. */
export function figuresAbove(answer: Answer, maximumTotal: number | undefined): string | undefined {
	const ceiling = cents(maximumTotal);
	const total = totalCents(answer);
	if (ceiling === undefined || total === undefined || total <= ceiling) return undefined;
	return `${euroText(total)} including tax, above the 'Maximum Total' of ${euroText(ceiling)}`;
}

/** What became of the text. @param composed the text of a quote, if there is one */
function textFields(
	input: NoticeInput,
	composed: unknown,
	more: readonly string[] = [],
): IDataObject {
	const texts = [input.prepared, ...(input.preparedHeader ? [input.preparedHeader] : [])];
	const repairs = repairsOf(input);
	const losses = texts.flatMap((text) => text.losses);
	const missing = [...losses.map(({ words }) => words), ...input.lostWords];
	const notes = [...new Set([...texts.flatMap((text) => text.notes), ...input.notes, ...more])];
	const fields: IDataObject = { nombre_caracteres: input.prepared.characterCount };
	if (repairs.length > 0) fields.corrections = corrections(repairs);
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

export function corrections(repairs: PreparedText['repairs']): IDataObject[] {
	return repairs.map(({ from, to, codePoint, name, count }) => ({
		de: from,
		par: to,
		code: codePoint,
		nom: name,
		nombre: count,
	}));
}
