import type { IDataObject } from 'n8n-workflow';

import { isoFields } from '../../domain/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { nonEmptyText } from '../../domain/parameters';
import { noProofHtml, proofHtml } from '../../domain/proof';
import { cents, euros, euroText, isRecord } from '../../domain/records';
import { compareComposed } from '../../domain/text/compare';
import { prepareText, type PreparedText } from '../../domain/text/prepare';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { beside, payload } from '../context';

export interface PlacedOrder {
	/** `recovered`: the answer was lost, and the notice found by its number; `existing`: it was registered before. */
	readonly kind: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
}

/** What people read and map stands first in the editor; the nested price and the HTML come last. */
const FIRST = 'reference numero_commande resume total_ttc date_parution date_bouclage'.split(' ');
const LAST = ['epreuve_html', 'texte', 'tarif'];

const SECOND = "For a second publication set 'Order Number Mode' to Custom.";

export function quoteFields(answer: Answer, input: NoticeInput): IDataObject {
	return inReadingOrder(answer, {
		...dateAndPriceFields(answer, input.requestedDate),
		...textFields(input, answer.texte),
		...(input.proof ? { epreuve_html: proofHtml(input.proof, answer, answer.texte) } : {}),
		resume: summary(answer, input, 'Quote'),
	});
}

/** One item for an order. What cannot be known is listed, never invented. */
export function orderFields(
	client: ServiceClient,
	input: OrderInput,
	{ answer, kind }: PlacedOrder,
	quoted: Answer | undefined,
): IDataObject {
	const { notice, body } = input;
	const number = body.numero_commande;
	const named = number === undefined || nonEmptyText(answer.numero_commande) !== undefined;
	const unknown = unknownOf(answer);
	const lacking = unknown.map((name) => LACKING.get(name)).join(' and ');
	const gap = unknown.length === LACKING.size ? 'price and dates' : lacking;
	const fields: IDataObject = {
		environnement: client.environment,
		existant: kind === 'existing',
		recupere: kind === 'recovered',
		...(named ? {} : { numero_commande: number }),
		...dateAndPriceFields(answer, notice.requestedDate),
		...(unknown.length > 0 ? { inconnu: unknown } : {}),
	};
	if (notice.proof) {
		fields.epreuve_html =
			kind === 'existing'
				? noProofHtml(nonEmptyText(answer.reference) ?? number ?? '')
				: proofHtml(notice.proof, answer, quoted?.texte);
	}
	// A date that nobody told can have moved as well.
	if (unknown.includes('date_parution')) delete fields.date_modifiee;
	if (kind === 'ordered') {
		// An order that exists is never made a failure.
		const figures = figuresAbove(answer, input.maximumTotal);
		const above = figures === undefined ? [] : [`The order costs ${figures}: its quote was lower.`];
		fields.resume = [
			summary(answer, notice, 'Ordered'),
			...(gap === '' ? [] : [`The answer of the service does not tell ${gap}.`]),
			...above,
		].join('. ');
		return inReadingOrder(answer, { ...fields, ...textFields(notice, quoted?.texte, above) });
	}
	if (!textDecides(input)) fields.texte_compare = false;
	// A text that was certainly not ordered has nothing to tell. A quote of today does not show an earlier order.
	if (kind === 'recovered' || textDecides(input)) {
		const composed = kind === 'recovered' ? quoted?.texte : undefined;
		Object.assign(fields, textFields(notice, composed, []));
	}
	const known = datesAndPrice(answer).join(', ');
	fields.resume = [
		foundInWords(kind, input),
		...(known === '' ? [] : [`The service says: ${known}.`]),
		...(gap === '' ? [] : [`The service does not tell ${gap} of an order afterwards.`]),
	].join(' ');
	return inReadingOrder(answer, fields);
}

function inReadingOrder(answer: Answer, added: IDataObject): IDataObject {
	const rank = (name: string): number =>
		FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : LAST.indexOf(name) + 1;
	const fields = Object.entries(beside(payload(answer), added));
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

export function totalCents({ tarif }: Answer, field = 'montant_ttc'): number | undefined {
	const totals = isRecord(tarif) ? tarif.totaux : undefined;
	return isRecord(totals) ? cents(totals[field]) : undefined;
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
	const texts = textsOf(input);
	const repairs = texts.flatMap((text) => text.repairs);
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

function textsOf({ prepared, preparedHeader }: NoticeInput): PreparedText[] {
	return preparedHeader ? [prepared, preparedHeader] : [prepared];
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

function summary(answer: Answer, input: NoticeInput, done: 'Quote' | 'Ordered'): string {
	const repairs = textsOf(input).flatMap((text) => text.repairs);
	const count = repairs.reduce((sum, repair) => sum + repair.count, 0);
	return [
		`${done}: ${input.body.categorie}`,
		...(input.body.forfait === undefined ? [] : [input.body.forfait]),
		`in publication ${input.body.publication}`,
		`department ${input.body.departement}`,
		...datesAndPrice(answer),
		...(count === 0 ? [] : [`${count} typographic correction${count === 1 ? '' : 's'}`]),
	].join(', ');
}

function datesAndPrice(answer: Answer): string[] {
	const { date_parution: date, date_bouclage: closing } = answer;
	const total = totalCents(answer);
	return [
		...(typeof date === 'string' ? [`published on ${date}`] : []),
		...(typeof closing === 'string' && closing !== '' ? [`closing ${closing} (Paris)`] : []),
		...(total === undefined ? [] : [`${euroText(total)} including tax`]),
	];
}

/** What an answer need not tell: no endpoint tells dates and price of an order afterwards. */
const LACKING = new Map([
	['date_parution', 'the publication date'],
	['date_bouclage', 'the closing time'],
	['tarif', 'the price'],
]);

function unknownOf(answer: Answer): string[] {
	return [...LACKING.keys()].filter((name) =>
		name === 'tarif' ? !isRecord(answer[name]) : nonEmptyText(answer[name]) === undefined,
	);
}

function foundInWords(kind: 'existing' | 'recovered', input: OrderInput): string {
	const number = input.body.numero_commande;
	const isAutomatic = input.numberMode === 'automatic';
	if (kind === 'recovered') {
		return input.ifAlreadyOrdered === 'fail' || (isAutomatic && textDecides(input))
			? `Ordered under number ${number}: the answer was lost and the notice found again.`
			: `The answer was lost, and a notice with number ${number} was found: this order, or an earlier one.`;
	}
	if (!textDecides(input)) {
		return `A notice of this category was already ordered for this file, under number ${number}. Its text was not compared; the text given now was NOT ordered. ${SECOND}`;
	}
	return isAutomatic
		? `Already ordered under number ${number}: the same text for the same file is ordered once. ${SECOND}`
		: `A notice with number ${number} exists. It cannot be known whether its text is the same.`;
}

/** Whether another text would have another number; for a tool it would not. */
function textDecides({ numberMode, notice }: OrderInput): boolean {
	return numberMode !== 'automatic' || notice.identity.text !== undefined;
}
