/**
 * How much work something is, counted: the same on any machine. Quadratic work shows by its growth when a text is twice as
 * long. Counted are the blocks of the package's code that are run, and the signs that built-in searches pass over. That a
 * regular expression passes over each sign once is held by lint. Imported before the package, which is then counted by block
 * and not by function.
 */
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

type Coverage = Array<{
	readonly url: string;
	readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>;
}>;

const session = new Session();
session.connect();

let steps = 0;

function post(method: string, parameters: object = {}): unknown {
	let answer: unknown;
	// In the same thread the answer is there when the call returns.
	session.post(method, parameters, (error: Error | null, result?: object) => {
		if (error) throw error;
		answer = result;
	});
	return answer;
}

/** Optimized code leaves out counts, and when V8 makes it depends on the machine. */
const COMPILERS = ['opt', 'maglev'];
for (const name of COMPILERS) setFlagsFromString(`--no-${name}`);

/** Begins before the package is loaded, for what is compiled earlier is not counted block by block. */
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
/** From now on code is as fast as elsewhere, and is not counted. */
export function endCounting(): void {
	session.disconnect();
	for (const name of COMPILERS) setFlagsFromString(`--${name}`);
}
afterAll(endCounting);

/** Blocks of the package that were run since the last call. */
function blocksRun(): number {
	const { result } = post('Profiler.takePreciseCoverage') as { result: Coverage };
	const own = result.filter(({ url }) => url.includes('/nodes/LegalNotice/'));
	const ranges = own.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
	return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** The globals of the tests, and those of what Node loads itself, such as n8n. */
const realms = [globalThis, runInThisContext('globalThis') as typeof globalThis];
const SEARCHES = ['indexOf', 'lastIndexOf', 'includes'] as const;

/** Has the built-in searches of a realm counted. @returns what ends it */
function watch({ RegExp, String }: typeof globalThis): () => void {
	const { prototype } = String;
	const real = SEARCHES.map((name) => [name, prototype[name]] as const);
	for (const [name, search] of real) {
		const counted = function (this: string, ...given: [sought: string, from?: number]) {
			const found: unknown = Reflect.apply(search, this, given);
			const begin = given[1] ?? (name === 'lastIndexOf' ? this.length : 0);
			const last = name === 'lastIndexOf' ? 0 : this.length;
			const end = typeof found === 'number' && found >= 0 ? found : last;
			steps += Math.abs(end - begin);
			return found;
		};
		Object.assign(prototype, { [name]: counted });
	}
	const regex: { exec: (this: RegExp, text: string) => RegExpExecArray | null } = RegExp.prototype;
	const { exec } = regex;
	regex.exec = function (text) {
		const begin = this.global || this.sticky ? this.lastIndex : 0;
		const found = exec.call(this, text);
		const end = found ? found.index + found[0].length : String(text).length;
		// A sticky one looks at a single place.
		steps += this.sticky && !found ? 1 : Math.max(1, end - begin);
		return found;
	};
	return () => {
		regex.exec = exec;
		Object.assign(prototype, Object.fromEntries(real));
	};
}

/** @returns how many steps the work takes */
async function stepsOf(work: () => unknown): Promise<number> {
	blocksRun();
	steps = 0;
	const ends = realms.map(watch);
	try {
		await work();
	} finally {
		for (const end of ends) end();
	}
	return steps + blocksRun();
}

/** More than linear work grows by, and less than quadratic work. */
export const LINEAR = 3;

/** By how much the steps grow when the size doubles: by 2 for linear work, by 4 for quadratic work. */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
	// What is done once, such as a table that is built, is done here.
	await work(size);
	const once = await stepsOf(() => work(size));
	return (await stepsOf(() => work(2 * size))) / once;
}
