import type { IDataObject } from 'n8n-workflow';

import { frenchDay, frenchMoment, frenchMove } from '../../domain/dates';
import type { NoticeInput, OrderInput, QuoteBody } from '../../domain/notice';
import { nonEmptyText, trimmedText } from '../../domain/parameters';
import { cents, euros, frenchEuros, isRecord, listOfFields } from '../../domain/records';
import type { PreparedText } from '../../domain/text/prepare';
import type { Answer } from '../../transport/envelope';
import type { OperationContext } from '../context';
import { listOnce } from '../lists';

export interface PlacedOrder {
	/** `recovered`: the answer was lost, and the notice found by its number; `existing`: it was registered before. */
	readonly kind: 'ordered' | 'recovered' | 'existing';
	/** The order's own answer, or what the status route says of the notice. */
	readonly answer: Answer;
}

/** What is published where. */
export async function subjectOf(context: OperationContext, body: QuoteBody): Promise<string> {
	const { kind, newspaper } = await namesOf(context, body);
	return `${kind}, ${newspaper} (${body.departement})`;
}

/**
 * In the service's names, and in codes where it knows none. Each list is asked for once an execution; one that fails
 * costs no item, least of all one that is ordered.
 */
export async function namesOf(
	context: OperationContext,
	{ departement, publication, categorie, forfait }: QuoteBody,
): Promise<{ kind: string; newspaper: string }> {
	const nameOf = async (code: string, key: string, path: string, query = {}) => {
		const how = { query, helps: true };
		const entries = await listOnce(context, path, path.slice(1), how).catch(() => []);
		return trimmedText(entries.find((entry) => trimmedText(entry[key]) === code)?.libelle);
	};
	// A modification is named by what it modifies.
	const isNamed = categorie === 'MODIF' && forfait !== undefined;
	const [title, category, detail] = await Promise.all([
		nameOf(String(publication), 'id', '/publications', { departement }),
		isNamed ? '' : nameOf(categorie, 'code', '/categories'),
		forfait === undefined ? '' : nameOf(forfait, 'code', '/forfaits'),
	]);
	const change = detail || forfait;
	const named = category || categorie;
	const newspaper = title || `publication ${publication}`;
	if (change === undefined) return { kind: named, newspaper };
	if (isNamed) return { kind: change, newspaper };
	return { kind: `${named} (${change})`, newspaper };
}

/** One sentence that can be shown to the client as it is. */
export function quoteSummary(answer: Answer, input: NoticeInput, subject: string): string {
	const details = datesAndPrice(answer, 'à commander avant le', input.requestedDate);
	return [`Devis : ${subject}`, ...details, ...countedRepairs(input)].join(', ');
}

/** @param replaced output fields about the notice that this order replaces */
export function orderSummary(
	{ kind, answer }: PlacedOrder,
	input: OrderInput,
	subject: string,
	replaced: IDataObject,
): string {
	const number = nonEmptyText(input.body.numero_commande);
	const reference = trimmedText(answer.reference);
	// A notice that was ordered before keeps the date that it has.
	const requested = kind === 'existing' ? undefined : input.notice.requestedDate;
	const details = datesAndPrice(answer, 'bouclage le', requested);
	const notice = [`${namedAs(reference, number)} : ${subject}`, ...details];
	const unknown = unknownOf(answer).map((name) => UNKNOWN.get(name));
	const gap = unknown.length === 0 ? [] : [`le service n'indique pas : ${unknown.join(', ')}`];
	const parts: string[] = [];
	if (kind === 'ordered') {
		const most = cents(input.maximumTotal) ?? Infinity;
		const isAbove = (totalCents(answer) ?? 0) > most;
		const above = isAbove ? [`au-delà du maximum de ${euroWords(most)}`] : [];
		parts.push(`Commandée ${[...notice, ...above, ...countedRepairs(input.notice)].join(', ')}`);
	} else if (kind === 'recovered') {
		const isThis = input.ifAlreadyOrdered === 'fail' || (isAutomatic(input) && textDecides(input));
		const order = isThis ? 'Commandée' : 'Retrouvée';
		const doubt = isThis ? "l'annonce a été retrouvée" : "c'est cette commande ou une précédente";
		parts.push(`${order} ${notice.join(', ')}`, `la réponse du service s'est perdue, ${doubt}`);
	} else {
		parts.push(
			isAutomatic(input)
				? `Déjà commandée ${notice.join(', ')}`
				: `Le numéro ${number} est celui ${reference === '' ? "d'une annonce" : `de l'annonce ${reference}`}, dont le texte est peut-être autre`,
		);
		if (!textDecides(input)) parts.push("le texte de cette demande n'est pas commandé");
		parts.push(`cette demande n'y change rien (${requestsIn(input).join(', ')})`);
	}
	const { ancienne_reference: old, documents_annulation: documents } = replaced;
	if (old !== undefined) {
		const cancelled = documents ? `annulée${documentsInWords(documents)}` : 'déjà annulée';
		parts.push(`remplace l'annonce ${String(old)}, ${cancelled}`);
	}
	return [...parts, ...gap].join(' ; ');
}

