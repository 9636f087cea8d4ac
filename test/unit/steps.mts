/**
 * How much work something is, counted: the same on any machine. Quadratic work shows by its growth when a text is twice as
 * long. Counted are the blocks of the package's code that are run, the signs that built-in searches pass over, and what a
 * backtracking matcher does for each regular expression. The matcher is here because the engine of JavaScript does not tell
 * what it does; whether it finds the same is checked at every call. Imported before the package, which is then counted by
 * block and not by function.
 */
import { Session } from 'node:inspector';
import { runInThisContext } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Coverage = Array<{
	readonly url: string;
	readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>;
}>;

const session = new Session();
session.connect();

let steps = 0;
let isMatching = false;
/** Where a match is tried, and whether more than the sign there was looked at. */
let origin = 0;
let isFar = false;

function post(method: string, parameters: object = {}): unknown {
	let answer: unknown;
	// In the same thread the answer is there when the call returns.
	session.post(method, parameters, (error: Error | null, result?: object) => {
		if (error) throw error;
		answer = result;
	});
	return answer;
}

/** Begins before the package is loaded, for what is compiled earlier is not counted block by block. */
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
afterAll(() => session.disconnect());

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
			if (!isMatching) steps += Math.abs(end - begin);
			return found;
		};
		Object.assign(prototype, { [name]: counted });
	}
	const regex: { exec: (this: RegExp, text: string) => RegExpExecArray | null } = RegExp.prototype;
	const { exec } = regex;
	regex.exec = function (text) {
		const { lastIndex } = this;
		const found = exec.call(this, text);
		// The matcher uses expressions itself.
		if (isMatching) return found;
		isMatching = true;
		try {
			count(this, String(text), lastIndex, found);
		} finally {
			isMatching = false;
		}
		return found;
	};
	return () => {
		regex.exec = exec;
		Object.assign(prototype, Object.fromEntries(real));
	};
}

/** @returns how many steps the work takes */
export async function stepsOf(work: () => unknown): Promise<number> {
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

/** By how much the steps grow when the size doubles: by 2 for linear work, by 4 for quadratic work. */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
	// What is done once, such as a table that is built, is done here.
	await work(size);
	const once = await stepsOf(() => work(size));
	return (await stepsOf(() => work(2 * size))) / once;
}

function count(
	regex: RegExp,
	text: string,
	lastIndex: number,
	found: RegExpExecArray | null,
): void {
	const pattern = patternOf(regex);
	const first = regex.global || regex.sticky ? lastIndex : 0;
	const last = regex.sticky || pattern.isAnchored ? first : (found?.index ?? text.length);
	let isFound = false;
	for (let at = first; at <= last && !isFound; at = pattern.after(text, at)) {
		isFound = pattern.matches(text, at);
	}
	if (isFound !== (found !== null)) throw new Error(`${String(regex)} is counted wrongly.`);
}

/** One instruction of a matcher: where to go on in the text, or undefined where it does not match. */
type Take = (text: string, at: number, slots: Slots) => number | undefined;
type Instruction =
	| { readonly op: 'take'; readonly take: Take }
	| { readonly op: 'split'; readonly first: number; second: number }
	| { readonly op: 'jump'; readonly to: number }
	| {
			readonly op: 'set';
			readonly slot: number;
			readonly value: (at: number, before: number) => number;
	  }
	| {
			readonly op: 'loop';
			readonly bounds: AST.Quantifier;
			readonly slot: number;
			readonly end: number;
	  }
	| Run
	| { readonly op: 'look'; readonly program: Program; readonly isNegated: boolean };
type Run = { readonly op: 'run'; readonly take: Take; readonly min: number; readonly max: number };
type Program = Instruction[];
/** Where groups begin and end, how often a loop went round, and where it was last entered. */
type Slots = ReadonlyArray<number | undefined>;

const patterns = new Map<string, Pattern>();

function patternOf({ source, flags }: RegExp): Pattern {
	const name = `${flags}/${source}`;
	const known = patterns.get(name) ?? new Pattern(source, flags);
	patterns.set(name, known);
	return known;
}

