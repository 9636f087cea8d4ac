import { UNSEEN, type Seen, type WatchState } from './state';
import type { Answers, Watched } from './types';

/** A notice of the list. It is called what the list calls it first. */
export interface Notice extends Watched {
	/** All names under which it is listed. */
	readonly names: readonly [Watched, ...Watched[]];
}

/**
 * The notices of a list. One that is listed by its reference and by its order number is one notice: what was read
 * under either name tells of it, and it is remembered alike under both.
 */
export function noticesOf(list: readonly Watched[], { identities }: Answers): Notice[] {
	const byText = new Map<string | null, Watched>(list.map((watched) => [watched.text, watched]));
	const byReference = new Map<string, [Watched, ...Watched[]]>();
	const namesFor = new Map<Watched, readonly [Watched, ...Watched[]]>();
	const join = (reference: string, watched: Watched) => {
		if (namesFor.has(watched)) return;
		const known = byReference.get(reference);
		known?.push(watched);
		const names: [Watched, ...Watched[]] = known ?? [watched];
		byReference.set(reference, names);
		namesFor.set(watched, names);
	};
	for (const watched of list) {
		const identity = identities.get(watched.text);
		if (!identity) continue;
		join(identity.reference, watched);
		for (const name of [identity.reference, identity.orderNumber]) {
			const other = byText.get(name);
			// An order number may have been used again: what was read under it says whose it is.
			if (other && !identities.get(other.text)) join(identity.reference, other);
		}
	}
	const taken = new Set<Watched>();
	return list.flatMap((watched) => {
		if (taken.has(watched)) return [];
		const names = namesFor.get(watched) ?? [watched];
		for (const name of names) taken.add(name);
		return [{ ...watched, names }];
	});
}

/**
 * What is remembered of a notice. Should its names remember different things, the one under which more changes were
 * told is the newer one.
 */
export function rememberedOf({ seen }: WatchState, { names }: Notice): Seen {
	const all = names.flatMap(({ hash }) => seen.get(hash) ?? []);
	const [first = UNSEEN, ...others] = all;
	if (others.length === 0) return first;
	const [newest = first] = all
		.filter(({ status }) => status !== undefined)
		.sort((a, b) => b.changes - a.changes);
	return {
		...newest,
		told: new Set(all.flatMap(({ told }) => [...told])),
		toldOf: new Set(all.flatMap(({ toldOf }) => [...toldOf])),
	};
}
