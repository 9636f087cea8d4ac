/**
 * Switches off each rule of the sandbox in turn and runs the tests: a rule that no test misses is a rule that the
 * sandbox could break unnoticed. Usage: npm run test:rules [-- rule id ...]. Exit code 1 names the unnoticed ones.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { rules } from '../sandbox/rules.mts';

const root = join(import.meta.dirname, '..');
const AT_ONCE = 2;
const LIMIT_MS = 120_000;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !rules.some((rule) => rule.id === id));
if (unknown.length > 0) {
	console.error(`There is no rule named ${unknown.join(', ')}.`);
	process.exit(1);
}
const queue = rules.filter(({ id }) => wanted.length === 0 || wanted.includes(id)).values();
const unnoticed = [];
let noticed = 0;

async function work() {
	for (const { id } of queue) {
		const failed = await failedWithout(id);
		if (failed === 0) unnoticed.push(id);
		else noticed++;
		console.log(`${failed === 0 ? 'NOT NOTICED' : 'noticed    '} ${id}`);
	}
}

/**
 * Runs the tests of the rule with the rule switched off and counts the failed ones. A run that does not come to a
 * count, because it hangs or does not start, is no proof of anything and ends it all.
 */
function failedWithout(id) {
	return new Promise((resolve, reject) => {
		const child = spawn(
			process.execPath,
			[
				'--experimental-vm-modules',
				'--disable-warning=ExperimentalWarning',
				join(root, 'node_modules/jest/bin/jest.js'),
				'test/sandbox/rules.test.mts',
				...(id === '' ? [] : ['--testNamePattern', ` ${id}: `]),
			],
			{
				cwd: root,
				stdio: ['ignore', 'ignore', 'pipe'],
				timeout: LIMIT_MS,
				env: { ...process.env, SANDBOX_DISABLED_RULES: id },
			},
		);
		let output = '';
		child.stderr.on('data', (part) => (output += part));
		child.on('error', reject);
		child.on('close', () => {
			const summary = /^Tests:.*$/m.exec(output)?.[0];
			if (summary === undefined)
				reject(new Error(`The tests of ${id || 'the rules'} did not end.`));
			else resolve(Number(/(\d+) failed/.exec(summary)?.[1] ?? 0));
		});
	});
}

// Without any rule switched off the same tests have to pass, or every rule would look noticed.
const control = await failedWithout('');
if (control !== 0) {
	console.error(
		'The tests of the rules fail by themselves: mend them first (npm test -- test/sandbox).',
	);
	process.exit(1);
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`${noticed} passed, ${unnoticed.length} failed`);
if (unnoticed.length > 0) {
	console.error(`No test notices when these rules are switched off: ${unnoticed.join(', ')}.`);
	process.exitCode = 1;
}
