/** A stretch where two sequences differ: half-open ranges of indices. */
export interface Difference {
	left: readonly [start: number, end: number];
	right: readonly [start: number, end: number];
}

/** Cells of the exact comparison of a stretch; beyond it the stretch counts as replaced. */
const LARGEST_TABLE = 4_000_000;
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

type Range = readonly [start: number, end: number];

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
	if (leftStart === leftEnd || rightStart === rightEnd) {
		if (leftStart < leftEnd || rightStart < rightEnd) {
			found.push({ left: [leftStart, leftEnd], right: [rightStart, rightEnd] });
		}
		return;
	}
	const anchors =
		depth < DEEPEST ? anchorsOf(left, right, [leftStart, leftEnd], [rightStart, rightEnd]) : [];
	if (anchors.length === 0) {
		const inner = common(left, right, [leftStart, leftEnd], [rightStart, rightEnd]);
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

type Match = readonly [left: number, right: number];

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

/** Words that occur once on both sides, the longest series of them that is in the same order on both. */
function anchorsOf(
	left: readonly string[],
	right: readonly string[],
	leftRange: Range,
	rightRange: Range,
): Match[] {
	const rightAt = uniqueIndices(right, rightRange);
	const pairs: Match[] = [];
	for (const [word, atLeft] of uniqueIndices(left, leftRange)) {
		const atRight = rightAt.get(word);
		if (atRight !== undefined) pairs.push([atLeft, atRight]);
	}
	pairs.sort((a, b) => a[0] - b[0]);
	return longestIncreasing(pairs);
}

function uniqueIndices(words: readonly string[], [start, end]: Range): Map<string, number> {
	const indices = new Map<string, number>();
	for (let index = start; index < end; index++) {
		const word = words[index] ?? '';
		indices.set(word, indices.has(word) ? -1 : index);
	}
	for (const [word, index] of indices) if (index < 0) indices.delete(word);
	return indices;
}

/** The longest subsequence whose right indices increase, by patience sorting. */
function longestIncreasing(pairs: readonly Match[]): Match[] {
	const tops: number[] = [];
	const previous: number[] = [];
	pairs.forEach(([, value], index) => {
		let low = 0;
		let high = tops.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
			else high = middle;
		}
		previous[index] = low > 0 ? (tops[low - 1] ?? -1) : -1;
		tops[low] = index;
	});
	const series: Match[] = [];
	for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
		const pair = pairs[index];
		if (pair) series.push(pair);
	}
	return series.reverse();
}

/** The longest common subsequence of a stretch without unique words; none when it is too large to compare. */
function common(
	left: readonly string[],
	right: readonly string[],
	[leftStart, leftEnd]: Range,
	[rightStart, rightEnd]: Range,
): Match[] {
	const rows = leftEnd - leftStart;
	const width = rightEnd - rightStart + 1;
	if ((rows + 1) * width > LARGEST_TABLE) return [];
	const lengths = new Uint16Array((rows + 1) * width);
	for (let row = rows - 1; row >= 0; row--) {
		for (let column = width - 2; column >= 0; column--) {
			const at = row * width + column;
			lengths[at] =
				left[leftStart + row] === right[rightStart + column]
					? (lengths[at + width + 1] ?? 0) + 1
					: Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
		}
	}
	const matches: Match[] = [];
	let row = 0;
	let column = 0;
	while (row < rows && column < width - 1) {
		const at = row * width + column;
		if (left[leftStart + row] === right[rightStart + column]) {
			matches.push([leftStart + row++, rightStart + column++]);
		} else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) row++;
		else column++;
	}
	return matches;
}
