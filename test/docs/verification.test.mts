import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runsTest } from '../structure/testTitles.mts';
import { ROOT } from './documents.mts';

/** Test files that a line names, each with the names of tests that follow it. */
function proofs(line: string): Array<{ file: string; names: string[] }> {
	return [...line.matchAll(/`((?:test|e2e)\/[^`]+\.test\.mts)`([^`]*)/g)].map(
		([, file = '', rest = '']) => ({
			file,
			names: [...rest.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ''),
		}),
	);
}

function missing({ file, names }: { file: string; names: string[] }): string[] {
	if (!existsSync(join(ROOT, file))) return [file];
	return names.filter((name) => !runsTest(file, name)).map((name) => `${file}: ${name}`);
}

const rows = readFileSync(join(ROOT, 'docs', 'verification.md'), 'utf8')
	.split('\n')
	.filter((line) => /^\| (?!Rule)/.test(line));

test('every rule has a proof beside it', () => {
	expect(rows.length).toBeGreaterThan(30);
	const bare = rows.filter((row) => (row.split('|')[2] ?? '').trim().length < 10);
	expect(bare).toEqual([]);
});

test('every test that is named as a proof is there and runs', () => {
	expect(rows.flatMap(proofs).flatMap(missing)).toEqual([]);
});

test('a proof that is not there, or is only mentioned, is noticed', () => {
	const own = '`test/docs/verification.test.mts`';
	const line = `| x | ${own} "is only mentioned" and \`test/gone.test.mts\` |`;
	expect(proofs(line).flatMap(missing)).toEqual([
		'test/docs/verification.test.mts: is only mentioned',
		'test/gone.test.mts',
	]);
	expect(proofs(`| x | ${own} "every rule has a proof beside it" |`).flatMap(missing)).toEqual([]);
});

/** Names behind "Lint rule" or "Lint rules"; a star stands for several of them. */
function lintRules(row: string): string[] {
	return [...row.matchAll(/Lint rules? ((?:`[\w-]+\*?`(?:, | and )?)+)/g)].flatMap(
		([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
	);
}

test('every lint rule that is named as a proof is switched on, and its findings fail the lint', async () => {
	const failing = await failingRules();
	const off = (name: string) =>
		!failing.some((rule) =>
			name.endsWith('*') ? rule.startsWith(name.slice(0, -1)) : rule === name,
		);
	const named = rows.flatMap(lintRules);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter(off)).toEqual([]);
	expect(lintRules('| x | Lint rules `no-such-rule`, `no-such-*`; more |').filter(off)).toEqual([
		'no-such-rule',
		'no-such-*',
	]);
}, 60_000);

/** Rules whose findings are errors for some file of the package, without the names of their plugins. */
async function failingRules(): Promise<string[]> {
	const files = [
		'package.json',
		'credentials/LegalNoticeApi.credentials.ts',
		'nodes/LegalNotice/LegalNotice.node.ts',
	];
	const configs = await Promise.all(
		files.map(async (file) => {
			const given = ['node_modules/eslint/bin/eslint.js', '--print-config', file];
			const { stdout } = await promisify(execFile)(process.execPath, given, {
				cwd: ROOT,
				env: { ...process.env, NODE_OPTIONS: '' },
				maxBuffer: 20_000_000,
			});
			return JSON.parse(stdout) as { rules: Record<string, [severity: number]> };
		}),
	);
	return configs.flatMap(({ rules }) =>
		Object.entries(rules)
			.filter(([, [severity]]) => severity === 2)
			.map(([name]) => name.replace(/^.*\//, '')),
	);
}
