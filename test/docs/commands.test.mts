import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsTest } from '../structure/testTitles.mts';
import { blocks, documents, prose, ROOT } from './documents.mts';
import { elsewhere, scripts, whyNot } from './commandRules.mts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Continuous integration runs these on a clean clone; a test that ran them would run itself. */
const inIntegration = (command: string): boolean =>
	read('.ci/run').includes(`'${command}' ${command}\n`) &&
	read('.github/workflows/ci.yml').includes(`- run: ${command}\n`);

/** Where each command that is marked `sh run` is really run. */
const RUN: Record<string, () => boolean> = {
	'npm start': () =>
		runsTest(
			'e2e/tests/start.test.mts',
			'says where to go and how to get in, and Ctrl-C ends all of it',
		),
	'npm test': () => inIntegration('npm test'),
	'npm run test:e2e': () => inIntegration('npm run test:e2e'),
	'npm run sandbox': () =>
		runsTest(
			'test/docs/commands.test.mts',
			'npm run sandbox starts, says where, and ends on Ctrl-C',
		),
};

const commands = documents().flatMap(({ path, text }) =>
	blocks(text)
		.filter(({ kind }) => /^(sh|bash|shell|console)\b/.test(kind))
		.flatMap(({ kind, lines }) => lines.map((command) => ({ path, kind, command }))),
);
const marked = commands.filter(({ kind }) => kind === 'sh run');
const others = commands.filter(({ kind }) => kind !== 'sh run');

test('the README has the two commands that do everything', () => {
	const inReadme = marked.filter(({ path }) => path === 'README.md');
	expect(inReadme.map(({ command }) => command)).toEqual(['npm start', 'npm test']);
});

test('every command that is marked to be run is run, and there is no other', () => {
	const names = [...new Set(marked.map(({ command }) => command))];
	expect(names.sort()).toEqual(Object.keys(RUN).sort());
	expect(names.filter((name) => !RUN[name]?.())).toEqual([]);
	expect(inIntegration('npm run fly')).toBe(false);
});

test('npm run sandbox starts, says where, and ends on Ctrl-C', async () => {
	const child = spawn('npm', ['run', 'sandbox', '--', '--port', '0'], {
		cwd: ROOT,
		// A group of its own, because Ctrl-C goes to everything in the foreground.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, NODE_OPTIONS: '' },
	});
	let said = '';
	child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
	child.stdout.on('data', (chunk: Buffer) => {
		said += chunk.toString();
		if (said.includes('Ctrl+C')) process.kill(-(child.pid ?? 0), 'SIGINT');
	});
	// When the last process that could still write has ended.
	await once(child, 'close');
	expect(said).toMatch(/Base URL +http:\/\/127\.0\.0\.1:\d+\n/);
}, 60_000);

test.each(commands)('$path: $command can be run', ({ command }) => {
	expect(elsewhere(command) ? undefined : whyNot(command)).toBeUndefined();
});

test('a command that a person can run as it stands is marked to be run', () => {
	expect(others.filter(({ command }) => command in RUN)).toEqual([]);
});

test('a command that does not exist is noticed', () => {
	expect(whyNot('npm run fly')).toMatch(/no script "fly"/);
	expect(whyNot('npm sandbox')).toMatch(/needs "npm run"/);
	expect(whyNot('make test')).toMatch(/no command of this repository/);
	expect(whyNot('node tools/gone.mjs')).toMatch(/no file tools\/gone.mjs/);
	expect(whyNot('node sandbox/main.mts')).toMatch(/needs a newer Node/);
	expect(whyNot('node tools/run.mjs fly')).toMatch(/no task "fly"/);
	expect(whyNot('A=1 node_modules/.bin/jest -c test/gone.mjs')).toMatch(/no file test\/gone.mjs/);
	expect(whyNot('LONG_SEED=1 npm run test:long -- --verbose # again')).toBeUndefined();
	expect(elsewhere('npm install n8n-nodes-legal-notice')).toBe(true);
	expect(elsewhere('npm install')).toBe(false);
});

test('blocks of code are of the kinds that are looked at', () => {
	const kinds = documents().flatMap(({ path, text }) =>
		blocks(text)
			.filter(({ kind }) => !['sh run', 'sh', 'ts'].includes(kind))
			.map(({ kind }) => `${path}: ${kind}`),
	);
	expect(kinds).toEqual([]);
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
