import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
	const text = readFileSync(join(ROOT, file), 'utf8');
	return names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
}

const rows = readFileSync(join(ROOT, 'docs', 'verification.md'), 'utf8')
	.split('\n')
	.filter((line) => /^\| (?!Rule)/.test(line));

test('every rule has a proof beside it', () => {
	expect(rows.length).toBeGreaterThan(30);
	const bare = rows.filter((row) => (row.split('|')[2] ?? '').trim().length < 10);
	expect(bare).toEqual([]);
});

test('every test that is named as a proof exists', () => {
	expect(rows.flatMap(proofs).flatMap(missing)).toEqual([]);
});

test('a proof that does not exist is noticed', () => {
	// Put together here, or this very file would contain it.
	const name = ['no', 'such', 'name'].join(' ');
	const line = `| x | \`test/docs/links.test.mts\` "${name}" and \`test/gone.test.mts\` |`;
	expect(proofs(line).flatMap(missing)).toEqual([
		`test/docs/links.test.mts: ${name}`,
		'test/gone.test.mts',
	]);
});
