import shared from '../../jest.config.mjs';

// Properties look at other cases in every long run.
process.env['PROPERTY_SEED'] ??= 'random';

/** The long randomized run, separate from the tests of every day: `npx jest -c test/long/jest.config.mjs`. @type {import('jest').Config} */
export default {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/long', '<rootDir>/test/property'],
	testMatch: ['**/*.long.mts', '**/test/property/*.test.mts'],
	testTimeout: 1_800_000,
};
