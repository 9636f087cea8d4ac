/** A refusal of the interface: codes, and fields that may accompany them. Always HTTP 200. */
export class Refusal extends Error {
	readonly codes: string[];
	readonly extra: Record<string, unknown>;

	constructor(codes: string[], extra: Record<string, unknown> = {}) {
		super(codes.join(', '));
		this.codes = codes;
		this.extra = extra;
	}
}

/** An answer outside the envelope, such as 404 for a route that is not served. */
export class HttpAnswer extends Error {
	readonly status: number;

	constructor(status: number, title: string) {
		super(title);
		this.status = status;
	}
}
