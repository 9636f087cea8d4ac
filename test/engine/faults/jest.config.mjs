import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import shared from '../../../jest.config.mjs';

// Handed on to the workers; `matrixServices` in services.mts asks for it.
process.env.MATRIX_AT = 'emulators';

const here = import.meta.dirname;
const hasMatrix = (file) => readFileSync(join(here, file), 'utf8').includes('matrixServices)');

/** The fault matrices at the two emulators, apart from the tests of every day: `npm run test:matrix`. @type {import('jest').Config} */
export default {
	...shared,
	rootDir: '../../..',
	roots: ['<rootDir>/test/engine/faults'],
	testMatch: readdirSync(here)
		.filter((file) => file.endsWith('.test.mts') && hasMatrix(file))
		.map((file) => `**/faults/${file}`),
};
