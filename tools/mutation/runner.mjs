/**
 * Stryker's jest runner, told which test files to load. It knows the tests that reach a mutant, but by name only: it
 * would load every test file that imports the mutated one, which takes most of the time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
	commonTokens,
	declareFactoryPlugin,
	PluginKind,
	tokens,
} from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';
import { relatedTests } from './related.mjs';

/** Written by the first run, in the copy of the project where all runner processes work. */
const PLACES = 'test-places.json';

function byFile(injector) {
	const runner = jestPlugins[0].factory(injector);
	const dryRun = runner.dryRun.bind(runner);
	const mutantRun = runner.mutantRun.bind(runner);
	const run = runner.run.bind(runner);
	let places;
	let testFiles;

	runner.run = async (settings) =>
		await run(testFiles === undefined ? settings : { ...settings, testFiles });

	runner.dryRun = async (options) => {
		const result = await dryRun(options);
		writeFileSync(PLACES, JSON.stringify(placesOf(result.tests ?? [])));
		return result;
	};

	runner.mutantRun = async (options) => {
		places ??= existsSync(PLACES) ? JSON.parse(readFileSync(PLACES, 'utf8')) : {};
		const files = options.testFilter
			? filesFor(options.testFilter, places)
			: filesOfModule(options.sandboxFileName, places);
		if (files === undefined) return await mutantRun(options);
		try {
			let result;
			for (const group of files) {
				testFiles = group;
				result = await mutantRun(options);
				if (result.status !== 'survived') break;
			}
			return result;
		} finally {
			testFiles = undefined;
		}
	};
	return runner;
}
byFile.inject = tokens(commonTokens.injector);

/** The files and the milliseconds of each test; one name may stand in several files. */
function placesOf(tests) {
	const places = {};
	for (const { id, fileName, timeSpentMs } of tests) {
		(places[id] ??= []).push({ file: fileName, ms: timeSpentMs });
	}
	return places;
}

/** The file that answers soonest by itself, then the others: most mutants do not survive the first one. */
function filesFor(testFilter, places) {
	const costs = new Map();
	for (const id of testFilter) {
		// A test that is not known here was added since: then the runner's own way is right.
		if (places[id] === undefined) return undefined;
		for (const { file, ms } of places[id]) {
			const { tests = 0, time = 0 } = costs.get(file) ?? {};
			costs.set(file, { tests: tests + 1, time: time + ms });
		}
	}
	if (costs.size === 0) return undefined;
	const value = ([, { tests, time }]) => tests / (200 + time);
	const [first, ...rest] = [...costs].sort((a, b) => value(b) - value(a)).map(([file]) => file);
	return rest.length > 0 ? [[first], rest] : [[first]];
}

/** A mutant in what a module computes when it is loaded is reached by every test of every file that loads it. */
function filesOfModule(source, places) {
	const testFiles = [
		...new Set(Object.values(places).flatMap((all) => all.map(({ file }) => file))),
	];
	const related = relatedTests(testFiles, source);
	return related.length === 0 ? undefined : related.map((file) => [file]);
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-by-file', byFile)];
