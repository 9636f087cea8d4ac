import type { Settings } from './settings.mts';
import type { JsonObject } from './types.mts';

/** A refusal of the interface: codes, and fields that may accompany them. Always HTTP 200. */
export class Refusal extends Error {
	readonly codes: string[];
	readonly extra: JsonObject;

	constructor(codes: string[], extra: JsonObject = {}) {
		super(codes.join(', '));
		this.codes = codes;
		this.extra = extra;
	}
}

/** @throws {Refusal} with all codes or the first of them, unless there is none */
export function refuse(codes: string[], { errorReporting }: Settings): void {
	if (codes.length > 0) throw new Refusal(errorReporting === 'first' ? codes.slice(0, 1) : codes);
}

/** An answer outside the envelope, such as 404 for a route that is not served. */
export class HttpAnswer extends Error {
	readonly status: number;

	constructor(status: number, title: string) {
		super(title);
		this.status = status;
	}
}
