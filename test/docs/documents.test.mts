/** What every document is held to: its links lead somewhere, its commands and tests exist, and it is about no machine. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchor } from '../../tools/docs/markdown.mts';
import { operations, ROOT } from '../structure/package.mts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documents = globSync('{*.md,{docs,sandbox,bench,examples,.github}/**/*.md}', { cwd: ROOT });
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** Without blocks of code, which show links rather than being some. */
const prose = (text: string): string => text.replace(/^( *)```.*?^\1```/gms, '');
/** `[words](target)`, `[words]: target`, and what pages of HTML have for it. */
const LINKS = /\]\(<?([^)\s>]+)|^ *\[[^\]]+\]:\s+(\S+)|\b(?:href|src)="([^"]+)"/gm;

function leadsNowhere(path: string, target: string): boolean {
	if (/^[a-z]+:/.test(target)) return false;
	const [file = '', fragment] = target.split('#');
	const full = file === '' ? path : join(dirname(path), file);
	if (full.startsWith('..') || !existsSync(join(ROOT, full))) return true;
	const headings = fragment === undefined ? [] : prose(read(full)).matchAll(/^#{1,6} +(.+)$/gm);
	const anchors = [...headings].map(([, words = '']) => anchor(words));
	return fragment !== undefined && !anchors.includes(fragment);
}

test.each(documents)('the links and names in %s exist', (path) => {
	const text = read(path);
	const links = [...prose(text).matchAll(LINKS)].map((found) => found.slice(1).find(Boolean) ?? '');
	expect(links.filter((target) => leadsNowhere(path, target))).toEqual([]);
	const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script);
	expect(commands.filter((script) => !(script in scripts))).toEqual([]);
	const tests = [...text.matchAll(/`((?:test|e2e)\/[\w/.]+\.mts)`/g)].map(([, file = '']) => file);
	expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
	expect(text).not.toMatch(/(?<![\w.])\/(?:work|tmp|root|home)\/\w+/);
});

test('the README says what each operation is for', () => {
	const readme = read('README.md');
	expect(readme).toContain(`**Actions (${operations.length})**`);
	const [, table = ''] = /## Operations\n([^]*?)\n## /.exec(readme) ?? [];
	const missing = operations
		.map(({ label }) => label)
		.filter((name) => !table.includes(`**${name}**`));
	expect(missing).toEqual([]);
});

test.each([
	'credentials/LegalNoticeApi.credentials.ts',
	'nodes/LegalNotice/LegalNotice.node.json',
	'nodes/LegalNotice/LegalNoticeTrigger.node.json',
])('the Help buttons of %s lead to headings that exist', (file) => {
	const REPOSITORY = /github\.com\/[\w-]+\/n8n-nodes-legal-notice(?:\/blob\/main\/)?([^'"\s]*)/g;
	const targets = [...read(file).matchAll(REPOSITORY)].map(([, target = '']) => target);
	expect(targets.length).toBeGreaterThan(0);
	const inRoot = targets.map((target) => (target.startsWith('#') ? `README.md${target}` : target));
	expect(inRoot.filter((target) => leadsNowhere('README.md', target))).toEqual([]);
});
