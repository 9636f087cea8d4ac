/** Installs what a task needs, then runs it. Answers with the exit code. */
import { delimiter, join } from 'node:path';
import { folders, nodeOf, ROOT } from './folders.mjs';
import { ensureInstalled } from './install.mjs';
import { currentNpm } from './npm.mjs';
import { elapsed, Failure, inCI, say } from './output.mjs';
import { runChild } from './run-child.mjs';
import { tasks } from './tasks.mjs';

/** @param {string[]} argv the task's name and its arguments */
export async function main([name = '', ...given]) {
	const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
	try {
		if (!task) {
			throw new Failure(
				`No task is called "${name}". There are: ${Object.keys(tasks).join(', ')}.`,
			);
		}
		await ensureAllInstalled(task.folders.map((key) => folders[key]));
		return task.steps ? await runSteps(task.steps, given) : await runProgram(task, given);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		console.error(error.message);
		return error.exitCode;
	}
}

/**
 * The first alone, for it may have to fetch the npm that all of them use; then the others side by side, for an
 * install keeps one core busy at most. When one fails, the work of the others is not lost.
 * @param {import('./folders.mjs').Folder[]} needed
 */
async function ensureAllInstalled([first, ...others]) {
	await ensureInstalled(first);
	const results = await Promise.allSettled(others.map((folder) => ensureInstalled(folder)));
	const failed = results.find(({ status }) => status === 'rejected');
	if (failed) throw failed.reason;
}

/** Everything a task starts finds the repository's own Node 24 and tools first. */
function environment() {
	const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
	return { ...process.env, PATH: path };
}

async function runProgram({ program, defaultArguments = [] }, given) {
	// Only what names a file replaces the default files; `--name=value` alone narrows them.
	const namesFiles = given.some((argument) => !argument.startsWith('-'));
	const args = [...program, ...given, ...(namesFiles ? [] : defaultArguments)];
	const { exitCode } = await runChild(nodeOf(folders.root), args, {
		cwd: ROOT,
		env: environment(),
	});
	return exitCode;
}

function commandOf({ command, args }) {
	if (command === 'node') return { command: nodeOf(folders.root), args };
	if (command !== 'npm') return { command, args };
	const npm = currentNpm();
	return { command: npm.command, args: [...npm.args, ...args] };
}

/** @param {(import('./tasks.mjs').Step | import('./tasks.mjs').Step[])[]} steps */
async function runSteps(steps, given) {
	const chosen =
		given.length > 0 ? steps.flat().filter(({ takesArguments }) => takesArguments) : steps;
	const started = performance.now();
	for (const step of chosen) {
		await (Array.isArray(step) ? runSideBySide(step) : runStep(step, given));
	}
	say(`All passed in ${elapsed(started)}.`);
	return 0;
}

/** Steps that need nothing of each other. All of them end before the first that did not pass is told. */
async function runSideBySide(steps) {
	say(`${steps.map(({ name }) => name).join(', ')} ...`);
	const results = await Promise.allSettled(steps.map((step) => runStep(step, [], true)));
	const failed = results.find(({ status }) => status === 'rejected');
	if (failed) throw failed.reason;
}

/** @param {boolean} [beside] other steps run at the same time, so its output is shown when it has ended */
async function runStep(step, given, beside = false) {
	const started = performance.now();
	const { command, args } = commandOf(step);
	// A step that takes arguments is being worked on: its output is shown as it comes.
	const capture = beside || (!inCI && !step.takesArguments);
	if (!capture) say(`${step.name} ...`);
	const result = await runChild(command, [...args, ...(step.takesArguments ? given : [])], {
		cwd: ROOT,
		env: environment(),
		capture,
	});
	const passed = result.exitCode === 0;
	if (capture && (!passed || inCI)) say(result.output);
	if (!passed) {
		const what = result.interrupted ? 'was stopped' : 'did not pass';
		throw new Failure(`${step.name} ${what} (${elapsed(started)}).`, result.exitCode);
	}
	say(`${step.name}: passed (${elapsed(started)})`);
}
