/** Step 4 of an order, in words: one French sentence that can be shown to the client as it is. */
import type { IDataObject } from 'n8n-workflow';

import { frenchDay, frenchMoment, frenchMove } from '../../reading/cells/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { nonEmptyText, trimmedText } from '../../reading/cells/parameters';
import { euros, frenchEuros, isRecord, listOfFields } from '../../reading/records';
import type { PreparedText } from '../../reading/text/prepare';
import type { Answer } from '../../transport/envelope';
import { totalAbove, totalCents } from './check';
import type { MissedDay } from './openDate';
import type { PlacedOrder } from './place';

/** What is said of a notice in the service's names, and why its day has moved. */
interface InWords {
	readonly subject: string;
	readonly missed: MissedDay | undefined;
}

export function quoteSummary(answer: Answer, input: NoticeInput, words: InWords): string {
	const { subject, missed } = words;
	const details = datesAndPrice(answer, 'à commander avant le', input.requestedDate, missed);
	return [`Devis : ${subject}`, ...details, ...countedRepairs(input)].join(', ');
}

/** @param replaced output fields about the notice that this order replaces */
export function orderSummary(
	placed: PlacedOrder,
	input: OrderInput,
	words: InWords,
	replaced: IDataObject,
): string {
	const clauses = [
		...outcomeInWords(placed, input, words),
		...replacedInWords(replaced),
		...gapsInWords(placed.answer),
	];
	return clauses.join(' ; ');
}

function outcomeInWords(
	{ outcome, answer }: PlacedOrder,
	input: OrderInput,
	{ subject, missed }: InWords,
): string[] {
	const ofOtherFile = mayBeOfOtherFile(outcome, input);
	const name = `${nameInWords(answer, input, ofOtherFile)} : ${subject}`;
	// A notice that was ordered before keeps the date that it has.
	if (outcome === 'existing') {
		const notice = [name, ...datesAndPrice(answer, 'bouclage le', undefined)].join(', ');
		return existingInWords(notice, answer, input, ofOtherFile);
	}
	const { requestedDate } = input.notice;
	const notice = [name, ...datesAndPrice(answer, 'bouclage le', requestedDate, missed)];
	if (outcome === 'recovered') return recoveredInWords(notice.join(', '), input);
	notice.push(...excessInWords(answer, input), ...countedRepairs(input.notice));
	return [`Annonce commandée ${notice.join(', ')}`];
}

function recoveredInWords(notice: string, input: OrderInput): string[] {
	const lost = 'la réponse du service n’a pas été reçue';
	const isThis = input.ifAlreadyOrdered === 'fail' || textDecides(input);
	if (isThis) return [`Annonce commandée ${notice}`, `${lost}, mais l’annonce a été retrouvée`];
	return [`Annonce retrouvée ${notice}`, lost, 'il s’agit de cette commande ou d’une précédente'];
}

function existingInWords(
	notice: string,
	answer: Answer,
	input: OrderInput,
	ofOtherFile: boolean,
): string[] {
	const first = isAutomatic(input)
		? `Annonce déjà commandée ${notice}`
		: registeredInWords(answer, input);
	const unordered = textDecides(input)
		? ''
		: ', et le texte donné ici, s’il est différent, n’a pas été commandé';
	const clauses = [first, `la présente demande ne la modifie pas${unordered}`];
	if (!ofOtherFile) return clauses;
	const { dossier } = input.body;
	return [
		...clauses,
		`si elle a été commandée sous un autre dossier que ${dossier}, elle le garde`,
	];
}

function registeredInWords({ reference }: Answer, { body }: OrderInput): string {
	const name = trimmedText(reference);
	const whose = name === '' ? 'd’une annonce' : `de l’annonce ${name}`;
	return `Le numéro de commande ${body.numero_commande} est déjà celui ${whose}, dont le texte peut être différent`;
}

/** File and reference name a notice for people; a number does where a person has given it. */
function nameInWords(
	answer: Answer,
	{ body, customNumber }: OrderInput,
	ofOtherFile: boolean,
): string {
	const file = ofOtherFile ? '' : ` (dossier ${body.dossier})`;
	const own = customNumber === undefined ? file : ` (numéro ${body.numero_commande})`;
	const reference = nonEmptyText(answer.reference);
	if (reference === undefined) return `sous une référence non communiquée${own}`;
	return `sous la référence ${reference}${own}`;
}

/** Whether a notice that is found again may have another file reference: no endpoint says which one it has. */
function mayBeOfOtherFile(outcome: PlacedOrder['outcome'], input: OrderInput): boolean {
	return outcome === 'existing' && textDecides(input);
}

function excessInWords(answer: Answer, { maximumTotal }: OrderInput): string[] {
	const above = totalAbove(answer, maximumTotal);
	if (!above) return [];
	return [`au-dessus du plafond de ${euroWords(above.most)}\u00a0TTC`];
}

function replacedInWords({
	ancienne_reference: old,
	documents_annulation: documents,
}: IDataObject): string[] {
	if (old === undefined) return [];
	if (!documents) return [`remplace l’annonce ${String(old)}, déjà annulée`];
	return [`remplace l’annonce ${String(old)}, annulée${documentsInWords(documents)}`];
}

