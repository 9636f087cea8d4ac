/** Commands that documents show: whether they are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documents.mts';

export const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
const tasks = readFileSync(join(ROOT, 'tools', 'bootstrap', 'tasks.mjs'), 'utf8');

/** What people type on a machine of their own: into their n8n, or where Docker is. */
const ELSEWHERE = [
	/^(mkdir -p|cd) ~\/\.n8n\/nodes$/,
	/^npm install n8n-nodes-legal-notice$/,
	/^docker run /,
];

export function elsewhere(command: string): boolean {
	return ELSEWHERE.some((pattern) => pattern.test(command));
}

/** Why a command that a document tells people to type in a clone cannot work; undefined when it can. */
export function whyNot(command: string): string | undefined {
	const words = command
		.replace(/ +#.*$/, '')
		.replace(/^([A-Z_]+=\S+ )+/, '')
		.split(/ +/);
	const [program = '', ...rest] = words;
	if (program === 'npm') return whyNoScript(words);
	if (/^(node_modules\/\.bin\/)?node$/.test(program)) return whyNoProgram(program, rest);
	if (program === 'node_modules/.bin/jest') {
		const gone = rest.find((word) => /^(test|e2e)\//.test(word) && !isThere(word));
		return gone === undefined ? undefined : `there is no file ${gone}`;
	}
	return `"${command}" is no command of this repository`;
}

function whyNoScript([, ...words]: readonly string[]): string | undefined {
	const [name = ''] = words[0] === 'run' ? words.slice(1) : words;
	const script = scripts[name];
	if (script === undefined) return `package.json has no script "${name}"`;
	if (words[0] !== 'run' && name !== 'start' && name !== 'test') {
		return `npm knows "${name}" as a script only: it needs "npm run"`;
	}
	const [, task] = /^node tools\/run\.mjs (\w+)/.exec(script) ?? [];
	return task === undefined ? undefined : whyNoTask(task);
}

function whyNoProgram(program: string, [file = '', task]: readonly string[]): string | undefined {
	if (!isThere(file)) return `there is no file ${file}`;
	// Whoever has the Node that the repository asks for has none that runs TypeScript.
	if (program === 'node' && file.endsWith('.mts')) return `${file} needs a newer Node`;
	return file === 'tools/run.mjs' ? whyNoTask(task ?? '') : undefined;
}

function whyNoTask(task: string): string | undefined {
	return new RegExp(`^\\t${task}: `, 'm').test(tasks)
		? undefined
		: `tools/bootstrap/tasks.mjs has no task "${task}"`;
}

function isThere(path: string): boolean {
	return existsSync(join(ROOT, path));
}
