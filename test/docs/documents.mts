/** The documents of the repository, as text and as what stands in them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { anchor } from '../../tools/docs/markdown.mts';

export const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['docs', 'sandbox', 'examples', 'test', '.github'];

export interface Document {
	/** From the root of the repository, with forward slashes. */
	readonly path: string;
	readonly text: string;
}

export function documents(): Document[] {
	const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.md'))
			.map((name) => join(folder, name)),
	);
	return [...top, ...inFolders].sort().map((path) => ({
		path: path.split(sep).join('/'),
		text: readFileSync(join(ROOT, path), 'utf8'),
	}));
}

/** The text without blocks of code, which show links and commands rather than being some. */
export function prose(text: string): string {
	return text.replace(/^( *)```.*?^\1```/gms, '');
}

/** Blocks of code of a kind, such as `sh run`. */
export function blocks(text: string, kind: string): string[] {
	return [...text.matchAll(/^```([^\n]*)\n(.*?)^```/gms)]
		.filter(([, info]) => info === kind)
		.map(([, , content]) => content ?? '');
}

export function headings(text: string): string[] {
	return [...prose(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => anchor(heading ?? ''));
}

/** Links to the repository's own files that lead nowhere, each with the place where it stands. */
export function brokenLinks({ path, text }: Document): string[] {
	const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
	return links
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