/** @returns what was captured */
function run(program: Program, text: string, from: number, given: Slots): Slots | undefined {
	const later: Array<readonly [pc: number, at: number, slots: Slots]> = [];
	let [pc, at, slots] = [0, from, given];
	for (;;) {
		for (let goesOn = true; goesOn; ) {
			steps++;
			const one = program[pc++];
			if (!one) return slots;
			if (one.op === 'jump') pc = one.to;
			else if (one.op === 'split') {
				later.push([one.second, at, slots]);
				pc = one.first;
			} else if (one.op === 'set') {
				const value = one.value(at, slots[one.slot] ?? 0);
				slots = Object.assign([...slots], { [one.slot]: value });
			} else if (one.op === 'loop') {
				const { min, max, greedy } = one.bounds;
				const rounds = slots[one.slot] ?? 0;
				const [wanted, other] = greedy ? [pc, one.end] : [one.end, pc];
				if (rounds >= max) pc = one.end;
				else if (rounds >= min) {
					later.push([other, at, slots]);
					pc = wanted;
				}
			} else if (one.op === 'look') {
				const found = run(one.program, text, at, slots);
				goesOn = (found === undefined) === one.isNegated;
				if (!one.isNegated) slots = found ?? slots;
			} else if (one.op === 'run') {
				const places = placesOf(one, text, at);
				goesOn = places.length > 0;
				at = places.pop() ?? at;
				for (const place of places) later.push([pc, place, slots]);
			} else {
				const next = one.take(text, at, slots);
				goesOn = next !== undefined;
				at = next ?? at;
			}
		}
		const state = later.pop();
		if (!state) return undefined;
		[pc, at, slots] = state;
	}
}

/** Where a run of signs may end; the engine tries the last place first. */
function placesOf({ take, min, max }: Run, text: string, from: number): number[] {
	const places = min === 0 ? [from] : [];
	let at: number | undefined = from;
	for (let rounds = 1; rounds <= max; rounds++) {
		at = take(text, at, []);
		steps++;
		if (at === undefined) break;
		if (rounds >= min) places.push(at);
	}
	return places;
}

const isWord = (sign = ''): boolean => /^\w$/.test(sign);

class Pattern {
	/** Whether it can match nowhere but at the beginning, so that the engine looks nowhere else. */
	readonly isAnchored: boolean;
	private readonly flags: string;
	private readonly isCodePoint: boolean;
	private readonly program: Program = [];
	private readonly groups = new Map<AST.CapturingGroup, number>();
	private slots = 0;
	/** Signs at which it fails whatever is beside them, and the steps to that: most signs, which are not tried again. */
	private readonly failing = new Map<string, number>();

