import base from '../../jest.config.mjs';

// Fewer texts and histories are made up for each mutant.
process.env['PROPERTY_RUNS'] ??= '40';

/** The tests that need no engine of n8n, for these run thousands of times. */
export default {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/unit', '<rootDir>/test/property'],
	setupFiles: ['<rootDir>/tools/mutation/setup.mjs'],
	// It plays whole lives of a watched list, seconds each; what it holds, test/unit/watch holds in small.
	testPathIgnorePatterns: ['/node_modules/', 'test/property/watchPolls'],
	testTimeout: 10_000,
};
