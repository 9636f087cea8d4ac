import { parseFragment } from 'parse5';
import { firstForbidden } from './charset.mts';
import { styleByClass } from './data/styleSheets.mts';
import {
	classesOf,
	escape,
	filetOf,
	isElement,
	isText,
	rankOf,
	unescape,
	type Element,
	type Node,
} from './markup.mts';
import { Refusal } from './refusal.mts';
import type { RuleBook } from './rules.mts';
import type { Settings } from './settings.mts';

export interface TextOptions {
	rules: RuleBook;
	settings: Settings;
	/** Classes that a paragraph may carry here. */
	classes: readonly string[];
	/** Class of a paragraph without a valid one. */
	defaultClass: string;
}

export interface ComposedText {
	/** HTML as it will be published. */
	html: string;
	/** Characters of visible text, spaces included: what a notice is priced by. */
	characters: number;
}

/**
 * Composes a text as the newspapers publish it ("Notice text rules").
 *
 * @throws {Refusal} for a character outside Windows-1252
 */
export function composeText(html: string, options: TextOptions): ComposedText {
	const composer = new Composer(options);
	for (const node of parseFragment(html).childNodes) composer.block(node, true);
	const checked = options.settings.charsetCheck === 'raw' ? html : composer.visible;
	if (options.rules.on('text-charset')) checkCharset(checked, options.settings);
	return { html: composer.html, characters: [...composer.visible].length };
}

/** Names the character in the way that is switched on: the specification does not show it. */
function checkCharset(text: string, settings: Settings): void {
	const character = firstForbidden(text);
	if (character === null) return;
	const code = settings.charsetError;
	const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	if (settings.charsetDetail === 'element') throw new Refusal([code, character]);
	if (settings.charsetDetail === 'suffix') throw new Refusal([`${code} : ${character}`]);
	if (settings.charsetDetail === 'field') {
		throw new Refusal([code], { details: { caractere: character, unicode: `U+${point}` } });
	}
	throw new Refusal([code]);
}

class Composer {
	html = '';
	visible = '';
	readonly #options: TextOptions;

	constructor(options: TextOptions) {
		this.#options = options;
	}

	/** A node outside any paragraph: only `p` counts, and a rule (`hr`) of a filet class. */
	block(node: Node, top: boolean): void {
		const { rules, settings } = this.#options;
		if (isText(node)) {
			if (!rules.on('text-outside-p') && node.value.trim() !== '') this.#paragraph([node], []);
			return;
		}
		if (!isElement(node)) return;
		if (node.tagName === 'p') {
			if (top || settings.nestedParagraphs === 'kept') this.#element(node);
		} else if (node.tagName === 'hr') {
			const filet = filetOf(classesOf(node));
			if (filet && rules.on('text-filet-rule')) this.html += `<hr class="${filet}"/>`;
		} else if (rules.on('text-other-tags')) {
			for (const child of node.childNodes) if (!isText(child)) this.block(child, false);
		} else {
			this.#paragraph(node.childNodes, []);
		}
	}

	#element(node: Element): void {
		const classes = classesOf(node);
		const filet = filetOf(classes);
		if (filet && this.#options.rules.on('text-filet-paragraph')) {
			this.html += `<hr class="${filet}"/>`;
		} else {
			this.#paragraph(node.childNodes, classes);
		}
	}

	#paragraph(nodes: readonly Node[], classes: readonly string[]): void {
		const content = nodes.map((node) => this.#inline(node)).join('');
		const html = content.replace(/[ \t\r\n]+/g, ' ').trim();
		if (html.replaceAll('<br/>', '').trim() === '') return;
		this.html += `<p class="${this.#classFor(classes)}">${html}</p>`;
		this.visible += unescape(html.replace(/<[^>]*>/g, ''));
	}

	#inline(node: Node): string {
		if (isText(node)) return escape(node.value);
		if (!isElement(node)) return '';
		const inner = (): string => node.childNodes.map((child) => this.#inline(child)).join('');
		const { rules, settings } = this.#options;
		switch (node.tagName) {
			case 'strong':
			case 'b':
				return `<${node.tagName}>${inner()}</${node.tagName}>`;
			case 'br':
				return '<br/>';
			case 'span': {
				const style = classesOf(node).find((name) => styleByClass.get(name)?.type === 'caractere');
				return style ? `<span class="${style}">${inner()}</span>` : inner();
			}
			default:
				return settings.forbiddenInline === 'kept' || !rules.on('text-inline') ? inner() : '';
		}
	}

	/** The valid class of the smallest rank, or the default (text rule 4). */
	#classFor(names: readonly string[]): string {
		const { classes, defaultClass, rules } = this.#options;
		const valid = names.filter(
			(name) =>
				styleByClass.has(name) && (classes.includes(name) || !rules.on('text-category-classes')),
		);
		if (rules.on('text-class-rank')) valid.sort((a, b) => rankOf(a) - rankOf(b));
		return valid[0] ?? (rules.on('text-default-class') ? defaultClass : '');
	}
}
