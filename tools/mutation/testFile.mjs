/** Runs the tests of one file with jest's own test loop, in this process. */
import { createRequire } from 'node:module';
import { freshModules } from './modules.mjs';

const require = createRequire(import.meta.url);
const circus = require('jest-circus');
const { jestExpect } = require('@jest/expect');
const fastCheck = createRequire(`${process.cwd()}/package.json`)('fast-check');

const LONGEST_TEST_MS = 10_000;

// A run with one mutant needs the first counterexample, not the smallest one; the same examples for all of them.
fastCheck.configureGlobal({ seed: 1, numRuns: 30, endOnFailure: true });
// Fewer texts and histories are made up for each mutant.
process.env['PROPERTY_RUNS'] ??= '40';

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach });
globalThis.expect = jestExpect;

// What an earlier mutant left waiting may still fail; it is not this run's failure.
process.on('unhandledRejection', () => {});

/**
 * @param {string} file absolute
 * @param {object} options
 * @param {Set<string>} [options.only] full names of the tests to run; all without it
 * @param {boolean} [options.stopAtFailure]
 * @param {() => void} [options.loaded] called between loading and running
 * @param {(name?: string) => void} [options.running] told the full name of the test that starts, nothing when it ends
 * @returns {Promise<{ name: string, ms: number, failure?: string }[]>} the tests that ran
 * @throws what loading the file throws
 */
export async function runTestFile(file, { only, stopAtFailure, loaded, running } = {}) {
	circus.resetState();
	circus.getState().testTimeout = LONGEST_TEST_MS;
	freshModules()(file);
	const { rootDescribeBlock } = circus.getState();
	const skip = (wanted) => {
		for (const one of testsOf(rootDescribeBlock)) if (!wanted(one)) one.mode = 'skip';
	};
	if (only) skip((one) => only.has(nameOf(one)));
	const follow = ({ name, test: one }) => {
		if (name === 'test_started') running?.(nameOf(one));
		if (name !== 'test_done') return;
		running?.();
		if (stopAtFailure && one.errors.length > 0) skip(() => false);
	};
	circus.addEventHandler(follow);
	try {
		loaded?.();
		const { testResults, unhandledErrors } = await circus.run();
		const ran = testResults.filter(({ status }) => status === 'done');
		return [...ran.map(outcomeOf), ...unhandledErrors.map(outsideTests)];
	} finally {
		circus.removeEventHandler(follow);
	}
}

function* testsOf({ children }) {
	for (const child of children) {
		if (child.type === 'test') yield child;
		else yield* testsOf(child);
	}
}

/** As jest writes it: the headings above the test and its own name. */
function nameOf({ name, parent }) {
	return parent?.parent ? `${nameOf(parent)} ${name}` : name;
}

function outcomeOf({ testPath, duration, errors }) {
	const outcome = { name: testPath.slice(1).join(' '), ms: duration ?? 0 };
	return errors.length > 0 ? { ...outcome, failure: errors.join('\n') } : outcome;
}

function outsideTests(failure) {
	return { name: 'outside its tests', ms: 0, failure };
}
