import { decodeEntities, encodeEntities } from './characters.mts';
import type { Personality } from './personality.mts';

/** A style sheet as `GET feuilles-styles` lists it. */
export interface Sheet {
	readonly libelle: string;
	readonly classe: string;
	readonly definition_css: string;
	readonly rang: number;
	readonly type: 'paragraphe' | 'filet' | 'entete' | 'caractere';
}

export interface Composition {
	readonly personality: Personality;
	/** Sheets that may style a paragraph here; filets and character styles included. */
	readonly sheets: readonly Sheet[];
	readonly defaultClass: string;
}

interface Paragraph {
	sheet: Sheet | undefined;
	markup: string;
	/** Tags open in the output, innermost last. */
	open: string[];
	/** Tags open in the input: what closes them in the output, if anything. */
	pending: { tag: string; closes: string | undefined }[];
	/** Depth of content tags whose text is ignored. */
	ignoring: number;
}

const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g;

function classesOf(attributes: string): string[] {
	const match = /(?:^|\s)class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/]+))/i.exec(attributes);
	const value = match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
	return value.split(/\s+/).filter((name) => name !== '');
}

/**
 * The text as it will be published, section "Notice text rules" (1, 2, 4 and 5): only paragraphs
 * (and rules, where they exist), with the class of smallest rank or the default one.
 */
export function compose(html: string, composition: Composition): string {
	const { personality, sheets } = composition;
	const blocks: string[] = [];
	let current: Paragraph | undefined;

	const chosen = (attributes: string, types: readonly Sheet['type'][]): Sheet | undefined => {
		const names = classesOf(attributes);
		const valid = sheets.filter(
			(sheet) => types.includes(sheet.type) && names.includes(sheet.classe),
		);
		return valid.sort((one, other) => one.rang - other.rang)[0];
	};
	const attribute = (sheet: Sheet | undefined, name: string): string => {
		if (personality.tidyText) return ` class="${name}"`;
		return ` class=${name}${sheet === undefined ? '' : ` style="${sheet.definition_css}"`}`;
	};
	const finish = (): void => {
		if (current === undefined) return;
		const name = current.sheet?.classe ?? composition.defaultClass;
		const sheet = current.sheet ?? sheets.find((other) => other.classe === name);
		const closing = current.open.reverse().join('');
		const content = personality.tidyText ? current.markup.trim() : current.markup;
		const inner = sheet?.type === 'filet' ? '' : content + closing;
		blocks.push(`<p${attribute(sheet, name)}>${inner}</p>`);
		current = undefined;
	};

	for (const [whole, slash, rawTag, attributes = ''] of html.matchAll(token)) {
		const tag = rawTag?.toLowerCase();
		if (tag === undefined) {
			if (whole.startsWith('<!--') || current === undefined || current.ignoring > 0) continue;
			const text = decodeEntities(whole);
			const spaced = personality.tidyText ? text.replace(/[ \t\r\n]+/g, ' ') : text;
			current.markup += encodeEntities(spaced, personality.tidyText);
		} else if (tag === 'p') {
			finish();
			if (slash === '/') continue;
			const sheet = chosen(attributes, ['paragraphe', 'entete', 'filet']);
			current = { sheet, markup: '', open: [], pending: [], ignoring: 0 };
		} else if (tag === 'hr') {
			const sheet = chosen(attributes, ['filet']);
			if (sheet === undefined) continue;
			finish();
			blocks.push(`<hr${attribute(sheet, sheet.classe)}>`);
		} else if (current === undefined) {
			continue;
		} else if (tag === 'br') {
			if (current.ignoring === 0) current.markup += personality.tidyText ? '<br>' : '<br/>';
		} else if (slash === '/') {
			close(current, tag);
		} else if (!attributes.endsWith('/')) {
			const span = tag === 'span' ? chosen(attributes, ['caractere']) : undefined;
			open(current, tag, span === undefined ? '' : attribute(span, span.classe), personality);
		}
	}
	finish();
	return blocks.join(personality.tidyText ? '\n' : '');
}

function open(paragraph: Paragraph, tag: string, style: string, personality: Personality): void {
	const bold = tag === 'b' || tag === 'strong';
	if (!bold && tag !== 'span') {
		paragraph.ignoring += 1;
		paragraph.pending.push({ tag, closes: undefined });
		return;
	}
	const name = bold && personality.tidyText ? 'strong' : tag;
	const written = paragraph.ignoring === 0 && (bold || style !== '');
	if (written) {
		paragraph.markup += `<${name}${style}>`;
		paragraph.open.push(`</${name}>`);
	}
	paragraph.pending.push({ tag, closes: written ? `</${name}>` : undefined });
}

/** Closes the innermost tag when it matches; a stray closing tag is dropped. */
function close(paragraph: Paragraph, tag: string): void {
	const last = paragraph.pending.at(-1);
	if (last === undefined || last.tag !== tag) return;
	paragraph.pending.pop();
	if (!['b', 'strong', 'span'].includes(tag)) paragraph.ignoring -= 1;
	if (last.closes === undefined) return;
	paragraph.open.pop();
	paragraph.markup += last.closes;
}

/** The visible characters of composed text, for billing by length. */
export function visible(composed: string): string {
	return decodeEntities(composed.replace(/<br\/?>/g, ' ').replace(/<[^>]*>/g, ''));
}
