/**
 * Draws the preview of a notice (bon à tirer) for whoever approves the order: a column of a newspaper with what the
 * service answered, in French, as HTML for e-mails, forms and web pages.
 */
import { composedHtml, escaped } from '../reading/text/composed';
import { frenchDay, frenchMoment, frenchMove } from '../reading/cells/dates';
import type { Header } from './header';
import { PRICED } from './priced';
import { nonEmptyText, trimmedText } from '../reading/cells/parameters';
import {
	frenchEuros,
	frenchNumber,
	isRecord,
	listOfFields,
	type UnknownRecord,
} from '../reading/records';

/** Known before a notice is quoted. Names are plain text. */
export interface PreviewFacts {
	/** The client's file (dossier); '' for none. */
	readonly file: string;
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	readonly newspaper: string;
	readonly department: string;
	readonly kind: string;
	/** `AAAA-MM-JJ`; undefined for the next date. */
	readonly requestedDate: string | undefined;
	/** The header as it is sent; undefined when there is none, or the publication takes none. */
	readonly header: Header | undefined;
	/** `feuilles_styles` (specification, FeuilleStyle). */
	readonly styles: readonly UnknownRecord[];
	/** What whoever approves the notice has to look at before, in French sentences. */
	readonly toCheck?: readonly string[];
}

/** A label and what it says; one that says nothing is left out. */
type Fact = readonly [label: string, value: string];

/** The block has at most so many bytes without its logo: e-mail programs cut off longer ones. */
const MOST_BYTES = 60_000;
const TEXT_CLASS = 'fs-texte';
const HEADER_CLASS = 'fs-prescripteur_adresse';
const LOGO = '<!--logo-->';
const UNKNOWN = 'le service ne l’indique pas';
const NO_TEXT =
	'<p>Le service ne renvoie pas le texte composé de cette annonce\u00a0: il ne peut pas être montré ici.</p>';
const TOO_LONG =
	'<p>Texte trop long pour être montré ici\u00a0: demandez à le lire en entier avant de l’approuver.</p>';
const APPROXIMATION =
	'<p style="font-size:12px">Aperçu approximatif, établi d’après la réponse du service\u00a0: la mise en page du journal peut différer.</p>';
/** It is as wide as a column of a newspaper with its margins, and stays black on white in a dark page. */
const FRAME =
	'box-sizing:border-box;max-width:420px;margin:0 auto;padding:16px;border:1px solid #000;background:#fff;color:#000;' +
	'font-family:Georgia,serif;font-size:15px;line-height:1.4;text-align:left;overflow-wrap:break-word';
const COLUMN =
	'margin:12px 0;padding:12px 0;border-top:1px solid #000;border-bottom:1px solid #000;text-align:justify;hyphens:auto';
const TITLE = 'margin:0 0 8px;font-size:20px;text-align:center;color:#000';
const SUBTITLE = 'margin:0 0 4px;font-size:15px;color:#000';
/** Without a doctype, as in many e-mails, a table takes the page's colour: white on white in a dark one. */
const TABLE = 'width:100%;border-collapse:collapse;margin:0 0 12px;font-size:14px;color:#000';
const CELL = 'padding:2px 0;text-align:left;vertical-align:top';
const AMOUNT =
	'padding:2px 0 2px 8px;text-align:right;vertical-align:bottom;white-space:nowrap;font-variant-numeric:tabular-nums';

/**
 * The preview to approve, in French: one block of HTML that needs nothing else and leads nowhere. What it
 * shows of a notice is what the service answered. It reads in order also where its styles are taken away.
 *
 * @param answer dates and `tarif`, of the order or of the quote
 * @param composed `texte` of the quote
 */
export function previewHtml(facts: PreviewFacts, answer: UnknownRecord, composed: unknown): string {
	const { html, characters } = columnText(composed, facts.styles);
	const top = paragraphOf(headFacts(facts, answer)) + toCheckHtml(facts);
	const below = detailsHtml(facts, answer, characters) + fingerprintHtml(facts);
	const whole = block(top + column(headerHtml(facts) + html) + below);
	if (Buffer.byteLength(whole) > MOST_BYTES) return block(top + column(TOO_LONG) + below);
	return whole.replace(LOGO, () => logoHtml(facts.header));
}

