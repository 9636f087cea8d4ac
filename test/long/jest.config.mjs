import shared from '../../jest.config.mjs';

/** The long randomized run, apart from the tests of every day: `npm run long`. @type {import('jest').Config} */
export default {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/long'],
	testMatch: ['**/*.long.mts'],
	testTimeout: 1_800_000,
};