/** An answer may leave these out, and no endpoint gives dates and price of an order afterwards. */
const OFTEN_UNSAID = [
	{ field: 'date_parution', words: 'date de parution', alone: 'non communiquée' },
	{ field: 'date_bouclage', words: 'bouclage', alone: 'non communiqué' },
	{ field: 'tarif', words: 'prix', alone: 'non communiqué' },
];

function missingIn(answer: Answer): typeof OFTEN_UNSAID {
	// A price is a record, a date a text.
	return OFTEN_UNSAID.filter(({ field }) => {
		const value = answer[field];
		return !isRecord(value) && nonEmptyText(value) === undefined;
	});
}

export function unknownOf(answer: Answer): string[] {
	return missingIn(answer).map(({ field }) => field);
}

function gapsInWords(answer: Answer): string[] {
	const [first, ...others] = missingIn(answer);
	if (!first) return [];
	if (others.length === 0) return [`${first.words} ${first.alone} par le service`];
	const unknown = [first, ...others].map(({ words }) => words);
	return [`non communiqués par le service : ${unknown.join(', ')}`];
}

/** @param answer undefined when it was lost. @param status what the service said of the notice before */
export function cancelSummary(
	reference: string,
	answer: Answer | undefined,
	status: Answer,
): string {
	const published = status.statut === 'parue' ? ', déjà parue,' : '';
	const cancelled = `Annonce ${reference}${noticeInWords(status)}${published} annulée`;
	if (answer) return `${cancelled}${documentsInWords(answer.documents).replace(',', ' ;')}`;
	return `${cancelled} ; la réponse du service n’a pas été reçue ; un avoir a pu être émis`;
}

/** File, newspaper and day of a notice, as far as a service says them with its status: the interface lists none of them there. */
function noticeInWords({ dossier, publication, date_parution: date }: Answer): string {
	const [file, newspaper, day] = [dossier, publication, date].map(nonEmptyText);
	const words = [
		...(file === undefined ? [] : [`dossier ${file}`]),
		...(newspaper === undefined
			? []
			: [/^\d+$/.test(newspaper) ? `publication ${newspaper}` : newspaper]),
		...(day === undefined ? [] : [`parution le ${dayInWords(day)}`]),
	];
	return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function countedRepairs(input: NoticeInput): string[] {
	const count = repairsOf(input).reduce((sum, repair) => sum + repair.count, 0);
	if (count === 0) return [];
	if (count === 1) return ['1 correction typographique'];
	return [`${count} corrections typographiques`];
}

export function repairsOf({ prepared, preparedHeader }: NoticeInput): PreparedText['repairs'] {
	if (!preparedHeader) return prepared.repairs;
	return [...prepared.repairs, ...preparedHeader.repairs];
}

/** @param closes the words before the closing time */
function datesAndPrice(
	answer: Answer,
	closes: string,
	requestedDay: string | undefined,
	missed?: MissedDay,
): string[] {
	const clauses: string[] = [];
	const date = nonEmptyText(answer.date_parution);
	if (date !== undefined) clauses.push(publicationInWords(date, requestedDay));
	if (missed) clauses.push(missed.french);
	const closing = frenchMoment(answer.date_bouclage) ?? nonEmptyText(answer.date_bouclage);
	if (closing !== undefined) clauses.push(`${closes} ${closing}`);
	const total = totalCents(answer);
	if (total !== undefined) clauses.push(`${euroWords(total)}\u00a0TTC`);
	return clauses;
}

function publicationInWords(date: string, requestedDay: string | undefined): string {
	const day = date.slice(0, 10);
	if (requestedDay !== undefined && day !== requestedDay) {
		return `parution demandée le ${frenchMove(requestedDay, day)}`;
	}
	return `parution le ${dayInWords(date)}`;
}

/** What is no day is shown as it was written. */
function dayInWords(date: string): string {
	return frenchDay(date) ?? date;
}

function euroWords(amount: number): string {
	return frenchEuros(euros(amount));
}

/** Invoice and credit note of a cancellation. */
function documentsInWords(documents: unknown): string {
	return listOfFields(documents)
		.map(({ type, numero }) => `, ${trimmedText(type)} ${trimmedText(numero)}`.trimEnd())
		.join('');
}

/** A newspaper lets no line begin with a colon, hence the no-break spaces. @param warnings how many the item has */
export function finishedSummary(summary: string, warnings: number): string {
	return `${summary}${countedWarnings(warnings)}`.replace(/ (?=[:;])/g, '\u00a0');
}

function countedWarnings(warnings: number): string {
	if (warnings === 0) return '';
	if (warnings === 1) return ' ; 1 avertissement';
	return ` ; ${warnings} avertissements`;
}

function isAutomatic({ numberMode }: OrderInput): boolean {
	return numberMode === 'automatic';
}

/** Whether another text would have another number; for a tool it would not. */
export function textDecides(input: OrderInput): boolean {
	return !isAutomatic(input) || input.notice.identity.text !== undefined;
}