function namedAs(reference: string, number: string | undefined): string {
	if (reference === '')
		return number === undefined ? 'sans référence lisible' : `sous le numéro ${number}`;
	return `sous la référence ${reference}${number === undefined ? '' : ` (numéro ${number})`}`;
}

/** @param answer undefined when it was lost */
export function cancelSummary(reference: string, answer: Answer | undefined): string {
	const documents = documentsInWords(answer?.documents);
	const lost = " ; la réponse du service s'est perdue, il y a peut-être un avoir";
	return `Annulée : annonce ${reference}${documents}${answer ? '' : lost}`;
}

/** What a new order of a registered notice asks for beside its content: none of it changes the notice. */
function requestsIn({ body, notice }: OrderInput): string[] {
	const { contact, largeur, largeur_texte, ...asked } = body;
	const { requestedDate: date } = notice;
	const { justificatifs_papiers: copies, justificatif_numerique: digital } = asked;
	const advertiser = asked.facturation?.nom_raison_sociale;
	return [
		date === undefined ? [] : `date demandée cette fois : ${frenchDay(date) ?? date}`,
		advertiser === undefined
			? `facturation au ${asked.mode_facturation}`
			: `facturation à l'annonceur ${advertiser}`,
		copies === undefined ? [] : `justificatifs papier : ${copies}`,
		digital === undefined ? [] : `justificatif numérique : ${digital ? 'oui' : 'non'}`,
		asked.envoi_justificatif ? 'justificatif par e-mail' : [],
		contact === undefined ? [] : `contact ${contact}`,
		largeur === undefined ? [] : `largeur ${largeur}`,
		largeur_texte === undefined ? [] : `largeur du texte ${largeur_texte}`,
	].flat();
}

function countedRepairs(input: NoticeInput): string[] {
	const count = repairsOf(input).reduce((sum, repair) => sum + repair.count, 0);
	const plural = count === 1 ? '' : 's';
	return count === 0 ? [] : [`${count} correction${plural} typographique${plural}`];
}

export function repairsOf({ prepared, preparedHeader }: NoticeInput): PreparedText['repairs'] {
	return [...prepared.repairs, ...(preparedHeader?.repairs ?? [])];
}

function datesAndPrice(answer: Answer, closes: string, requested: string | undefined): string[] {
	const date = nonEmptyText(answer.date_parution);
	const closing = frenchMoment(answer.date_bouclage) ?? nonEmptyText(answer.date_bouclage);
	const total = totalCents(answer);
	return [
		...(date === undefined ? [] : [publicationInWords(date, requested)]),
		...(closing === undefined ? [] : [`${closes} ${closing}`]),
		...(total === undefined ? [] : [`${euroWords(total)}\u00a0TTC`]),
	];
}

function publicationInWords(date: string, requested: string | undefined): string {
	const day = date.slice(0, 10);
	if (requested !== undefined && day !== requested) {
		return `date demandée : ${frenchMove(requested, day)}`;
	}
	return `parution le ${frenchDay(date) ?? date}`;
}

function euroWords(amount: number): string {
	return frenchEuros(euros(amount));
}

/** As a newspaper writes it: no line begins with a colon. @param warnings the field `avertissements` */
export function finishedSummary(summary: string, warnings: unknown): string {
	const count = Array.isArray(warnings) ? warnings.length : 0;
	const counted = count === 0 ? '' : ` ; ${count} avertissement${count === 1 ? '' : 's'}`;
	return `${summary}${counted}`.replace(/ (?=[:;])/g, '\u00a0');
}

/** What an answer need not tell: no endpoint tells dates and price of an order afterwards. */
const UNKNOWN = new Map([
	['date_parution', 'date de parution'],
	['date_bouclage', 'bouclage'],
	['tarif', 'prix'],
]);

export function unknownOf(answer: Answer): string[] {
	return [...UNKNOWN.keys()].filter((name) =>
		name === 'tarif' ? !isRecord(answer[name]) : nonEmptyText(answer[name]) === undefined,
	);
}

/** Invoice and credit note of a cancellation. */
function documentsInWords(documents: unknown): string {
	return listOfFields(documents)
		.map(({ type, numero }) => `, ${trimmedText(type)} ${trimmedText(numero)}`.trimEnd())
		.join('');
}

export function totalCents({ tarif }: Answer, field = 'montant_ttc'): number | undefined {
	const totals = isRecord(tarif) ? tarif.totaux : undefined;
	return isRecord(totals) ? cents(totals[field]) : undefined;
}

function isAutomatic({ numberMode }: OrderInput): boolean {
	return numberMode === 'automatic';
}

/** Whether another text would have another number; for a tool it would not. */
export function textDecides(input: OrderInput): boolean {
	return !isAutomatic(input) || input.notice.identity.text !== undefined;
}
