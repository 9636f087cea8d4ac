/** Installs what a task needs, then runs it. Answers with the exit code. */
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { elapsed, failure, run } from './child.mjs';
import { installAll, npm } from './install.mjs';
import { ROOT, tasks, testSteps } from './tasks.mjs';

const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');
/** Everything that a task starts finds the repository's own Node 24 and tools first. */
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
const options = { cwd: ROOT, env: { ...process.env, PATH } };

/** @param {string[]} argv the task's name and its arguments */
export async function main([name = '', ...given]) {
	try {
		const all = Object.keys(tasks).join(', ');
		if (!Object.hasOwn(tasks, name)) throw failure(`There is no task "${name}", but: ${all}.`);
		const [program, ...needed] = tasks[name];
		await installAll(needed);
		if (name === 'test') return await runSteps(given);
		// Only what names a file replaces the files of the task; `--name=value` alone narrows them.
		const names = given.some((argument) => !argument.startsWith('-'));
		const own = program.split(' ').filter((word) => !(names && word.includes('*')));
		return (await run(NODE, [...own, ...given], options)).exitCode;
	} catch (error) {
		if (error.exitCode === undefined) throw error;
		console.error(error.message);
		return error.exitCode;
	}
}

/** @param {string[]} given go to the last group, which then runs alone */
async function runSteps(given) {
	const started = performance.now();
	for (const group of given.length > 0 ? testSteps.slice(-1) : testSteps) {
		console.log(`${Object.keys(group).join(', ')} ...`);
		const last = group === testSteps.at(-1);
		await runSideBySide(Object.entries(group), (step) => runStep(step, last ? given : [], !last));
	}
	console.log(`All passed in ${elapsed(started)}.`);
	return 0;
}

/** As many at once as there are cores: more of them only take each other's time. All run, also where one fails. */
async function runSideBySide(steps, work) {
	const waiting = [...steps.entries()];
	const failures = [];
	const lane = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [place, step] = next;
			await work(step).catch((error) => {
				if (error.exitCode === undefined) throw error;
				failures[place] = error;
			});
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, lane));
	// In the order of the steps, whichever ended first.
	const failed = failures.filter(Boolean);
	if (failed.length === 0) return;
	throw failure(failed.map(({ message }) => message).join('\n'), failed[0].exitCode);
}

/** @param {boolean} capture its output is shown when it has ended, and only if it failed or nobody is watching */
async function runStep([name, text], given, capture) {
	const started = performance.now();
	const [program, ...own] = text.split(' ');
	const [command, ...args] = program === 'npm' ? npm(own) : [NODE, ...own];
	const result = await run(command, [...args, ...given], { ...options, capture });
	if (capture && (result.exitCode !== 0 || process.env.CI)) console.log(result.output);
	const took = elapsed(started);
	if (result.exitCode !== 0) throw failure(`${name} did not pass (${took}).`, result.exitCode);
	console.log(`${name}: passed (${took})`);
}
