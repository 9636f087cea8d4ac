/**
 * A runner for Stryker that stays in its process: it knows the tests that reach a mutant and runs these alone, on
 * modules loaded anew. Jest itself would start again for each of the thousands of mutants.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { INSTRUMENTER_CONSTANTS as NAMES } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { relatedTests } from './related.mjs';
import { runTestFile } from './testFile.mjs';

const TESTS = ['test/unit/**/*.test.mts', 'test/property/**/*.test.mts'];
const LEFT_OUT = [
	// Whole lives of a watched list, seconds each; what they hold, test/unit/watch holds in small.
	'test/property/watchPolls.test.mts',
	// A test of time.
	'test/unit/text/linear.test.mts',
	// Moves jest's own clock.
	'test/unit/watch/pollContext.test.mts',
];
/** Milliseconds of each test, written by the first run in the copy of the project where all runner processes work. */
const TIMES = 'test-times.json';
const BETWEEN = ' › ';
/** By the figures of the first run; what only slower tests would notice counts as survived. */
const TIME_FOR_MUTANT_MS = 4_000;

class RunnerInProcess {
	#stryker = (globalThis[NAMES.NAMESPACE] ??= {});
	#files = globSync(TESTS, { exclude: LEFT_OUT });
	#times;

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun({ files: mutated = [] }) {
		const tests = [];
		for (const file of this.#filesThatLoad(mutated)) {
			const running = (name) => {
				this.#stryker[NAMES.CURRENT_TEST_ID] = name && idOf(file, name);
			};
			const ran = await runTestFile(resolve(file), { running });
			tests.push(...ran.map((test) => resultOf(file, test)));
		}
		writeFileSync(
			TIMES,
			JSON.stringify(Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))),
		);
		return {
			status: 'complete',
			tests,
			mutantCoverage: this.#stryker[NAMES.MUTATION_COVERAGE_OBJECT],
		};
	}

	async mutantRun({ activeMutant, testFilter, mutantActivation, sandboxFileName, hitLimit }) {
		Object.assign(this.#stryker, {
			[NAMES.HIT_LIMIT]: hitLimit,
			[NAMES.HIT_COUNT]: hitLimit === undefined ? undefined : 0,
		});
		const activate = () => {
			this.#stryker[NAMES.ACTIVE_MUTANT] = activeMutant.id;
		};
		const whenLoading = mutantActivation === 'static';
		let nrOfTests = 0;
		try {
			for (const [file, only] of this.#selection(testFilter, sandboxFileName)) {
				if (whenLoading) activate();
				const loaded = whenLoading ? undefined : activate;
				const ran = await attempt(file, { only, loaded, stopAtFailure: true });
				delete this.#stryker[NAMES.ACTIVE_MUTANT];
				nrOfTests += ran.length;
				if (this.#stryker[NAMES.HIT_COUNT] > hitLimit) return { status: 'timeout' };
				const failed = ran.find(({ failure }) => failure !== undefined);
				if (failed) return killed(file, failed, nrOfTests);
			}
			return { status: 'survived', nrOfTests };
		} finally {
			delete this.#stryker[NAMES.ACTIVE_MUTANT];
		}
	}

	#filesThatLoad(sources) {
		const all = this.#files.map((file) => resolve(file));
		const related = new Set(sources.flatMap((source) => relatedTests(all, resolve(source))));
		return [...related].map((file) => relative('.', file));
	}

	/** The tests of each file, the quickest file first; whole files where a module computes the mutant while it loads. */
	#selection(testFilter, source) {
		if (!testFilter) return this.#filesThatLoad([source]).map((file) => [file, undefined]);
		this.#times ??= existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
		const files = new Map();
		for (const { id, ms } of this.#quickest(testFilter)) {
			const [file, name] = partsOf(id);
			const entry = files.get(file) ?? { names: new Set(), ms: 0 };
			files.set(file, entry);
			entry.names.add(name);
			entry.ms += ms;
		}
		return [...files].sort(([, a], [, b]) => a.ms - b.ms).map(([file, { names }]) => [file, names]);
	}

	/** As many tests as the time allows: those that play whole lists for seconds would make hours of the whole. */
	#quickest(ids) {
		let spent = 0;
		return ids
			.map((id) => ({ id, ms: this.#times[id] ?? 0 }))
			.sort((a, b) => a.ms - b.ms)
			.filter(({ ms }, at) => (spent += ms) <= TIME_FOR_MUTANT_MS || at === 0);
	}
}

/** A file that cannot be loaded any more has noticed the mutant as well. */
async function attempt(file, options) {
	try {
		return await runTestFile(resolve(file), options);
	} catch (error) {
		return [{ name: 'loading', ms: 0, failure: String(error) }];
	}
}

const idOf = (file, name) => `${file}${BETWEEN}${name}`;

function partsOf(id) {
	const at = id.indexOf(BETWEEN);
	return [id.slice(0, at), id.slice(at + BETWEEN.length)];
}

function resultOf(file, { name, ms, failure }) {
	const result = { id: idOf(file, name), name, timeSpentMs: ms, fileName: resolve(file) };
	return failure === undefined
		? { ...result, status: 0 }
		: { ...result, status: 1, failureMessage: failure };
}

function killed(file, { name, failure }, nrOfTests) {
	return { status: 'killed', killedBy: [idOf(file, name)], failureMessage: failure, nrOfTests };
}

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'in-process', () => new RunnerInProcess()),
];