/** @returns the composed text, or the sentence in its place; '' for characters that are not known */
function columnText(
	answered: unknown,
	styles: readonly UnknownRecord[],
): { html: string; characters: string } {
	const composed = nonEmptyText(answered);
	if (composed === undefined) return { html: NO_TEXT, characters: '' };
	const text = composedHtml(composed, styles, TEXT_CLASS, MOST_BYTES);
	if (!text) return { html: TOO_LONG, characters: '' };
	return { html: text.html, characters: frenchNumber(String(text.characters)) };
}

/** Stands in for the preview of an order that was placed before, because no endpoint returns its text. */
export function noPreviewHtml(name: string): string {
	return block(
		`<p>Référence ou numéro\u00a0: ${escaped(name)}</p>\n${NO_TEXT}`,
		'Annonce déjà commandée',
	);
}

/** It allows the styles and the logo of the page, and nothing else, whatever a reader opens it with. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** A preview as a page of its own, black on white also where the reader's pages are dark. @param html the block of one */
export function previewPage(html: string): string {
	const head = [
		'<meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
		'<meta name="viewport" content="width=device-width">',
		'<title>Bon à tirer</title>',
	].join('\n');
	return `<!doctype html>\n<html lang="fr">\n<head>\n${head}\n</head>\n<body style="margin:0;padding:16px;background:#fff">\n${html}\n</body>\n</html>\n`;
}

function block(html: string, title = 'Bon à tirer'): string {
	return `<div lang="fr" style="${FRAME}">\n<h2 style="${TITLE}">${title}</h2>\n${html}</div>`;
}

function column(html: string): string {
	return `<div style="${COLUMN}">\n${html}</div>\n`;
}

/** The sentences quote the notice, and each place of it is short. */
function toCheckHtml({ toCheck = [] }: PreviewFacts): string {
	if (toCheck.length === 0) return '';
	const lines = toCheck.map((sentence) => `–\u00a0${escaped(sentence)}`);
	return `<p style="margin:0 0 8px"><b>À vérifier avant d’approuver\u00a0:</b><br>\n${lines.join('<br>\n')}</p>\n`;
}

function headFacts(facts: PreviewFacts, answer: UnknownRecord): Fact[] {
	return [
		['Dossier', facts.file],
		['Journal', facts.newspaper],
		publicationFact(facts, answer),
		['Prix', priceOf(answer)],
	];
}

function publicationFact({ requestedDate }: PreviewFacts, answer: UnknownRecord): Fact {
	const date = trimmedText(answer.date_parution).slice(0, 10);
	const day = frenchDay(date);
	if (day === undefined) return ['Parution', UNKNOWN];
	if (requestedDate === undefined || requestedDate === date) return ['Parution', day];
	return ['Parution demandée', frenchMove(requestedDate, date)];
}

function priceOf({ tarif }: UnknownRecord): string {
	const total = frenchEuros(fieldsOf(fieldsOf(tarif).totaux).montant_ttc);
	if (total === '') return UNKNOWN;
	return `${total}\u00a0TTC`;
}

function detailsHtml(facts: PreviewFacts, answer: UnknownRecord, characters: string): string {
	const details: Fact[] = [
		['Annonce', facts.kind],
		['Département', facts.department],
		['Date limite (bouclage)', frenchMoment(answer.date_bouclage) ?? UNKNOWN],
		['Nombre de caractères', characters],
	];
	return paragraphOf(details) + priceTable(fieldsOf(answer.tarif)) + APPROXIMATION;
}

/** Whoever orders gives it back, so that nothing else than this can be ordered. */
function fingerprintHtml({ fingerprint }: PreviewFacts): string {
	return `<p style="font-size:11px;color:#555">Empreinte\u00a0: ${fingerprint}</p>\n`;
}

/** What is no object has no fields. */
function fieldsOf(value: unknown): UnknownRecord {
	if (isRecord(value)) return value;
	return {};
}

