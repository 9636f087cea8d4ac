import { routeNames, type RouteName } from './types.mts';

export type FaultKind =
	| 'codes'
	| 'dropBefore'
	| 'dropAfter'
	| 'timeout'
	| 'status'
	| 'html'
	| 'truncated'
	| 'emptyBody'
	| 'wrongShape'
	| 'slow'
	| 'quota'
	| 'internalError'
	| 'redirect';

/** A fault for the next calls that match; by default one call, whatever it is. */
export interface Fault {
	kind: FaultKind;
	match?: {
		method?: string;
		/** The name of a route, or else a part of the path on the wire. */
		path?: string;
		publicKey?: string;
	};
	/** How many calls (default 1). */
	times?: number;
	/** How many matching calls to let pass first (default 0). */
	skip?: number;
	/** Chance of each matching call, 0 to 1 (default 1); the same seed gives the same choices. */
	probability?: number;
	seed?: number;
	/** Whether the service processes the call before the answer is spoiled (default by kind). */
	processed?: boolean;
	/** For `codes`: the error codes; with fields beside them in `extra`. */
	codes?: string[];
	extra?: Record<string, unknown>;
	/** For `status`: the HTTP status (default 502). */
	status?: number;
	/** For `slow` and `timeout`: milliseconds (default 1000; 30000). */
	ms?: number;
	/** For `redirect`: where to. For `html`, `status`, `wrongShape`: the body. */
	location?: string;
	body?: string;
}

export const faultKinds: readonly string[] = [
	'codes',
	'dropBefore',
	'dropAfter',
	'timeout',
	'status',
	'html',
	'truncated',
	'emptyBody',
	'wrongShape',
	'slow',
	'quota',
	'internalError',
	'redirect',
];

/** Kinds that spoil an answer which the service really gave, unless said otherwise. */
const processedKinds: readonly string[] = ['truncated', 'emptyBody'];

interface Armed {
	fault: Fault;
	left: number;
	skip: number;
	random: number;
}

export interface Target {
	route: RouteName;
	method: string;
	path: string;
	publicKey: string | null;
}

/** The faults that wait for their calls, oldest first. */
export class Faults {
	#armed: Armed[] = [];

	/** @throws {Error} for a kind that does not exist */
	add(fault: Fault): void {
		if (!faultKinds.includes(fault.kind)) {
			throw new Error(
				`There is no fault "${String(fault.kind)}". Kinds: ${faultKinds.join(', ')}.`,
			);
		}
		this.#armed.push({
			fault,
			left: fault.times ?? 1,
			skip: fault.skip ?? 0,
			random: (fault.seed ?? 1) >>> 0,
		});
	}

	/** The fault for this call, if any; it is used up. */
	take(target: Target): Fault | null {
		if (this.#armed.length === 0) return null;
		for (const armed of this.#armed) {
			if (!matches(armed.fault, target)) continue;
			if (armed.skip > 0) {
				armed.skip -= 1;
				continue;
			}
			if (!strikes(armed)) continue;
			armed.left -= 1;
			if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
			return armed.fault;
		}
		return null;
	}

	/** What still waits. */
	list(): Array<Fault & { left: number }> {
		return this.#armed.map(({ fault, left }) => ({ ...fault, left }));
	}

	clear(): void {
		this.#armed = [];
	}
}

/** Whether the service processes the call although its answer is spoiled. */
export function isProcessed(fault: Fault): boolean {
	if (fault.kind === 'dropBefore') return false;
	if (fault.kind === 'dropAfter' || fault.kind === 'slow') return true;
	return fault.processed ?? processedKinds.includes(fault.kind);
}

function matches({ match = {} }: Fault, target: Target): boolean {
	if (match.method !== undefined && match.method.toUpperCase() !== target.method) return false;
	if (match.publicKey !== undefined && match.publicKey !== target.publicKey) return false;
	if (match.path === undefined) return true;
	return routeNames.some((name) => name === match.path)
		? match.path === target.route
		: target.path.includes(match.path);
}

/** A linear congruential generator: chance that can be repeated. */
function strikes(armed: Armed): boolean {
	const { probability = 1 } = armed.fault;
	armed.random = (Math.imul(armed.random, 1664525) + 1013904223) >>> 0;
	return armed.random / 2 ** 32 < probability;
}
