/** What each npm script does, and the folders that it needs installed first. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

const jest = 'node_modules/jest/bin/jest.js';
const stryker = 'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js run';
// Each file starts a real n8n. Those of the desk wait most of their time, so two go side by side; a third would starve
// a small machine. The package is built and packed before the first of them, because two would build at once.
const reporter = '--test --test-reporter=spec';
const twoAtOnce = `${reporter} --test-concurrency=2 --test-global-setup=e2e/lib/packFirst.mts`;
const testRunner = `${reporter} --test-concurrency=1`;

/** Groups one after the other, within a group side by side, in the order in which they begin: the longest first. */
export const testSteps = [
	{ build: 'npm run build' },
	{
		'lint of everything else': 'npm run lint:tooling',
		types: 'npm run typecheck',
		format: 'npm run format:check',
		'lint of the package': 'npm run lint:package',
		'spelling, Markdown, workflows, unused code': 'node tools/quality/check.mjs',
		'shape of the published code': 'npm run lint:shape',
		'scan of the source': 'node tools/scan/scan.mjs source',
		'scan of the package': 'node tools/scan/scan.mjs packed',
	},
	{ tests: `node ${jest}` },
];

/** A program for the repository's Node 24, then the folders that it needs beside the root. */
export const tasks = {
	test: ['', 'tools/scan', 'tools/quality'],
	e2e: [`${twoAtOnce} e2e/tests/*.test.mts`, 'e2e/host', 'e2e/loaders'],
	compat: [`${testRunner} e2e/tests/compat*.test.mts`, 'e2e/host', 'e2e/loaders'],
	durable: [`${testRunner} e2e/durable/*.test.mts`, 'e2e/host'],
	kill: [`${testRunner} e2e/stress/kill.test.mts`, 'e2e/host'],
	queue: [`${testRunner} e2e/stress/queue.test.mts`, 'e2e/host'],
	start: ['e2e/start.mts', 'e2e/host'],
	bench: ['--expose-gc bench/main.mts', 'e2e/host'],
	sandbox: ['sandbox/main.mts'],
	probe: ['probe/main.mts'],
	examples: [`${jest} test/docs/examples test/docs/composed test/docs/doors test/docs/hostile`],
	rules: [`${jest} --verbose test/sandbox/rules`],
	long: [`${jest} -c test/long/jest.config.mjs`],
	coverage: [`${jest} --coverage`],
	mutation: [`${stryker} tools/mutation/stryker.config.mjs`, 'tools/mutation'],
};
