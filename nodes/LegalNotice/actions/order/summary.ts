/** Step 4 of an order, in words: one French sentence that can be shown to the client as it is. */
import type { IDataObject } from 'n8n-workflow';

import { dayOf, frenchDay, frenchMoment, frenchMove, writtenDate } from '../../reading/cells/dates';
import type { NoticeInput, OrderInput } from '../../domain/notice';
import { nonEmptyText, trimmedText } from '../../reading/cells/parameters';
import { euros, frenchEuros, listOfFields } from '../../reading/records';
import { repairsIn } from '../../reading/text/findings';
import type { Repair } from '../../reading/text/typography';
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
	{ kind, answer }: PlacedOrder,
	input: OrderInput,
	{ subject, missed }: InWords,
	replaced: IDataObject,
): string {
	const { body, customNumber, maximumTotal, notice } = input;
	const ofOtherFile = mayBeOfOtherFile(kind, input, replaced);
	// File and reference name a notice for people; a number does where a person has given it.
	const file = ofOtherFile ? '' : ` (dossier ${body.dossier})`;
	const own = customNumber === undefined ? file : ` (numéro ${body.numero_commande})`;
	const reference = nonEmptyText(answer.reference);
	const name =
		reference === undefined ? 'une référence non communiquée' : `la référence ${reference}`;
	// A notice that was ordered before keeps the date that it has.
	const details =
		kind === 'existing'
			? datesAndPrice(answer, 'bouclage le')
			: datesAndPrice(answer, 'bouclage le', notice.requestedDate, missed);
	if (kind === 'ordered') {
		const above = totalAbove(answer, maximumTotal);
		if (above) details.push(`au-dessus du plafond de ${frenchEuros(euros(above.most))}\u00a0TTC`);
		details.push(...countedRepairs(notice));
	}
	const named = [`sous ${name}${own} : ${subject}`, ...details].join(', ');
	const clauses = CLAUSES[kind](named, answer, input);
	if (ofOtherFile) {
		clauses.push(
			`si elle a été commandée sous un autre dossier que ${body.dossier}, elle le garde`,
		);
	}
	// No route gives date and price of an order that was there before.
	const gaps = kind === 'existing' ? [] : gapsInWords(answer);
	return [...clauses, ...replacedInWords(replaced), ...gaps].join(' ; ');
}

/** What became of an order, by clauses. `named` is the notice, with its dates and price. */
const CLAUSES: Readonly<
	Record<PlacedOrder['kind'], (named: string, answer: Answer, input: OrderInput) => string[]>
> = {
	ordered: (named) => [`Annonce commandée ${named}`],
	recovered: (named, _answer, input) => {
		const lost = 'la réponse du service n’a pas été reçue';
		if (input.ifAlreadyOrdered === 'fail' || textDecides(input)) {
			return [`Annonce commandée ${named}`, `${lost}, mais l’annonce a été retrouvée`];
		}
		return [`Annonce retrouvée ${named}`, lost, 'il s’agit de cette commande ou d’une précédente'];
	},
	existing: (named, answer, input) => {
		const reference = trimmedText(answer.reference);
		const whose = reference === '' ? 'd’une annonce' : `de l’annonce ${reference}`;
		const registered = `Le numéro de commande ${input.body.numero_commande} est déjà celui ${whose}, dont le texte peut être différent`;
		const first = input.numberMode === 'automatic' ? `Annonce déjà commandée ${named}` : registered;
		const unordered = textDecides(input)
			? ''
			: ', et le texte donné ici, s’il est différent, n’a pas été commandé';
		return [first, `la présente demande ne la modifie pas${unordered}`];
	},
};

/**
 * Whether a notice that was found may have another file reference: an earlier run may have ordered it, and no endpoint says
 * which one it has. A number that was looked up before it was sent was free then.
 */
export function mayBeOfOtherFile(
	kind: PlacedOrder['kind'],
	input: OrderInput,
	replaced: IDataObject,
): boolean {
	if (kind === 'ordered' || !textDecides(input)) return false;
	const isReplacement = Object.keys(replaced).length > 0;
	const wasLookedUp =
		isReplacement || input.numberMode === 'custom' || input.ifAlreadyOrdered === 'fail';
	return kind === 'existing' || !wasLookedUp;
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
	{ field: 'date_parution', words: 'date de parution', unsaid: 'non communiquée' },
	{ field: 'date_bouclage', words: 'bouclage', unsaid: 'non communiqué' },
	{ field: 'tarif', words: 'prix', unsaid: 'non communiqué' },
];

