import type { ServiceCall, ServiceClient } from '../transport/client';
import { ServiceFailure } from '../transport/failures';
import { concernsNotices, isOfUnknown, saysUnknown } from '../transport/pollBatch';
import type { Answer } from '../transport/envelope';

/** The client of one kind of reading, which hears what the refusal of a single reference says beyond that call. */
export class Listener implements ServiceClient {
	readonly environment: ServiceClient['environment'];
	/** Calls made so far. */
	calls = 0;
	/** Whether any list was answered: then the route is not down, whatever is refused. */
	private isAnswered = false;
	/** Codes with which single references were refused. */
	private readonly ofSingles = new Set<string>();
	/** Refused as an incorrect list, which may be said of any: unknown as soon as another list is answered. */
	private readonly perhapsUnknown = new Set<string>();

	/**
	 * @param wentThrough whether any batch went through
	 * @param unknown takes the references that were refused as unknown, each in a list of its own
	 */
	constructor(
		private readonly client: ServiceClient,
		private readonly wentThrough: () => boolean,
		private readonly unknown: Set<string>,
	) {
		this.environment = client.environment;
	}

	async call(call: ServiceCall): Promise<Answer> {
		this.calls++;
		const references = listedIn(call);
		try {
			const answer = await this.client.call(call);
			if (references.length > 0) this.answered();
			return answer;
		} catch (failure) {
			throw this.heard(references, failure);
		}
	}

	private answered(): void {
		this.isAnswered = true;
		for (const reference of this.perhapsUnknown) this.unknown.add(reference);
		this.perhapsUnknown.clear();
	}

	private heard(references: readonly unknown[], failure: unknown): unknown {
		if (!(failure instanceof ServiceFailure) || failure.kind !== 'refusal') return failure;
		const [only] = references;
		if (references.length < 2 && isOfUnknown(failure)) {
			const isSure = saysUnknown(failure) || this.isAnswered;
			if (typeof only === 'string') (isSure ? this.unknown : this.perhapsUnknown).add(only);
			return failure;
		}
		if (concernsNotices(failure)) return failure;
		if (references.length < 2) for (const code of failure.codes) this.ofSingles.add(code);
		else if (!this.isAnswered && !this.wentThrough() && this.isOfSingles(failure)) {
			// Not for its length then, so that no shorter list has to be tried: it is as if the route were down.
			return new ServiceFailure('notTheService', failure.facts);
		}
		return failure;
	}

	private isOfSingles({ codes }: ServiceFailure): boolean {
		return codes.length > 0 && codes.every((code) => this.ofSingles.has(code));
	}
}

function listedIn({ body }: ServiceCall): readonly unknown[] {
	const listed: unknown = body && Reflect.get(body, 'references');
	return Array.isArray(listed) ? listed : [];
}
