import { html, json, type Answer } from './answer.mts';
import { routeNames, words, type JournalCall } from './types.mts';

export const faultKinds = [
	...words('codes dropBefore dropAfter timeout status html truncated emptyBody'),
	...words('wrongShape slow quota internalError redirect'),
];
export type FaultKind = (typeof faultKinds)[number];

/** A fault for the next calls that match; by default one call, whatever it is. */
export interface Fault {
	kind: FaultKind;
	match?: {
		/** The name of a route, or else a part of the path on the wire. */
		path?: string;
		publicKey?: string;
	};
	/** How many calls (default 1). */
	times?: number;
	/** How many matching calls to let pass first (default 0). */
	skip?: number;
	/** Whether the service processes the call before the answer is spoiled (default by kind). */
	processed?: boolean;
	/** For `codes`: the error codes. */
	codes?: string[];
	/** For `status`: the HTTP status (default 502). */
	status?: number;
	/** For `slow` and `timeout`: milliseconds (default 1000; 30000). */
	ms?: number;
	/** For `redirect`: where to. For `html`, `status`, `wrongShape`: the body. */
	location?: string;
	body?: string;
}

interface Armed {
	fault: Fault;
	left: number;
	skip: number;
}

/** The faults that wait for their calls, oldest first. */
export class Faults {
	#armed: Armed[] = [];

	/** @throws {Error} for a kind that does not exist */
	add(fault: Fault): void {
		if (!faultKinds.includes(fault.kind)) {
			throw new Error(`There is no fault "${fault.kind}". Kinds: ${faultKinds.join(', ')}.`);
		}
		const { times = 1, skip = 0 } = fault;
		this.#armed.push({ fault, left: times, skip });
	}

	/** The fault for this call, if any; it is used up. */
	take(call: JournalCall): Fault | null {
		for (const armed of this.#armed) {
			if (!matches(armed.fault, call)) continue;
			if (armed.skip > 0) {
				armed.skip -= 1;
				continue;
			}
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
export function isProcessed({ kind, processed }: Fault): boolean {
	if (kind === 'dropBefore') return false;
	if (kind === 'dropAfter' || kind === 'slow') return true;
	return processed ?? (kind === 'truncated' || kind === 'emptyBody');
}

function matches({ match = {} }: Fault, call: JournalCall): boolean {
	if (match.publicKey !== undefined && match.publicKey !== call.publicKey) return false;
	const { path = '' } = match;
	if (routeNames.some((name) => name === path)) return path === call.route;
	return call.path.includes(path);
}

const maintenance =
	'<!doctype html><html lang="fr"><title>Maintenance</title><h1>Site en maintenance</h1></html>\n';

/**
 * What is sent instead of the service's own answer; nothing where the connection is cut.
 *
 * @param body of the service's answer, where it processed the call
 */
export function spoiled({ kind, codes, ...fault }: Fault, body?: string): Answer | null {
	const refusal = (erreurs: string[]): Answer => {
		return { ...json(JSON.stringify({ resultat: 'erreur', erreurs })), codes: erreurs };
	};
	switch (kind) {
		case 'quota':
			return refusal(['err_requetes_max']);
		case 'codes':
		case 'internalError':
			return refusal(kind === 'codes' && codes ? codes : ['err_internal_server']);
		case 'status':
			return html(fault.status ?? 502, fault.body ?? maintenance);
		case 'html':
			return html(200, fault.body ?? maintenance);
		case 'redirect': {
			const location = fault.location ?? 'https://127.0.0.1:9/elsewhere';
			return { ...html(fault.status ?? 302, ''), location };
		}
		case 'emptyBody':
			return json('');
		case 'truncated': {
			const whole = body ?? '{"resultat":"succes","reference":"';
			return json(whole.slice(0, Math.floor(whole.length / 2)));
		}
		case 'wrongShape':
			return json(fault.body ?? '{"status":"ok","data":[]}');
		default:
			return null;
	}
}
