import type { Block } from './blockBuilder';
import { textOf, type Run } from './runs';

/** Escapes what HTML reads as markup; every other character is sent as itself. */
export function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** HTML with p, hr, strong, b, br and span class only ("Notice text rules", rules 1, 2 and 5). */
export function toHtml(blocks: readonly Block[]): string {
	return blocks
		.map((block) =>
			block.kind === 'rule'
				? `<hr${classAttribute(block.classes)}/>`
				: `<p${classAttribute(block.classes)}>${block.runs.map(runHtml).join('')}</p>`,
		)
		.join('');
}

/** Paragraphs and forced line breaks on lines of their own; a rule has no text. */
export function toVisibleText(blocks: readonly Block[]): string {
	const lines: string[] = [];
	for (const block of blocks) {
		if (block.kind === 'paragraph' && !block.filet) lines.push(textOf(block.runs));
	}
	return lines.join('\n');
}

function classAttribute(classes: readonly string[]): string {
	// Class names are checked when they are read: letters, digits, dashes.
	return classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
}

function runHtml({ text, bold, spanClass }: Run): string {
	let html = escapeHtml(text).replace(/\n/g, '<br/>');
	if (bold !== '') html = `<${bold}>${html}</${bold}>`;
	if (spanClass !== '') html = `<span class="${spanClass}">${html}</span>`;
	return html;
}