function paragraphOf(facts: readonly Fact[]): string {
	const lines = facts
		.filter(([, value]) => value !== '')
		.map(([label, value]) => `<b>${label}\u00a0:</b> ${shortened(value)}`);
	return `<p style="margin:0 0 8px">${lines.join('<br>\n')}</p>\n`;
}

/** Names are the service's or the user's; a text that is no name is not shown whole. */
function shortened(text: string): string {
	return escaped(text.slice(0, 200));
}

function headerHtml({ header, styles }: PreviewFacts): string {
	if (!header) return '';
	const logo = logoPlace(header);
	const text = headerText(header, styles);
	if (header.disposition !== 'carton_image_texte_droite') {
		return `<div style="margin:0 0 12px;text-align:center">${logo}\n${text}</div>\n`;
	}
	const cell = 'padding:0 8px 0 0;vertical-align:middle;text-align:center';
	return `<table style="${TABLE}"><tr><td style="${cell}">${logo}</td>\n<td style="${cell}">${text}</td></tr></table>\n`;
}

function logoPlace({ data }: Header): string {
	if (data === undefined) return '';
	return LOGO;
}

function headerText({ texte }: Header, styles: readonly UnknownRecord[]): string {
	if (texte === undefined) return '';
	const text = composedHtml(texte, styles, HEADER_CLASS, MOST_BYTES);
	if (!text) return '';
	return text.html;
}

/** A PDF is no picture that a browser shows; other pictures are kept out by many e-mail programs. */
function logoHtml({ mime_type: type = '', data = '' }: Partial<Header> = {}): string {
	const isPicture = /^image\/(?:jpeg|png)$/.test(type) && /^[\w+/]+=*$/.test(data);
	if (!isPicture) return '<p>Logo (fichier non affiché)</p>';
	const picture = `<img src="data:${type};base64,${data}" alt="Logo" style="max-width:100%;max-height:120px">`;
	return `${picture}<br>\n<span style="font-size:11px">(logo)</span>`;
}

const MOST_RATES = 10;

/** How the price at the top is made up (specification, Tarif). What is absent does not apply. */
function priceTable(tarif: UnknownRecord): string {
	const lines = Object.entries(PRICED).map(([field, label]) =>
		priceRow(label, fieldsOf(tarif[field])),
	);
	const rates = listOfFields(tarif.tva).slice(0, MOST_RATES);
	const rows: Fact[] = [
		...lines,
		['Total HT', frenchEuros(fieldsOf(tarif.totaux).montant_ht)],
		...rates.map(({ taux, montant }): Fact => [`TVA\u00a0${percent(taux)}`, frenchEuros(montant)]),
		['Total TTC', frenchEuros(fieldsOf(tarif.totaux).montant_ttc)],
	];
	const shown = rows.filter(([, amount]) => amount !== '').map(amountRow);
	if (shown.length === 0) return '';
	const title = `<h3 style="${SUBTITLE}">Détail du prix</h3>\n`;
	return `${title}<table style="${TABLE}">${shown.join('\n')}</table>\n`;
}

function priceRow(label: string, line: UnknownRecord): Fact {
	const quantity = trimmedText(line.quantite);
	const unit = frenchEuros(line.prix_unitaire, 4);
	const amount = frenchEuros(line.montant_ht);
	if (amount === '') return [label, ''];
	const isOne = quantity === '' || quantity === '1' || unit === '';
	const rate = percent(line.taux_tva);
	const terms: string[] = [];
	if (!isOne) terms.push(`${frenchNumber(quantity)}\u00a0×\u00a0${unit}`);
	if (rate !== '') terms.push(`TVA\u00a0${rate}`);
	if (terms.length === 0) return [label, `${amount}\u00a0HT`];
	return [`${label} (${terms.join(', ')})`, `${amount}\u00a0HT`];
}

function percent(rate: unknown): string {
	const text = trimmedText(rate).replace('.', ',');
	if (text === '') return '';
	return `${text}\u00a0%`;
}

function amountRow([label, amount]: Fact): string {
	const name = `<td style="${CELL}">${shortened(label)}\u00a0:</td>`;
	return `<tr>${name} <td style="${AMOUNT}">${shortened(amount)}</td></tr>`;
}
