import type { Answer } from '../transport/answer';
import { concernsNotices, saysUnknown } from '../transport/batchRefusal';
import type { ServiceCall, ServiceClient } from '../transport/client';
import { ServiceFailure } from '../transport/failures';

/** The client of one kind of reading, which hears what the refusal of a single reference says beyond that call. */
export class Listener implements ServiceClient {
	readonly environment: ServiceClient['environment'];
	/** Calls made so far. */
	calls = 0;
	/** Whether any call was answered: then the route is not down, whatever is refused. */
	private isAnswered = false;
	/** Codes with which single references were refused. */
	private readonly ofSingles = new Set<string>();

	/**
	 * @param wentThrough whether any list was answered
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
		try {
			const answer = await this.client.call(call);
			this.isAnswered = true;
			return answer;
		} catch (failure) {
			throw this.heard(call, failure);
		}
	}

	private heard({ body }: ServiceCall, failure: unknown): unknown {
		if (!(failure instanceof ServiceFailure) || failure.kind !== 'refusal') return failure;
		const listed: unknown = body && Reflect.get(body, 'references');
		const references: readonly unknown[] = Array.isArray(listed) ? listed : [];
		const [only] = references;
		if (references.length === 1 && typeof only === 'string' && saysUnknown(failure)) {
			this.unknown.add(only);
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
