/** Step 4 of an order: builds the output item; also of a quote or a cancellation. */
import type { IDataObject } from 'n8n-workflow';

import { isoFields } from '../../reading/cells/dates';
import type { Note, NoticeInput, OrderInput } from '../../domain/notice';
import { nonEmptyText, quotePassages } from '../../reading/cells/parameters';
import { noPreviewHtml, type PreviewFacts, previewHtml } from '../../domain/preview';
import { euros, listOfFields, recordList } from '../../reading/records';
import { restyled } from '../../reading/text/classes';
import { compareComposed } from '../../reading/text/compare';
import { type Finding, lossesIn, warningsOf } from '../../reading/text/findings';
import type { Repair } from '../../reading/text/typography';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { effectOutput, withFirst, without } from '../context';
import { isLate, type Lateness } from './deadline';
import { type MissedDay, retainedDay } from './openDate';
import { figuresAbove, totalCents } from './check';
import type { Cancelled } from './cancellation';
import type { PlacedOrder } from './place';
import { lateInFrench, lostInFrench, toCheckInFrench } from './toCheck';
import {
	cancelSummary,
	finishedSummary,
	mayBeOfOtherFile,
	missingIn,
	orderSummary,
	quoteSummary,
	repairsOf,
	textDecides,
} from './summary';

/** What people read and map comes first in the editor; the nested price and the HTML come last. */
const FIRST = [
	'resume',
	'dossier',
	'reference',
	'ancienne_reference',
	'numero_commande',
	'total_ttc',
	'date_parution',
	'date_bouclage',
];
const LAST = ['epreuve_html', 'texte', 'tarif'];

const SECOND = "For a second publication set 'Order Number Mode' to Custom.";
const FILE_KEPT = "Ordered once; a changed 'File Reference' is not on it.";
const NOT_COMPARED =
	'The node did not compare the texts. If this notice existed before, the text given now was NOT ordered.';
const NOT_QUOTED =
	'An earlier try had placed this order, so its text was not compared with a quote. Notice > Quote shows whether words of it are lost.';

/** What is said of a notice in the service's names; they are requested beside its quote and its order. */
interface NoticeInWords {
	/** What is published where. */
	readonly subject: string;
	/** What the preview shows beside the service's answer; undefined where none is wanted. */
	readonly preview: PreviewFacts | undefined;
	/** What the publication does not offer. */
	readonly notes: readonly Note[];
	/** Why the day moved, where it is because the newspaper does not appear on the requested one. */
	readonly missed: MissedDay | undefined;
}

/** What is known of a quote beside the service's answer. */
interface QuoteResult extends NoticeInWords {
	readonly notice: NoticeInput;
	readonly publishBy: string | undefined;
	readonly late: Lateness | undefined;
}

export function quoteFields(received: Answer, quoted: QuoteResult): IDataObject {
	const { notice: input, publishBy, late, subject, preview } = quoted;
	const warnings = quoted.notes.map(({ english }) => english);
	if (quoted.missed) warnings.push(quoted.missed.english);
	if (late) warnings.push(`${late.message} ${late.advice}`);
	const certain = { resume: `Devis : ${subject}`, empreinte: input.fingerprint };
	const fields = effectOutput(received, certain, (answer) => {
		const compared = comparedWith(answer.texte, input);
		const ofText = textFields(input, compared, warnings);
		const isTooLate = isLate(answer, publishBy);
		const drawbacks = {
			late: isTooLate ? lateInFrench(publishBy) : [],
			lost: lostInFrench(ofText.texte_perdu),
		};
		const toCheck = toCheckInFrench(quoted, compared.styles, drawbacks);
		return {
			...dateAndPriceFields(answer, input.requestedDate),
			...(isTooLate ? { parution_trop_tardive: true } : {}),
			...ofText,
			...(toCheck.length > 0 ? { a_verifier: toCheck } : {}),
			...(preview
				? { epreuve_html: previewHtml({ ...preview, toCheck }, answer, answer.texte) }
				: {}),
			resume: [quoteSummary(answer, input, quoted), ...drawbacks.late, ...drawbacks.lost].join(
				' ; ',
			),
		};
	});
	return inReadingOrder(fields);
}

/** All that is known of an order when it has been placed, or was found. */
interface OrderResult extends NoticeInWords {
	readonly client: ServiceClient;
	readonly input: OrderInput;
	readonly placed: PlacedOrder;
	/** Output fields about the notice that it replaces. */
	readonly replaced: IDataObject;
}

