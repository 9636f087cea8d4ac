/**
 * Mutation testing of what decides about orders and texts: each change of a line of code must make a test fail.
 * Run from the root of the repository: `node tools/run.mjs mutation [--mutate "nodes/LegalNotice/transport/*.ts"]`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	plugins: [import.meta.resolve('./runner.mjs'), import.meta.resolve('./sentences.mjs')],
	testRunner: 'in-process',
	coverageAnalysis: 'perTest',
	mutate: [
		'nodes/LegalNotice/transport/**/*.ts',
		'nodes/LegalNotice/domain/**/*.ts',
		// A table that n8n itself reads; the tests of the credential try it on n8n's engine, which is not started here.
		'!nodes/LegalNotice/transport/credentialRules.ts',
	],
	ignorers: ['sentences'],
	// What a module computes when it is loaded is mostly tables, and each mutant of it needs all tests that load the
	// module. `MUTATE_STATIC=1` includes them.
	ignoreStatic: process.env['MUTATE_STATIC'] !== '1',
	concurrency: 2,
	// A mutant may leave waits behind.
	maxTestRunnerReuse: 500,
	timeoutMS: 5_000,
	// What no test reads is not copied.
	ignorePatterns: ['/dist', '/e2e', '/docs', '/examples', '/icons', '/.ci', '/.github', '/.cache'],
	tempDirName: '.cache/mutation/sandbox',
	incremental: true,
	incrementalFile: '.cache/mutation/incremental.json',
	reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: '.cache/mutation/report.json' },
	htmlReporter: { fileName: '.cache/mutation/report.html' },
	thresholds: { high: 95, low: 85, break: 85 },
};
