/** Breaks the rule that `BROKEN_RULE` names in the package as a test file loads it: `rules.mts` runs test files with it. */
import { jest } from '@jest/globals';
import { OF_POLLS, OF_RUNS } from './broken.mts';
import type { Module } from './n8n.mts';

const found = [...OF_RUNS, ...OF_POLLS].find(({ rule }) => rule === process.env['BROKEN_RULE']);
if (!found) throw new Error('BROKEN_RULE names no rule.');
found.swap((path) => jest.requireActual<Module>(`../../${path}.ts`));