/** One item for an order. What cannot be known is listed, never invented. */
export function orderFields(order: OrderResult): IDataObject {
	const { client, input, placed, subject, replaced } = order;
	const { kind } = placed;
	const { numero_commande: number } = input.body;
	const certain: IDataObject = {
		resume: `Annonce ${kind === 'existing' ? 'déjà commandée' : 'commandée'} : ${subject}`,
		environnement: client.environment,
		existant: kind === 'existing',
		recupere: kind === 'recovered',
		dossier: input.body.dossier,
		...(number === undefined ? {} : { numero_commande: number }),
		...replaced,
	};
	const fields = effectOutput(placed.answer, certain, (answer) => {
		const unsaid = missingIn(answer).map(({ field }) => field);
		return {
			...dateAndPriceFields(answer, input.notice.requestedDate),
			...(unsaid.length > 0 ? { inconnu: unsaid } : {}),
			...(isLate(answer, input.publishBy) ? { parution_trop_tardive: true } : {}),
			...textOfOrder(order, answer),
			...previewOfOrder(order, answer),
			resume: orderSummary({ ...placed, answer }, input, order, replaced),
		};
	});
	return inReadingOrder(fields);
}

function textOfOrder(order: OrderResult, answer: Answer): IDataObject {
	const { input, placed, missed } = order;
	const { notice, maximumTotal, publishBy } = input;
	const { kind, quoted } = placed;
	const ofOrder = placed.warnings ?? [];
	const offered = [...ofOrder, ...order.notes.map(({ english }) => english)];
	const isOfText = textDecides(input);
	if (kind === 'existing') {
		// Nothing is said of a text that was not ordered, nor is the quote of today compared with an earlier order.
		const once = isOfText ? FILE_KEPT : 'Ordered once.';
		const warnings = input.numberMode === 'automatic' ? [`${once} ${SECOND}`] : [];
		if (isOfText) return textFields(notice, NOT_COMPOSED, [...offered, ...warnings]);
		return {
			texte_compare: false,
			avertissements: [NOT_COMPARED, ...ofOrder, ...warnings],
		};
	}
	const warnings = [...offered, ...(missed ? [missed.english] : [])];
	if (kind === 'recovered') {
		const isUnquoted = quoted === undefined && notice.ifTextChanges === 'warn';
		if (isUnquoted) warnings.push(NOT_QUOTED);
		const fields = textFields(notice, comparedWith(quoted?.texte, notice), warnings);
		return isOfText ? fields : { texte_compare: false, ...fields };
	}
	// What a person should know of an order that exists and is never made a failure.
	if (isLate(answer, publishBy)) {
		warnings.push(
			`The order is placed. It appears later than 'Publish By' (${publishBy}), although its quote did not.`,
		);
	}
	const figures = figuresAbove(answer, maximumTotal);
	if (figures !== undefined)
		warnings.push(`The order is placed. It costs ${figures}, although its quote did not.`);
	return textFields(notice, comparedWith(quoted?.texte, notice), warnings);
}

function previewOfOrder(
	{ input, placed, preview, replaced }: OrderResult,
	answer: Answer,
): IDataObject {
	if (!preview) return {};
	if (placed.kind === 'existing') {
		const name = nonEmptyText(answer.reference) ?? input.body.numero_commande ?? '';
		return { epreuve_html: noPreviewHtml(name) };
	}
	const file = mayBeOfOtherFile(placed.kind, input, replaced) ? '' : input.body.dossier;
	return { epreuve_html: previewHtml({ ...preview, file }, answer, placed.quoted?.texte) };
}

/** The invoice and credit note of a cancellation, or warnings about why they are not known. */
export type CancelledDocuments = {
	readonly documents: IDataObject[];
	readonly warnings: string[];
};

/** The documents of a cancellation (specification, endpoint 3). @param answer undefined when it was lost */
export function cancelledDocuments(answer: Answer | undefined): CancelledDocuments {
	if (!answer) {
		const warnings = ['The answer was lost: whether there is a credit note is not known.'];
		return { documents: [], warnings };
	}
	const documents = listOfFields(answer.documents).map((one) => ({ ...one }) as IDataObject);
	if (recordList(answer.documents)) return { documents, warnings: [] };
	return { documents, warnings: ['The documents of the cancellation could not be read.'] };
}

/** In words for a stop that says what is cancelled; empty where there is no credit note. */
export function creditNotesIn({ documents, warnings }: CancelledDocuments): string {
	const creditNotes = documents
		.filter(({ type }) => type === 'avoir')
		.map(({ numero }) => nonEmptyText(numero) ?? 'without a number');
	if (creditNotes.length > 0) return ` (credit note ${creditNotes.join(', ')})`;
	if (warnings.length === 0) return '';
	return ' (whether there is a credit note is not known)';
}

/** What is known of a notice that was cancelled. */
interface Cancellation extends Cancelled, CancelledDocuments {
	readonly requested: string;
}

