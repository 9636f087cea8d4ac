import { anchorsOf, commonWords, type Match, type Range } from './matches';

/** A stretch where two sequences differ: half-open ranges of indices. */
export interface Difference {
	left: readonly [start: number, end: number];
	right: readonly [start: number, end: number];
}

/** Anchors within anchors within anchors; real texts need three or four levels. */
const DEEPEST = 100;

/**
 * Differences between two sequences, in order. Words that occur once in both sequences anchor the comparison
 * (patience), what lies between is compared exactly while it is small: time and memory stay bounded.
 */
export function differences(left: readonly string[], right: readonly string[]): Difference[] {
	const found: Difference[] = [];
	compare(left, right, [0, left.length], [0, right.length], found, 0);
	return found;
}

function compare(
	left: readonly string[],
	right: readonly string[],
	[leftStart, leftEnd]: Range,
	[rightStart, rightEnd]: Range,
	found: Difference[],
	depth: number,
): void {
	while (leftStart < leftEnd && rightStart < rightEnd && left[leftStart] === right[rightStart]) {
		leftStart++;
		rightStart++;
	}
	while (
		leftStart < leftEnd &&
		rightStart < rightEnd &&
		left[leftEnd - 1] === right[rightEnd - 1]
	) {
		leftEnd--;
		rightEnd--;
	}
	const anchors =
		depth < DEEPEST ? anchorsOf(left, right, [leftStart, leftEnd], [rightStart, rightEnd]) : [];
	if (anchors.length === 0) {
		const inner = commonWords(left, right, [leftStart, leftEnd], [rightStart, rightEnd]);
		betweenMatches(inner, [leftStart, leftEnd], [rightStart, rightEnd], found);
		return;
	}
	let fromLeft = leftStart;
	let fromRight = rightStart;
	for (const [atLeft, atRight] of [...anchors, [leftEnd, rightEnd] as const]) {
		compare(left, right, [fromLeft, atLeft], [fromRight, atRight], found, depth + 1);
		fromLeft = atLeft + 1;
		fromRight = atRight + 1;
	}
}

function betweenMatches(
	matches: readonly Match[],
	[leftStart, leftEnd]: Range,
	[rightStart, rightEnd]: Range,
	found: Difference[],
): void {
	let fromLeft = leftStart;
	let fromRight = rightStart;
	for (const [atLeft, atRight] of [...matches, [leftEnd, rightEnd] as const]) {
		if (fromLeft < atLeft || fromRight < atRight) {
			found.push({ left: [fromLeft, atLeft], right: [fromRight, atRight] });
		}
		fromLeft = atLeft + 1;
		fromRight = atRight + 1;
	}
}
