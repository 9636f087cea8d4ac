/** What is told of a quote, an order or a cancellation: the fields of its item. */
import type { IDataObject } from 'n8n-workflow';

import { isoFields } from '../../domain/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { isGiven, nonEmptyText } from '../../domain/parameters';
import { noPreviewHtml, previewHtml } from '../../domain/preview';
import {
	cents,
	euros,
	euroText,
	listOfFields,
	recordList,
	type UnknownRecord,
} from '../../domain/records';
import { compareComposed, readableLines } from '../../domain/text/compare';
import type { PreparedText } from '../../domain/text/prepare';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { tellDone } from '../finished';
import {
	cancelSummary,
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
const FIRST = [
	'resume',
	'reference',
	'ancienne_reference',
	'numero_commande',
	'total_ttc',
	'date_parution',
	'date_bouclage',
];
const LAST = ['epreuve_html', 'texte', 'tarif'];

const SECOND = "Ordered once. For a second publication set 'Order Number Mode' to Custom.";
const NOT_COMPARED = 'Its text was not compared; the text given now was NOT ordered.';

export function quoteFields(sent: Answer, input: NoticeInput, subject: string): IDataObject {
	const { preview } = input;
	const fields = tellDone(
		sent,
		{ resume: `Devis : ${subject}` },
		{
			total_ttc: (answer) => dateAndPriceFields(answer, input.requestedDate),
			texte_visible: ({ texte }) => textFields(input, texte),
			epreuve_html: (answer) =>
				preview ? { epreuve_html: previewHtml(preview, answer, answer.texte) } : {},
			resume: (answer) => ({ resume: quoteSummary(answer, input, subject) }),
		},
	);
	return inReadingOrder(fields);
}

/** All that is known of an order when it has been placed, or was found. */
export interface OrderToTell {
	readonly client: ServiceClient;
	readonly input: OrderInput;
	readonly placed: PlacedOrder;
	readonly quoted: Answer | undefined;
	/** What is published where, in words. */
	readonly subject: string;
	/** Output fields about the notice that it replaces. */
	readonly replaced?: IDataObject;
}

/** One item for an order. What cannot be known is listed, never invented. */
export function orderFields(order: OrderToTell): IDataObject {
	const { client, input, placed, subject, replaced = {} } = order;
	const { kind } = placed;
	const { numero_commande: number } = input.body;
	const certain: IDataObject = {
		resume: `${kind === 'existing' ? 'Déjà commandée' : 'Commandée'} : ${subject}`,
		environnement: client.environment,
		existant: kind === 'existing',
		recupere: kind === 'recovered',
		...(number === undefined ? {} : { numero_commande: number }),
		...replaced,
	};
	const fields = tellDone(placed.answer, certain, {
		total_ttc: (answer) => knownOfOrder(answer, input.notice.requestedDate),
		texte_visible: (answer) => textOfOrder(order, answer),
		epreuve_html: (answer) => proofOfOrder(order, answer),
		resume: (answer) => ({ resume: orderSummary({ kind, answer }, input, subject, replaced) }),
	});
	return inReadingOrder(fields);
}

function knownOfOrder(answer: Answer, requestedDate: string | undefined): IDataObject {
	const unknown = unknownOf(answer);
	const fields = dateAndPriceFields(answer, requestedDate);
	return unknown.length > 0 ? { ...fields, inconnu: unknown } : fields;
}

function textOfOrder({ input, placed, quoted }: OrderToTell, answer: Answer): IDataObject {
	const { notice } = input;
	const compared = placed.kind === 'ordered' || textDecides(input) ? {} : { texte_compare: false };
	if (placed.kind !== 'existing') {
		const notes = placed.kind === 'ordered' ? notesOfOrder(input, answer) : [];
		return { ...compared, ...textFields(notice, quoted?.texte, notes) };
	}
	const notes = input.numberMode === 'automatic' ? [SECOND] : [];
	// A text that was not ordered has nothing to tell, nor has a quote of today of an earlier order.
	if (!textDecides(input)) return { ...compared, avertissements: [NOT_COMPARED, ...notes] };
	return textFields(notice, undefined, notes);
}

/** What a person should know of an order that exists and is never made a failure. */
function notesOfOrder({ body, maximumTotal }: OrderInput, answer: Answer): string[] {
	const figures = figuresAbove(answer, maximumTotal);
	const above = figures === undefined ? [] : [`The order costs ${figures}: its quote was lower.`];
	const unsent = body.numero_commande === undefined && nonEmptyText(answer.numero_commande);
	if (!unsent) return above;
	const other = `The answer has the order number ${unsent}, and none was sent: check that its reference is that of this notice.`;
	return [...above, other];
}

function proofOfOrder({ input, placed, quoted }: OrderToTell, answer: Answer): IDataObject {
	const { preview } = input.notice;
	if (!preview) return {};
	if (placed.kind !== 'existing') {
		const facts = { ...preview, file: input.body.dossier };
		return { epreuve_html: previewHtml(facts, answer, quoted?.texte) };
	}
	const name = nonEmptyText(answer.reference) ?? input.body.numero_commande ?? '';
	return { epreuve_html: noPreviewHtml(name) };
}

/** Invoice and credit note of a cancellation (specification, endpoint 3). @param answer undefined when it was lost */
export function cancelledDocuments(answer: Answer | undefined): {
	documents: IDataObject[];
	notes: string[];
} {
	if (!answer) {
		const notes = ['The answer was lost: whether there is a credit note is not known.'];
		return { documents: [], notes };
	}
	const documents = listOfFields(answer.documents).map((one) => ({ ...one }) as IDataObject);
	if (recordList(answer.documents)) return { documents, notes: [] };
	return { documents, notes: ['The documents of the cancellation could not be read.'] };
}

/** What is known of a notice that was cancelled. */
interface Cancellation {
	readonly asked: string;
	readonly reference: string;
	/** Undefined when it was lost. */
	readonly answer: Answer | undefined;
	readonly documents: IDataObject[];
	readonly notes: readonly string[];
}

/** One item for a cancellation. @param missing files that could not be had */
export function cancelledFields(
	{ environment }: ServiceClient,
	{ asked, reference, answer, documents, notes }: Cancellation,
	missing: readonly IDataObject[],
): IDataObject {
	const certain: IDataObject = {
		resume: `Annulée : annonce ${reference}`,
		reference,
		demande: asked,
		annulee: true,
		recupere: answer === undefined,
		environnement: environment,
	};
	if (notes.length > 0) certain.avertissements = [...notes];
	if (missing.length > 0) certain.fichiers_manquants = [...missing];
	const sent: UnknownRecord = { ...answer };
	const readable = 'documents' in sent ? { ...sent, documents } : sent;
	const resume = () => ({ resume: cancelSummary(reference, answer) });
	return inReadingOrder(tellDone(readable, certain, { resume }));
}

function inReadingOrder(json: IDataObject): IDataObject {
	const rank = (name: string): number =>
		FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : LAST.indexOf(name) + 1;
	const resume = finishedSummary(String(json.resume), json.avertissements);
	const fields = Object.entries({ ...json, resume });
	return Object.fromEntries(fields.sort(([a], [b]) => rank(a) - rank(b)));
}

function dateAndPriceFields(answer: Answer, requested: string | undefined): IDataObject {
	const fields: IDataObject = isoFields(answer, ['date_parution', 'date_bouclage']);
	if (requested !== undefined) {
		fields.date_demandee = requested;
		// A date that nobody told can have moved as well.
		if (isGiven(answer.date_parution)) fields.date_modifiee = dateMoved(answer, requested);
	}
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
		fields.texte_visible = readableLines(composed);
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
