/** A refusal of the interface: codes, and fields that may accompany them. Always HTTP 200. */
export class Refusal extends Error {
	readonly codes: unknown[];
	readonly extra: Record<string, unknown>;

	constructor(codes: unknown[], extra: Record<string, unknown> = {}) {
		super(codes.map(String).join(', '));
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

/** Collects the codes of all wrong fields, so that one answer can name them all. */
export class Problems {
	readonly codes: string[] = [];
	readonly #firstOnly: boolean;

	constructor(reporting: 'all' | 'first') {
		this.#firstOnly = reporting === 'first';
	}

	add(code: string): void {
		if (!this.codes.includes(code)) this.codes.push(code);
	}

	/** @throws {Refusal} when something was added */
	refuse(): void {
		if (this.codes.length === 0) return;
		throw new Refusal(this.#firstOnly ? this.codes.slice(0, 1) : this.codes);
	}
}
