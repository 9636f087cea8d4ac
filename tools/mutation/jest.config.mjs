import { fileURLToPath } from 'node:url';
import shared from '../../jest.config.mjs';

/** Tests of rules only: they run thousands of times, without n8n's engine and what starts it. */
export default {
	rootDir: '../..',
	roots: ['<rootDir>/test/property', '<rootDir>/test/unit'],
	testMatch: shared.testMatch,
	moduleFileExtensions: shared.moduleFileExtensions,
	// Stryker knows no <rootDir> here.
	testEnvironment: fileURLToPath(import.meta.resolve('../../test/run/environment.mjs')),
	moduleNameMapper: shared.moduleNameMapper,
	transform: shared.transform,
};
