/**
 * What each npm script does. `folders` are installed first (see folders.mjs). Then either `program`
 * runs, with the arguments of the command line after it, or `steps` run one after the other; those of
 * an inner list side by side.
 *
 * In a command, `node` is the Node 24 that the repository installs and `npm` the npm that called us.
 * Arguments of the command line go to the step marked `takesArguments`, and then only that step runs.
 */

/** @typedef {{ name: string, command: string, args: string[], takesArguments?: boolean }} Step */
/**
 * @typedef {object} Task
 * @property {string[]} folders names in folders.mjs
 * @property {(Step | Step[])[]} [steps]
 * @property {string[]} [program] arguments for Node 24
 * @property {string[]} [defaultArguments] what follows `program` when the command line gives none
 */

const JEST = [
	'--experimental-vm-modules',
	'--disable-warning=ExperimentalWarning',
	'node_modules/jest/bin/jest.js',
];

/** @type {Record<string, Task>} */
export const tasks = {
	test: {
		folders: ['root', 'scan', 'quality'],
		steps: [
			{ name: 'build', command: 'npm', args: ['run', 'build'] },
			[
				{ name: 'lint of the package', command: 'npm', args: ['run', 'lint:package'] },
				{ name: 'lint of everything else', command: 'npm', args: ['run', 'lint:tooling'] },
				{ name: 'types', command: 'npm', args: ['run', 'typecheck'] },
				{ name: 'format', command: 'npm', args: ['run', 'format:check'] },
				{ name: 'scan of the source', command: 'node', args: ['tools/scan/scan.mjs', 'source'] },
				{ name: 'scan of the package', command: 'node', args: ['tools/scan/scan.mjs', 'packed'] },
				{
					name: 'spelling, Markdown, workflows, unused code',
					command: 'node',
					args: ['tools/quality/check.mjs'],
				},
			],
			{
				name: 'tests',
				command: 'node',
				args: JEST,
				takesArguments: true,
			},
		],
	},
	e2e: {
		folders: ['root', 'host', 'host-1.123', 'loaders'],
		// One file at a time: each starts a real n8n, and two at once starve a small machine.
		program: ['--test', '--test-concurrency=1', '--test-reporter=spec'],
		defaultArguments: ['e2e/tests/*.test.mts'],
	},
	rules: { folders: ['root'], program: ['tools/rules.mjs'] },
	durable: {
		folders: ['root', 'host'],
		program: ['--test', '--test-reporter=spec'],
		defaultArguments: ['e2e/durable/*.test.mts'],
	},
	// The same on two versions of n8n, and the oldest one's command line.
	compat: {
		folders: ['root', 'host', 'host-1.123', 'loaders'],
		program: ['--test', '--test-concurrency=1', '--test-reporter=spec'],
		defaultArguments: ['e2e/tests/compat*.test.mts', 'e2e/tests/errorItems*.test.mts'],
	},
	// The other half of the fault matrices: at the two emulators.
	matrix: { folders: ['root'], program: [...JEST, '-c', 'test/engine/faults/jest.config.mjs'] },
	long: { folders: ['root'], program: [...JEST, '-c', 'test/long/jest.config.mjs'] },
	// How much of transport and of the order path the tests reach; the figures to reach are in jest.config.mjs.
	coverage: {
		folders: ['root'],
		program: [
			...JEST,
			'--coverage',
			'--coverageDirectory=.cache/coverage',
			'--coverageReporters=text',
		],
	},
	mutation: {
		folders: ['root', 'mutation'],
		program: [
			'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js',
			'run',
			'tools/mutation/stryker.config.mjs',
		],
	},
	kill: { folders: ['root', 'host'], program: ['e2e/stress/kill.mts'] },
	queue: { folders: ['root', 'host'], program: ['e2e/stress/queue.mts'] },
	start: { folders: ['root', 'host'], program: ['e2e/start.mts'] },
	sandbox: { folders: ['root'], program: ['sandbox/main.mts'] },
	bench: { folders: ['root', 'host'], program: ['bench/main.mts'] },
};