	constructor(source: string, flags: string) {
		const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
		this.isCodePoint = unicode || unicodeSets;
		const modes = { unicode, unicodeSets };
		const parsed = new RegExpParser().parsePattern(source, 0, source.length, modes);
		this.flags = flags.replace(/[dgy]/g, '');
		this.isAnchored =
			!flags.includes('m') &&
			parsed.alternatives.every(
				({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start',
			);
		this.choose(this.program, parsed.alternatives, false);
	}

	matches(text: string, at: number): boolean {
		const sign = text[at] ?? '';
		const known = this.failing.get(sign);
		if (known !== undefined) steps += known;
		if (known !== undefined) return false;
		[origin, isFar] = [at, sign === ''];
		const before = steps;
		const isFound = run(this.program, text, at, []) !== undefined;
		if (!isFound && !isFar) this.failing.set(sign, steps - before);
		return isFound;
	}

	/** The next place where the engine looks. */
	after(text: string, at: number): number {
		return at + (this.isCodePoint && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
	}

	private choose(program: Program, alternatives: readonly AST.Alternative[], back: boolean): void {
		const ends: Array<(to: number) => void> = [];
		for (const [index, { elements }] of alternatives.entries()) {
			const isLast = index === alternatives.length - 1;
			const split = { op: 'split' as const, first: program.length + 1, second: 0 };
			if (!isLast) program.push(split);
			for (const element of back ? elements.toReversed() : elements)
				this.add(program, element, back);
			if (isLast) break;
			const place = program.push({ op: 'jump', to: 0 }) - 1;
			ends.push((to) => (program[place] = { op: 'jump', to }));
			split.second = program.length;
		}
		for (const end of ends) end(program.length);
	}

	private add(program: Program, node: AST.Element, back: boolean): void {
		if (node.type === 'Group') this.choose(program, node.alternatives, back);
		else if (node.type === 'CapturingGroup') {
			const slot = this.slotOf(node);
			program.push({ op: 'set', slot: slot + Number(back), value: (at) => at });
			this.choose(program, node.alternatives, back);
			program.push({ op: 'set', slot: slot + Number(!back), value: (at) => at });
		} else if (node.type === 'Quantifier') this.repeat(program, node, back);
		else if (node.type === 'Assertion') this.assert(program, node);
		else if (node.type === 'Backreference') {
			const group = [node.resolved].flat()[0];
			if (group) program.push({ op: 'take', take: this.same(this.slotOf(group), back) });
		} else program.push({ op: 'take', take: this.sign(node.raw, back) });
	}

	private slotOf(group: AST.CapturingGroup): number {
		const slot = this.groups.get(group) ?? this.slots;
		if (slot === this.slots) this.slots += 2;
		this.groups.set(group, slot);
		return slot;
	}

	private repeat(program: Program, bounds: AST.Quantifier, back: boolean): void {
		const { element, min, max, greedy } = bounds;
		const isSign = element.type.startsWith('Character') || element.type.endsWith('CharacterClass');
		if (isSign && greedy) {
			program.push({ op: 'run', take: this.sign(element.raw, back), min, max });
			return;
		}
		const [slot, entered] = [this.slots++, this.slots++];
		program.push({ op: 'set', slot, value: () => 0 });
		const begin = program.push({ op: 'jump', to: 0 }) - 1;
		program.push({ op: 'set', slot: entered, value: (at) => at });
		this.add(program, element, back);
		program.push({ op: 'set', slot, value: (_at, rounds) => rounds + 1 });
		// A round that takes nothing, and is not needed, ends the loop.
		const isNeeded = (slots: Slots) => (slots[slot] ?? 0) <= min;
		const take: Take = (_text, at, slots) => {
			return slots[entered] === at && !isNeeded(slots) ? undefined : at;
		};
		program.push({ op: 'take', take }, { op: 'jump', to: begin });
		program[begin] = { op: 'loop', bounds, slot, end: program.length };
	}

	private assert(program: Program, node: AST.Assertion): void {
		if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
			const inner: Program = [];
			this.choose(inner, node.alternatives, node.kind === 'lookbehind');
			program.push({ op: 'look', program: inner, isNegated: node.negate });
			return;
		}
		const isLine = this.flags.includes('m');
		const breaks = (sign: string | undefined) => isLine && '\n\r\u2028\u2029'.includes(sign ?? ' ');
		const holds = (text: string, at: number): boolean => {
			isFar = true;
			if (node.kind === 'start') return at === 0 || breaks(text[at - 1]);
			if (node.kind === 'end') return at === text.length || breaks(text[at]);
			const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
			return node.kind === 'word' && isBoundary !== node.negate;
		};
		program.push({ op: 'take', take: (text, at) => (holds(text, at) ? at : undefined) });
	}

	private same(slot: number, back: boolean): Take {
		return (text, at, slots) => {
			isFar = true;
			const captured = text.slice(slots[slot] ?? 0, slots[slot + 1] ?? 0);
			const next = back ? at - captured.length : at + captured.length;
			const here = text.slice(Math.min(at, next), Math.max(at, next));
			return here.toLowerCase() === captured.toLowerCase() ? next : undefined;
		};
	}

	/** One sign that a class, a set or a sign of the pattern takes; the engine says which. */
	private sign(raw: string, back: boolean): Take {
		const one = new RegExp(`^(?:${raw})$`, this.flags);
		const known = new Map<string, boolean>();
		const isTaken = (sign: string): boolean => {
			const taken = known.get(sign) ?? one.test(sign);
			known.set(sign, taken);
			return taken;
		};
		return (text, at) => {
			const place = back ? at - 1 : at;
			const sign = text[place];
			isFar ||= place !== origin;
			if (sign === undefined) return undefined;
			const isHalf = this.isCodePoint && sign >= '\ud800' && sign <= '\udfff';
			isFar ||= isHalf;
			const pair = isHalf ? text.slice(back ? Math.max(0, at - 2) : at, back ? at : at + 2) : '';
			const whole = (pair.codePointAt(0) ?? 0) > 0xffff ? pair : sign;
			return isTaken(whole) ? at + (back ? -whole.length : whole.length) : undefined;
		};
	}
}
