/** Half-open, of indices. */
export type Range = readonly [start: number, end: number];

/** The same word on both sides. */
export type Match = readonly [left: number, right: number];

/** Cells of the exact comparison of a stretch; beyond it the stretch counts as replaced. */
const LARGEST_TABLE = 4_000_000;

/** Words that occur once on both sides, the longest series of them that is in the same order on both. */
export function anchorsOf(
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
	return longestIncreasing(pairs);
}

function uniqueIndices(words: readonly string[], [start, end]: Range): Map<string, number> {
	const indices = new Map<string, number>();
	for (const [offset, word] of words.slice(start, end).entries()) {
		indices.set(word, indices.has(word) ? -1 : start + offset);
	}
	for (const [word, index] of indices) if (index < 0) indices.delete(word);
	return indices;
}

/** The longest subsequence whose right indices increase, by patience sorting. */
function longestIncreasing(pairs: readonly Match[]): Match[] {
	const tops: Link[] = [];
	for (const match of pairs) {
		let low = 0;
		let high = tops.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((tops[middle]?.match[1] ?? 0) < match[1]) low = middle + 1;
			else high = middle;
		}
		tops[low] = { match, before: tops[low - 1] };
	}
	const series: Match[] = [];
	for (let link = tops.at(-1); link; link = link.before) series.push(link.match);
	return series.reverse();
}

/** The last word of a series, chained to those before it. */
interface Link {
	match: Match;
	before: Link | undefined;
}

/** The longest common subsequence of a stretch without unique words; none when it is too large to compare. */
export function commonWords(
	left: readonly string[],
	right: readonly string[],
	[leftStart, leftEnd]: Range,
	[rightStart, rightEnd]: Range,
): Match[] {
	const rows = leftEnd - leftStart;
	const width = rightEnd - rightStart + 1;
	const cells = (rows + 1) * width;
	if (cells > LARGEST_TABLE) return [];
	const lengths = new Uint16Array(cells);
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