/** One item for a cancellation. @param missing files that could not be had */
export function cancelledFields(
	{ environment }: ServiceClient,
	{ requested, reference, answer, status = {}, documents, warnings }: Cancellation,
	missing: readonly IDataObject[],
): IDataObject {
	const certain: IDataObject = {
		resume: `Annonce ${reference} annulée`,
		reference,
		demande: requested,
		annulee: true,
		recupere: answer === undefined,
		environnement: environment,
	};
	const statusBefore = nonEmptyText(status.statut);
	if (statusBefore !== undefined) certain.ancien_statut = statusBefore;
	if (warnings.length > 0) certain.avertissements = [...warnings];
	if (missing.length > 0) certain.fichiers_manquants = [...missing];
	// What else the service said of the notice tells a person which one it was; its status and reason are over.
	const named = without(status, ['statut', 'motif']);
	const received: Record<string, unknown> = { ...named, ...answer };
	if ('documents' in received) received.documents = documents;
	const resume = () => ({ resume: cancelSummary(reference, answer, status) });
	return inReadingOrder(effectOutput(received, certain, resume));
}

function inReadingOrder({ resume, ...json }: IDataObject): IDataObject {
	const { avertissements: warnings } = json;
	const counted = Array.isArray(warnings) ? warnings.length : 0;
	const fields: IDataObject = { resume: finishedSummary(String(resume), counted), ...json };
	const others = Object.keys(fields).filter((name) => !LAST.includes(name));
	return withFirst(fields, [...FIRST, ...others, ...LAST]);
}

function dateAndPriceFields(answer: Answer, requestedDay: string | undefined): IDataObject {
	const fields: IDataObject = isoFields(answer, ['date_parution', 'date_bouclage']);
	if (requestedDay !== undefined) {
		fields.date_demandee = requestedDay;
		// Without a date in the answer nobody knows whether it has moved.
		const day = retainedDay(answer);
		if (day !== undefined) fields.date_modifiee = day !== requestedDay;
	}
	for (const name of ['ht', 'tva', 'ttc']) {
		const amount = totalCents(answer, `montant_${name}`);
		if (amount !== undefined) fields[`total_${name}`] = euros(amount);
	}
	return fields;
}

/** What became of the text, with other warnings behind those about it. */
function textFields(
	input: NoticeInput,
	{ missing, added, lines, styles }: Compared,
	others: readonly string[],
): IDataObject {
	const texts = [input.prepared, ...(input.preparedHeader ? [input.preparedHeader] : [])];
	const lost = [
		...texts.flatMap(({ findings }) => lossesIn(findings)).map(({ words }) => words),
		...input.lostWords,
		...missing,
	];
	const repairs = repairsOf(input);
	const fields: IDataObject = { nombre_caracteres: input.prepared.characterCount };
	if (repairs.length > 0) fields.corrections = corrections(repairs);
	if (lines !== undefined) fields.texte_visible = lines;
	if (lines !== undefined || lost.length > 0) {
		fields.texte_identique = lost.length + added.length === 0;
	}
	if (added.length > 0) fields.texte_ajoute = added;
	if (lost.length > 0) fields.texte_perdu = lost;
	const warnings = [
		...lossWarnings(lost),
		...warningsOf(texts.flatMap(({ findings }) => findings)),
		...input.notes.map(({ english }) => english),
		...warningsOf(styles),
		...others,
	];
	if (warnings.length > 0) fields.avertissements = [...new Set(warnings)];
	return fields;
}

export function lossWarnings(lost: readonly string[]): string[] {
	if (lost.length === 0) return [];
	return [`Words that will not be printed: ${quotePassages(lost)}.`];
}

/** What the service composed, beside what was meant. */
interface Compared {
	readonly missing: readonly string[];
	readonly added: readonly string[];
	/** The words of the composed text; undefined where it was not quoted. */
	readonly lines: string | undefined;
	readonly styles: readonly Finding[];
}

const NOT_COMPOSED: Compared = { missing: [], added: [], lines: undefined, styles: [] };

/** @param composedText `texte` of a quote, if there is one */
function comparedWith(composedText: unknown, { prepared }: NoticeInput): Compared {
	const composed = nonEmptyText(composedText);
	if (composed === undefined) return NOT_COMPOSED;
	const styles = restyled(prepared.html, composed);
	return { ...compareComposed(prepared.visibleText, composed), styles: styles ? [styles] : [] };
}

export function corrections(repairs: readonly Repair[]): IDataObject[] {
	return repairs.map(({ from, to, codePoint, name, count }) => ({
		de: from,
		par: to,
		code: codePoint,
		nom: name,
		nombre: count,
	}));
}
