import { frenchDay, frenchMoment } from './dates';
import type { Header } from './header';
import { trimmedText } from './parameters';
import { frenchEuros, isRecord, listOfFields, type UnknownRecord } from './records';
import { codePointCount } from './text/charset';
import { decodeEntities } from './text/entities';
import { roleOf } from './text/tags';
import { attributeOf, type Tag, tokenize } from './text/tokenizer';

/** Known before a notice is quoted. Names are plain text. */
export interface PreviewFacts {
	readonly newspaper: string;
	readonly department: string;
	readonly kind: string;
	/** As sent; undefined when there is none, or none that the publication takes. */
	readonly header: Header | undefined;
	/** `feuilles_styles` (specification, FeuilleStyle). */
	readonly styles: readonly UnknownRecord[];
}

/** Of the block without its logo: e-mail programs cut off longer ones. */
const MOST_BYTES = 60_000;
const TEXT_CLASS = 'fs-texte';
const HEADER_CLASS = 'fs-prescripteur_adresse';
const LOGO = '<!--logo-->';
const NO_TEXT =
	'<p>Le service ne renvoie pas le texte composé de cette annonce : il ne peut pas être montré ici.</p>';
const TOO_LONG =
	'<p>Texte trop long pour être montré ici : il figure dans le champ texte_visible.</p>';
/** Without a doctype, as in many e-mails, a table takes the page's colour: white on white in a dark one. */
const TABLE = 'margin:0 0 12px;color:#000';
const CELL = 'padding:2px 12px 2px 0;text-align:left;vertical-align:top';

/**
 * The proof to approve (bon à tirer), in French: one block of HTML that needs nothing else and leads nowhere. What it
 * shows of a notice is what the service answered.
 *
 * @param answer dates and `tarif`, of the order or of the quote
 * @param composed `texte` of the quote
 */
export function previewHtml(facts: PreviewFacts, answer: UnknownRecord, composed: unknown): string {
	const text = typeof composed === 'string' && render(composed, facts.styles, TEXT_CLASS);
	const below = [
		table(factRows(facts, answer, text ? String(text.characters) : '')),
		isRecord(answer.tarif) ? table(priceRows(answer.tarif)) : '',
		'<p>Cet aperçu est une approximation, établie d’après la réponse du service : la mise en page du journal peut différer.</p>',
	].join('');
	const above = headerHtml(facts) + (text ? text.html : NO_TEXT);
	const whole = block(`${above}<hr style="margin:12px 0">${below}`);
	const shown = Buffer.byteLength(whole) <= MOST_BYTES ? whole : block(TOO_LONG + below);
	return shown.replace(LOGO, () => logoHtml(facts.header));
}

/** For an order that was placed before: no endpoint returns its text. */
export function noPreviewHtml(name: string): string {
	return block(`<p>Annonce ${escaped(name)} déjà commandée.</p>${NO_TEXT}`);
}

