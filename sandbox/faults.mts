import { html, json, redirect, type Answer } from './answer.mts';
import type { JournalCall } from './journal.mts';
import { routeNames, words } from './types.mts';

const kinds = [
	...words('codes dropBefore dropAfter timeout status html truncated emptyBody'),
	...words('wrongShape slow quota internalError redirect'),
];

/** A fault for the next calls that match; by default one call, whatever it is. */
export interface Fault {
	kind: (typeof kinds)[number];
	match?: {
		/** The name of a route, or else a part of the path on the wire. */
		path?: string;
		publicKey?: string;
		/** A notice that the call names, in its path or in its list. */
		reference?: string;
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
	/** Milliseconds before the answer (default 1000 for `slow`, 30000 for `timeout`, else 0). */
	ms?: number;
	/** For `redirect`: where to. For `html`, `status`, `wrongShape`: the body. */
	location?: string;
	body?: string;
}

/** The faults that wait for their calls, oldest first. */
export class Faults {
	#armed: Array<{ fault: Fault; left: number; skip: number }> = [];

	/** @throws {Error} for a kind that does not exist */
	add(fault: Fault): void {
		if (!kinds.includes(fault.kind)) {
			throw new Error(`There is no fault "${fault.kind}". Kinds: ${kinds.join(', ')}.`);
		}
		this.#armed.push({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
	}

	/** The fault for this call, if any; it is used up. */
	take(call: JournalCall, body: Buffer): Fault | undefined {
		for (const armed of this.#armed) {
			const { match: { path = '', publicKey = call.publicKey, reference = '' } = {} } = armed.fault;
			const named = routeNames.some((name) => name === path);
			const fits = named ? path === call.route : call.path.includes(path);
			const isNamed = call.path.includes(reference) || body.includes(reference);
			if (!fits || !isNamed || publicKey !== call.publicKey) continue;
			if (armed.skip > 0) {
				armed.skip -= 1;
				continue;
			}
			armed.left -= 1;
			if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
			return armed.fault;
		}
		return undefined;
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

/** How long the service waits before it answers, in milliseconds. */
export function delayOf({ kind, ms }: Fault): number {
	const byDefault: Partial<Record<Fault['kind'], number>> = { slow: 1000, timeout: 30_000 };
	return ms ?? byDefault[kind] ?? 0;
}

const maintenance =
	'<!doctype html><html lang="fr"><title>Maintenance</title><h1>Site en maintenance</h1></html>\n';

/**
 * What is sent instead of the service's own answer; nothing where the connection is cut.
 *
 * @param own body of the service's answer, where it processed the call
 */
export function spoiled(
	{ kind, codes, status, location, body }: Fault,
	own = '{"resultat":"succes","reference":"',
): Answer | null {
	const refusal = (erreurs: string[]): Answer => {
		return { ...json(JSON.stringify({ resultat: 'erreur', erreurs })), codes: erreurs };
	};
	const answers: Partial<Record<Fault['kind'], () => Answer>> = {
		quota: () => refusal(['err_requetes_max']),
		internalError: () => refusal(['err_internal_server']),
		codes: () => refusal(codes ?? ['err_internal_server']),
		status: () => html(status ?? 502, body ?? maintenance),
		html: () => html(200, body ?? maintenance),
		redirect: () => redirect(location ?? 'https://127.0.0.1:9/elsewhere'),
		emptyBody: () => json(''),
		truncated: () => json(own.slice(0, Math.floor(own.length / 2))),
		wrongShape: () => json(body ?? '{"status":"ok","data":[]}'),
	};
	return answers[kind]?.() ?? null;
}
