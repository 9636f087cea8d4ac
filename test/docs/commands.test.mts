import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks, documents, prose, ROOT } from './documents.mts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
const tasks = readFileSync(join(ROOT, 'tools', 'bootstrap', 'tasks.mjs'), 'utf8');

/** Why a command that a document tells people to type cannot work; undefined when it can. */
function whyNot(command: string): string | undefined {
	const [, name] = /^npm (?:run )?([\w:-]+)(?: -- .+)?$/.exec(command) ?? [];
	if (name === undefined) return `"${command}" is no npm script`;
	const script = scripts[name];
	if (script === undefined) return `package.json has no script "${name}"`;
	if (name !== 'start' && name !== 'test' && !command.startsWith('npm run ')) {
		return `"${command}" needs "npm run"`;
	}
	const [, task] = /^node tools\/run\.mjs (\w+)/.exec(script) ?? [];
	return task === undefined || new RegExp(`^\\t${task}: `, 'm').test(tasks)
		? undefined
		: `tools/bootstrap/tasks.mjs has no task "${task}"`;
}

const runnable = documents().flatMap(({ path, text }) =>
	blocks(text, 'sh run').flatMap((block) =>
		block
			.trim()
			.split('\n')
			.map((command) => ({ path, command })),
	),
);

test('the README has the two commands that do everything', () => {
	const inReadme = runnable.filter(({ path }) => path === 'README.md');
	expect(inReadme.map(({ command }) => command)).toEqual(['npm start', 'npm test']);
});

test.each(runnable)('$path: $command can be run', ({ command }) => {
	expect(whyNot(command)).toBeUndefined();
});

test('a command that does not exist is noticed', () => {
	expect(whyNot('npm run fly')).toMatch(/no script "fly"/);
	expect(whyNot('npm sandbox')).toMatch(/needs "npm run"/);
	expect(whyNot('make test')).toMatch(/no npm script/);
});

test('scripts, files and folders that the documents mention exist', () => {
	const folders =
		/^(nodes|credentials|icons|sandbox|test|e2e|tools|docs|examples|bench|\.github)\//;
	const missing = documents().flatMap(({ path, text }) =>
		[...prose(text).matchAll(/`([^`\n]+)`/g)]
			.map(([, code]) => code ?? '')
			.filter((code) => {
				const [, script] = /^npm run ([\w:-]+)/.exec(code) ?? [];
				if (script !== undefined) return scripts[script] === undefined;
				// An example that a document invents, or a pattern.
				if (/[*<{…]|\bping\b/.test(code) || path === 'docs/coverage.md') return false;
				const [file = ''] = code.replace(/^(node_modules\/\.bin\/)?node /, '').split(' ');
				return folders.test(file) && !existsSync(join(ROOT, file.replace(/#.*$/, '')));
			})
			.map((code) => `${path}: ${code}`),
	);
	expect(missing.filter((one) => !one.includes('e2e/.artifacts'))).toEqual([]);
});
