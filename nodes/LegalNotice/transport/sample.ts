/**
 * How many references are asked each by itself before a refusal that all of them get is taken for the service's own.
 * The more there are, the surer a few good ones among many bad ones are met; finding the first took up to 7 calls.
 */
const SAMPLES = 10;

/** A few from all over a list, the first and the last among them; all of a short one. */
export function sampleOf(list: readonly string[]): readonly string[] {
	if (list.length <= SAMPLES) return list;
	const step = (list.length - 1) / (SAMPLES - 1);
	const places = new Set(Array.from({ length: SAMPLES }, (_, index) => Math.round(index * step)));
	return list.filter((_, place) => places.has(place));
}
