import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { styleByClass } from './data/styleSheets.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { Settings } from './settings.mts';

/** The 27 characters of Windows-1252 that lie outside Latin-1 (bytes 80 to 9F, five of them unused). */
const outsideLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
// Line breaks and tabs are layout of the HTML source, not text.
const forbidden = new RegExp(`[^\\x20-\\x7e\\xa0-\\xff\\t\\n\\r${outsideLatin1}]`, 'u');

/**
 * Composes a text as the newspapers publish it ("Notice text rules").
 *
 * @param classes that a paragraph may carry here; one without any of them gets the default
 * @returns HTML as it will be published, and its characters of visible text: what a notice is priced by
 * @throws {Refusal} for a character outside Windows-1252
 */
export function composeText(
	html: string,
	service: Service,
	classes: readonly string[],
	defaultClass: string,
): { html: string; characters: number } {
	const { rules, settings } = service;
	let composed = '';
	let visible = '';

	/** A node outside any paragraph: only `p` counts, and a rule (`hr`) of a filet class. */
	function block(node: Tree.ChildNode, top: boolean): void {
		if (isText(node)) {
			if (!rules.on('text-outside-p') && node.value.trim() !== '') paragraph([node], []);
			return;
		}
		if (!isElement(node)) return;
		const isFilet = (name: string) => styleByClass.get(name)?.type === 'filet';
		const names = classesOf(node).filter((name) => settings.filetStyles || !isFilet(name));
		const filet = names.find(isFilet);
		if (node.tagName === 'p') {
			if (!top && settings.nestedParagraphs === 'dropped') return;
			if (filet && rules.on('text-filet-paragraph')) composed += `<hr class="${filet}"/>`;
			else paragraph(node.childNodes, names);
		} else if (node.tagName === 'hr') {
			if (filet && rules.on('text-filet-rule')) composed += `<hr class="${filet}"/>`;
		} else if (rules.on('text-other-tags')) {
			for (const child of node.childNodes) if (!isText(child)) block(child, false);
		} else {
			paragraph(node.childNodes, []);
		}
	}

	function paragraph(nodes: readonly Tree.ChildNode[], names: readonly string[]): void {
		const content = nodes
			.map(inline)
			.join('')
			.replace(/[ \t\r\n]+/g, ' ')
			.trim();
		if (content.replaceAll('<br/>', '').trim() === '') return;
		composed += `<p class="${classFor(names)}">${content}</p>`;
		visible += plainText(content);
	}

	function inline(node: Tree.ChildNode): string {
		if (isText(node)) {
			const text = node.value.replaceAll('&', '&amp;');
			return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
		}
		if (!isElement(node)) return '';
		const { tagName } = node;
		if (tagName === 'br') return '<br/>';
		const inner = node.childNodes.map(inline).join('');
		if (tagName === 'strong' || tagName === 'b') return `<${tagName}>${inner}</${tagName}>`;
		if (tagName === 'span') {
			const style = classesOf(node).find((name) => styleByClass.get(name)?.type === 'caractere');
			return style ? `<span class="${style}">${inner}</span>` : inner;
		}
		return settings.forbiddenInline === 'kept' || !rules.on('text-inline') ? inner : '';
	}

	/** The valid class of the smallest rank, or the default (text rule 4). */
	function classFor(names: readonly string[]): string {
		const any = !rules.on('text-category-classes');
		const styles = names
			.filter((name) => any || classes.includes(name))
			.flatMap((name) => styleByClass.get(name) ?? []);
		if (rules.on('text-class-rank')) styles.sort((a, b) => a.rang - b.rang);
		return styles[0]?.classe ?? (rules.on('text-default-class') ? defaultClass : '');
	}

	for (const node of parseFragment(html).childNodes) block(node, true);
	const checked = settings.charsetCheck === 'raw' ? html : visible;
	if (rules.on('text-charset')) checkCharset(checked, settings);
	return { html: composed, characters: [...visible].length };
}

/** Names the character in the way that is switched on: the specification does not show it. */
function checkCharset(text: string, { charsetError: code, charsetDetail }: Settings): void {
	const [character] = forbidden.exec(text) ?? [];
	if (character === undefined) return;
	const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	if (charsetDetail === 'element') throw new Refusal([code, character]);
	if (charsetDetail === 'suffix') throw new Refusal([`${code} : ${character}`]);
	const details = { caractere: character, unicode: `U+${point}` };
	throw new Refusal([code], charsetDetail === 'field' ? { details } : {});
}

/** The composed text with the markup that is switched on: it says the same each time. */
export function written(html: string, { composedText }: Settings): string {
	if (composedText === 'plain') return html;
	if (composedText === 'styled') {
		const style = (name: string) => styleByClass.get(name)?.definition_css.replace(/.*{|}/g, '');
		return html.replace(
			/ class="(.*?)"/g,
			(_all, name: string) => ` class=${name} style="${style(name)}"`,
		);
	}
	const ascii = html.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
	return ascii.replaceAll('<br/>', '<br>').replaceAll('</p><', '</p>\n<');
}

/** What is read of a composed text. */
export function plainText(html: string): string {
	const text = html.replace(/<[^>]*>/g, '');
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function isText(node: Tree.ChildNode): node is Tree.TextNode {
	return node.nodeName === '#text';
}

function isElement(node: Tree.ChildNode): node is Tree.Element {
	return 'tagName' in node;
}

function classesOf({ attrs }: Tree.Element): string[] {
	const value = attrs.find(({ name }) => name === 'class')?.value ?? '';
	return value.split(/\s+/).filter((name) => name !== '');
}
