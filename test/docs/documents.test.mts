/** What every document is held to: its links lead somewhere, its commands and files exist, and it is in English. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchor } from '../../tools/docs/markdown.mts';
import { publishedNodes, ROOT } from '../structure/package.mts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documents = globSync('{*.md,{docs,sandbox,bench,examples,.github}/**/*.md}', {
	cwd: ROOT,
}).map((path) => ({ path, text: read(path) }));
/** Without blocks of code, which show links and commands rather than being some. */
const prose = (text: string): string => text.replace(/^( *)```.*?^\1```/gms, '');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Of two headings with the same words, the second one's anchor ends with a number. */
function anchors(text: string): string[] {
	const all = [...prose(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, words = '']) => anchor(words));
	return all.map((name, index) => {
		const before = all.slice(0, index).filter((other) => other === name).length;
		return before === 0 ? name : `${name}-${before}`;
	});
}

/** `[words](target)`, with or without a title, `[words]: target`, and what pages of HTML have for it. */
const LINKS =
	/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^ *\[[^\]]+\]:\s+(\S+)|\b(?:href|src)="([^"]+)"/gm;

function leadsNowhere(path: string, target: string): boolean {
	if (/^[a-z]+:/.test(target)) return false;
	const [file = '', fragment] = target.split('#');
	const full = file === '' ? path : join(dirname(path), file);
	if (full.startsWith('..') || !existsSync(join(ROOT, full))) return true;
	return fragment !== undefined && !anchors(read(full)).includes(fragment);
}

/** Small words that no English sentence has and no French sentence does without. */
const FRENCH =
	/(?<![\p{L}'’])(le|les|des|du|une|est|sont|dans|pour|avec|vous|nous|être|cette|qui|que|aux|sur|votre|pas|ou|et)(?!\p{L})/giu;

/** Lines that are French: terms of the trade are welcome, sentences are not. Code and quotations are data. */
function frenchLines(text: string): string[] {
	const withoutData = (line: string) => line.replace(/`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»/g, '');
	return text.split('\n').filter((line) => (withoutData(line).match(FRENCH) ?? []).length > 2);
}

test.each(documents)('$path', ({ path, text }) => {
	const links = [...prose(text).matchAll(LINKS)].map((found) => found.slice(1).find(Boolean) ?? '');
	expect(links.filter((target) => leadsNowhere(path, target))).toEqual([]);
	const tests = [...text.matchAll(/`((?:test|e2e)\/[\w/.]+\.mts)`/g)].map(([, path = '']) => path);
	expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
	const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script);
	expect(commands.filter((script) => !(script in scripts))).toEqual([]);
	expect(frenchLines(prose(text))).toEqual([]);
	// It is about the project, not about the machine that it was written on.
	expect(text).not.toMatch(/(?<![\w.])\/(?:work|tmp|root|home)\/\w+/);
});

test('what the editor shows is in English', () => {
	const shown = publishedNodes.map(({ node }) => JSON.stringify(node.description, undefined, '\t'));
	expect(frenchLines(shown.join('\n').replaceAll('"', ''))).toEqual([]);
	expect(frenchLines('Le nœud permet de commander une annonce dans les journaux.')).toHaveLength(1);
});

test.each([
	'credentials/LegalNoticeApi.credentials.ts',
	'nodes/LegalNotice/LegalNotice.node.json',
	'nodes/LegalNotice/LegalNoticeTrigger.node.json',
])('the Help buttons of %s lead to headings that exist', (file) => {
	const REPOSITORY =
		/https:\/\/github\.com\/[\w-]+\/n8n-nodes-legal-notice(?:\/blob\/main\/)?([^'"\s]*)/g;
	const targets = [...read(file).matchAll(REPOSITORY)].map(([, target = '']) => target);
	expect(targets.length).toBeGreaterThan(0);
	const inRoot = targets.map((target) => (target.startsWith('#') ? `README.md${target}` : target));
	expect(inRoot.filter((target) => leadsNowhere('README.md', target))).toEqual([]);
});