function block(html: string): string {
	return `<div style="max-width:640px;margin:0 auto;padding:16px;background:#fff;color:#000;font-family:Georgia,serif;font-size:15px;line-height:1.4;text-align:left">${html}</div>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function headerHtml({ header, styles }: PreviewFacts): string {
	if (!header) return '';
	const logo = header.data === undefined ? '' : LOGO;
	const between = header.disposition === 'carton_image_texte_droite' ? '' : '</tr><tr>';
	const text = render(header.texte ?? '', styles, HEADER_CLASS).html;
	return `<table style="${TABLE};width:100%;text-align:center"><tr><td>${logo}</td>${between}<td>${text}</td></tr></table>`;
}

/** A PDF is no picture that a browser shows. */
function logoHtml({ mime_type: type = '', data = '' }: Partial<Header> = {}): string {
	const isPicture = /^image\/(?:jpeg|png)$/.test(type) && /^[\w+/]+=*$/.test(data);
	if (!isPicture) return '<p>Logo (fichier non montré ici)</p>';
	return `<img src="data:${type};base64,${data}" alt="Logo" style="max-width:200px;max-height:120px">`;
}

function factRows(facts: PreviewFacts, answer: UnknownRecord, characters = ''): string[][] {
	const unknown = 'non communiqué par le service';
	return [
		['Journal', facts.newspaper],
		['Département', facts.department],
		['Annonce', facts.kind],
		['Parution', frenchDay(answer.date_parution) ?? unknown],
		['Date limite (bouclage)', frenchMoment(answer.date_bouclage) ?? unknown],
		['Nombre de caractères', characters],
		['Prix', isRecord(answer.tarif) ? '' : unknown],
	].filter(([, value]) => value !== '');
}

const PRICED = {
	annonce: 'Annonce',
	justificatif_papier: 'Justificatif papier',
	justificatif_numerique: 'Justificatif numérique',
	frais_port: 'Frais de port',
};

/** Specification, Tarif. What is absent does not apply. */
function priceRows(tarif: UnknownRecord): string[][] {
	const percent = (rate: unknown) => trimmedText(rate).replace('.', ',').replace(/.$/, '$& %');
	const lines = Object.entries(PRICED).map(([field, label]) => {
		const [line = {}] = listOfFields([tarif[field]]);
		const unit = frenchEuros(line.prix_unitaire, 4);
		const amount = frenchEuros(line.montant_ht);
		return [label, trimmedText(line.quantite), unit, amount, percent(line.taux_tva)];
	});
	const [totals = {}] = listOfFields([tarif.totaux]);
	const sums = [
		['Total HT', totals.montant_ht],
		...listOfFields(tarif.tva).map(({ taux, montant }) => [`TVA ${percent(taux)}`, montant]),
		['Total TTC', totals.montant_ttc],
	].map(([label, amount]) => [String(label), '', '', frenchEuros(amount), '']);
	const head = ['', 'Quantité', 'Prix unitaire HT', 'Montant HT', 'TVA'];
	return [head, ...[...lines, ...sums].filter(([, , , amount]) => amount !== '')];
}

/** @param rows texts; a first cell is the head of its row */
function table(rows: ReadonlyArray<readonly string[]>): string {
	const cell = (text: string, at: number) => {
		const shown = escaped(text.slice(0, 120));
		return `<td style="${CELL}">${at === 0 ? `<b>${shown}</b>` : shown}</td>`;
	};
	const html = rows.slice(0, 20).map((row) => `<tr>${row.map(cell).join('')}</tr>`);
	return `<table style="${TABLE};font-size:14px">${html.join('')}</table>`;
}

/** Any HTML as paragraphs with inline styles, whichever tags hold its words; nothing of its own markup is kept. */
function render(
	html: string,
	styles: readonly UnknownRecord[],
	byDefault: string,
): { html: string; characters: number } {
	const sheetOf = (names: readonly string[]) => {
		const known = styles.filter(({ classe }) => names.includes(trimmedText(classe)));
		// Of several the smallest rank wins (specification, Notice text rules).
		return known.sort((a, b) => Number(a.rang) - Number(b.rang))[0];
	};
	const styleOf = (tag?: Tag, otherwise = '') => {
		const names = tag ? decodeEntities(attributeOf(tag, 'class')).split(/\s+/) : [];
		const used = sheetOf(names) ?? sheetOf([otherwise]) ?? {};
		const own = tag ? decodeEntities(attributeOf(tag, 'style')) : '';
		const css = [safeStyle(used.definition_css), safeStyle(own)].filter((one) => one !== '');
		return { css: css.join(';'), isRule: used.type === 'filet' };
	};
	let [done, line, visible, characters] = ['', '', '', 0];
	let paragraph = styleOf(undefined, byDefault);
	let [bold, hidden] = [0, false];
	const spans: string[] = [];
	const rule = (css: string) => {
		done += `<div style="margin:8px 0;border-top:1px solid #000;${css}"></div>`;
	};
	const end = () => {
		if (visible.trim() !== '') done += `<p style="margin:0 0 8px;${paragraph.css}">${line}</p>`;
		characters += codePointCount(visible.trim());
		[line, visible, paragraph] = ['', '', styleOf(undefined, byDefault)];
	};
	for (const token of tokenize(html)) {
		if (token.kind === 'text') {
			if (hidden || paragraph.isRule) continue;
			const text = decodeEntities(token.text).replace(/[ \t\n\f\r]+/g, ' ');
			const css = spans.at(-1) ?? '';
			// As a tag as well: forms of n8n take style attributes away.
			const isBold = bold > 0 || /font-weight:bold/.test(paragraph.css);
			const strong = isBold ? `<b>${escaped(text)}</b>` : escaped(text);
			line += css === '' ? strong : `<span style="${css}">${strong}</span>`;
			visible += visible.endsWith(' ') ? text.trimStart() : text;
		} else if (token.kind === 'open' || token.kind === 'close') {
			const opens = token.kind === 'open';
			const role = roleOf(token.name);
			hidden = opens && role === 'hidden';
			if (token.name === 'br') line += '<br>';
			else if (token.name === 'span') {
				if (opens) spans.push(styleOf(token).css || (spans.at(-1) ?? ''));
				else spans.pop();
			} else if (role === 'format') bold = Math.max(0, bold + (opens ? 1 : -1));
			else if (role !== 'inline') {
				end();
				if (token.name === 'hr' && opens) rule(styleOf(token).css);
				if (token.name === 'p' && opens) paragraph = styleOf(token, byDefault);
				if (paragraph.isRule) rule(paragraph.css);
			}
		}
	}
	end();
	return { html: done, characters };
}

const GAP = /^(?:[0-5]?\d(?:\.\d+)?(?:px|pt)|\d(?:\.\d+)?mm|[0-3](?:\.\d+)?r?em|0)$/;
const BORDER = /^\d(?:\.\d)?(?:px|pt|mm) (?:solid|double|dotted|dashed)(?: #[\da-f]{3,6}| black)?$/;

/** Typographic properties and what they may say: no address, no escape, nothing that hides or moves words. */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
	['font-family', /^[a-z][a-z, -]{0,80}$/],
	[
		'font-size',
		/^(?:(?:[89]|[1-3]\d)(?:\.\d+)?(?:px|pt)|(?:0?\.[6-9]|[12](?:\.\d)?)\d?r?em|[6-9]\d%|1\d\d%)$/,
	],
	['font-style', /^(?:normal|italic|oblique)$/],
	['font-variant', /^(?:normal|small-caps)$/],
	['font-weight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/],
	['letter-spacing', /^[0-5]?(?:\.\d+)?(?:px|pt)$|^0?\.[0-3]\d*em$/],
	['line-height', /^(?:[12](?:\.\d+)?(?:em)?|[12]\d\d%|(?:1[2-9]|[2-4]\d)(?:px|pt))$/],
	['text-align', /^(?:left|right|center|justify)$/],
	['text-decoration', /^(?:none|underline|line-through)$/],
	['text-indent', GAP],
	['text-transform', /^(?:none|uppercase|lowercase|capitalize)$/],
	['margin-top', GAP],
	['margin-bottom', GAP],
	['border-top', BORDER],
	['border-bottom', BORDER],
]);

/** The declarations of a style sheet, or of a style attribute, that only set type. */
export function safeStyle(css: unknown): string {
	const text = trimmedText(css).slice(0, 2_000).toLowerCase();
	const plain = text.replace(/\/\*[^]*?(?:\*\/|$)|\s+/g, ' ').replace(/["']|!important/g, '');
	// Of several rules the first counts, also inside another one.
	const declarations = /\{([^{}]*)/.exec(plain.replace(/^[^{}]*\{(?=[^{}]*\{)/, ''))?.[1] ?? plain;
	const kept = declarations.split(';').filter((declaration) => {
		const [, property = '', value = ''] = /^ *([a-z-]+) ?: ?(.*?) *$/.exec(declaration) ?? [];
		return PROPERTIES.get(property)?.test(value) === true;
	});
	return kept.map((declaration) => declaration.trim()).join(';');
}
