/** The documents of the repository, as text and as what stands in them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { anchor } from '../../tools/docs/markdown.mts';

export const ROOT = join(import.meta.dirname, '..', '..');
/** What others wrote, and what tools put down. */
const FOREIGN = ['node_modules', 'dist', '.git', '.cache', '.artifacts'];

export interface Document {
	/** From the root of the repository, with forward slashes. */
	readonly path: string;
	readonly text: string;
}

/** Every document, wherever it lies. */
export function documents(): Document[] {
	return markdownIn(ROOT)
		.sort()
		.map((path) => ({
			path: relative(ROOT, path).split(sep).join('/'),
			text: readFileSync(path, 'utf8'),
		}));
}

function markdownIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return FOREIGN.includes(entry.name) ? [] : markdownIn(path);
		return entry.name.endsWith('.md') ? [path] : [];
	});
}

/** The text without blocks of code, which show links and commands rather than being some. */
export function prose(text: string): string {
	return text.replace(/^( *)```.*?^\1```/gms, '');
}

/** A block of code, also one inside a list. */
export interface Block {
	/** What stands behind the opening marks, such as `sh run`. */
	readonly kind: string;
	readonly lines: readonly string[];
}

export function blocks(text: string): Block[] {
	return [...text.matchAll(/^( *)```([^\n]*)\n(.*?)^\1```/gms)].map(
		([, indent = '', kind = '', content = '']) => ({
			kind,
			lines: content
				.trimEnd()
				.split('\n')
				.map((line) => line.slice(indent.length)),
		}),
	);
}

/** Anchors of the headings; of two with the same words, the second one's ends with a number. */
export function headings(text: string): string[] {
	const seen = new Map<string, number>();
	return [...prose(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => {
		const name = anchor(heading);
		const before = seen.get(name) ?? 0;
		seen.set(name, before + 1);
		return before === 0 ? name : `${name}-${before}`;
	});
}

/** `[words](target)`, with or without a title, `[words]: target`, and what pages of HTML have for it. */
const LINKS =
	/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^ *\[[^\]]+\]:\s+(\S+)|\b(?:href|src)="([^"]+)"/gm;

export function linksOf(text: string): string[] {
	return [...prose(text).matchAll(LINKS)].map((found) => found.slice(1).find(Boolean) ?? '');
}

/** Links to the repository's own files that lead nowhere, each with the place where it stands. */
export function brokenLinks({ path, text }: Document): string[] {
	return linksOf(text)
		.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, text, target))
		.map((target) => `${path}: ${target}`);
}

function leadsSomewhere(path: string, text: string, target: string): boolean {
	const [file = '', fragment] = target.split('#');
	if (file === '') return headings(text).includes(fragment ?? '');
	const full = normalize(join(ROOT, dirname(path), file));
	if (relative(ROOT, full).startsWith('..') || !existsSync(full)) return false;
	if (fragment === undefined) return true;
	return full.endsWith('.md') && headings(readFileSync(full, 'utf8')).includes(fragment);
}
