/** Small pieces of Markdown. */

/** One cell of a table: a single line, without marks that would end the cell. */
export function cell(text: string): string {
	return text
		.replace(/<a href="([^"]+)">([^<]+)<\/a>/g, '[$2]($1)')
		.replace(/\s+/g, ' ')
		.replace(/\|/g, '\\|')
		.trim();
}

/** @param rows cells, already safe */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Anchor of a heading, as GitHub and n8n's documentation make it. */
export function anchor(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
		.replace(/ /g, '-');
}

/** Replaces the text between two comments. @throws Error when the comments are missing */
export function between(text: string, name: string, content: string): string {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const [from, to] = [text.indexOf(start), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The comments ${start} and ${end} are missing.`);
	return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