export function missingIn(answer: Answer): typeof OFTEN_UNSAID {
	return OFTEN_UNSAID.filter(({ field }) => {
		const said = field === 'tarif' ? totalCents(answer) : writtenDate(answer[field]);
		return said === undefined;
	});
}

function gapsInWords(answer: Answer): string[] {
	const [first, ...others] = missingIn(answer);
	if (!first) return [];
	if (others.length === 0) return [`${first.words} ${first.unsaid} par le service`];
	const all = [first, ...others].map(({ words }) => words);
	return [`non communiqués par le service : ${all.join(', ')}`];
}

/**
 * @param answer undefined when it was lost
 * @param status what the service said of the notice before: as far as it says them, file, newspaper and day name it, although
 * the interface lists none of them there
 */
export function cancelSummary(
	reference: string,
	answer: Answer | undefined,
	status: Answer,
): string {
	const { dossier, publication, date_parution: date } = status;
	const [file, newspaper] = [dossier, publication].map(nonEmptyText);
	const day = writtenDate(date);
	const words: string[] = [];
	if (file !== undefined) words.push(`dossier ${file}`);
	if (newspaper !== undefined)
		words.push(/^\d+$/.test(newspaper) ? `publication ${newspaper}` : newspaper);
	if (day !== undefined) words.push(`parution le ${dayInWords(day)}`);
	const named = words.length === 0 ? reference : `${reference} (${words.join(', ')})`;
	const published = status.statut === 'parue' ? ', déjà parue,' : '';
	const cancelled = `Annonce ${named}${published} annulée`;
	if (answer) return `${cancelled}${documentsInWords(answer.documents).replace(',', ' ;')}`;
	return `${cancelled} ; la réponse du service n’a pas été reçue ; un avoir a pu être émis`;
}

function countedRepairs(input: NoticeInput): string[] {
	const count = repairsOf(input).reduce((sum, repair) => sum + repair.count, 0);
	if (count === 0) return [];
	if (count === 1) return ['1 correction typographique'];
	return [`${count} corrections typographiques`];
}

export function repairsOf({ prepared, preparedHeader }: NoticeInput): Repair[] {
	return [...repairsIn(prepared.findings), ...repairsIn(preparedHeader?.findings ?? [])];
}

/** @param closes the words before the closing time */
function datesAndPrice(
	answer: Answer,
	closes: string,
	requestedDay?: string,
	missed?: MissedDay,
): string[] {
	const clauses: string[] = [];
	const date = writtenDate(answer.date_parution);
	if (date !== undefined) {
		const day = dayOf(date);
		const isMoved = requestedDay !== undefined && day !== undefined && day !== requestedDay;
		clauses.push(
			isMoved
				? `parution demandée le ${frenchMove(requestedDay, day)}`
				: `parution le ${dayInWords(date)}`,
		);
	}
	if (missed) clauses.push(missed.french);
	const closing = frenchMoment(answer.date_bouclage) ?? writtenDate(answer.date_bouclage);
	if (closing !== undefined) clauses.push(`${closes} ${closing}`);
	const total = totalCents(answer);
	if (total !== undefined) clauses.push(`${frenchEuros(euros(total))}\u00a0TTC`);
	return clauses;
}

/** What is no day is shown as it was written. */
function dayInWords(date: string): string {
	return frenchDay(date) ?? date;
}

/** Invoice and credit note of a cancellation. */
function documentsInWords(documents: unknown): string {
	return listOfFields(documents)
		.map(({ type, numero }) => `, ${trimmedText(type)} ${trimmedText(numero)}`.trimEnd())
		.join('');
}

/** A newspaper lets no line begin with a colon, hence the no-break spaces. @param warnings how many the item has */
export function finishedSummary(summary: string, warnings: number): string {
	let counted = '';
	if (warnings > 0) counted = ` ; ${warnings} avertissement${warnings === 1 ? '' : 's'}`;
	return `${summary}${counted}`.replace(/ (?=[:;])/g, '\u00a0');
}

/** Whether another text would have another number; for a tool it would not. */
export function textDecides({ numberMode, notice }: OrderInput): boolean {
	return numberMode !== 'automatic' || notice.identity.text !== undefined;
}
