import shared from '../../jest.config.mjs';

/** Tests of rules only: they run thousands of times, without n8n's engine and what starts it. */
export default {
	rootDir: '../..',
	roots: ['<rootDir>/test/property', '<rootDir>/test/unit'],
	testMatch: shared.testMatch,
	moduleFileExtensions: shared.moduleFileExtensions,
	testEnvironment: shared.testEnvironment,
	moduleNameMapper: shared.moduleNameMapper,
	transform: shared.transform,
};
