/** Breaks the rule that `BROKEN_RULE` names in the package as a test file loads it: `rules.mts` runs test files with it. */
import { jest } from '@jest/globals';
import { OF_TESTS } from './broken.mts';
import type { Module, Swap } from './n8n.mts';

const rules = Object.values(OF_TESTS).flatMap((all): Array<[string, Swap]> => Object.entries(all));
const [, swap] = rules.find(([rule]) => rule === process.env['BROKEN_RULE']) ?? [];
if (!swap) throw new Error('BROKEN_RULE names no rule.');
swap((path) => jest.requireActual<Module>(`../../${path}.ts`));
