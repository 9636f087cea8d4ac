/**
 * Mutation testing of what decides about orders and texts, with Stryker and its jest runner: each change of a line of
 * code must make a test fail. The command is in CONTRIBUTING.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	// There is none: rewriting one needs a TypeScript beside Stryker, and the tests read no such file.
	tsconfigFile: 'none.json',
	jest: { configFile: 'tools/mutation/jest.config.mjs' },
	coverageAnalysis: 'perTest',
	mutate: [
		'nodes/LegalNotice/transport/**/*.ts',
		'nodes/LegalNotice/domain/**/*.ts',
		'nodes/LegalNotice/reading/**/*.ts',
	],
	concurrency: 2,
	ignorePatterns: ['/dist', '/e2e', '/docs', '/examples', '/icons', '/.cache'],
	tempDirName: '.cache/mutation/sandbox',
	incremental: true,
	incrementalFile: '.cache/mutation/incremental.json',
	reporters: ['clear-text', 'progress-append-only', 'html'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: '.cache/mutation/report.html' },
	thresholds: { high: 95, low: 90, break: 90 },
};
