import { recordsOf, type Answer } from './answer';
import { concernsNotices, ofOneNotice, readEntry, saysTooLarge, saysTooSlow } from './batchRefusal';
import { asThrown, ServiceFailure } from './failures';
import { matchNotices } from './matchNotices';
import { sampleOf } from './sample';
import type { ServiceClient } from './service.types';

/** A batch that is not answered in time is cut in two, and once more: then it is not its size. */
const MAX_SLOW_CUTS = 2;

/** The batches of one question: cut when too large, searched when refused for some of their references. */
export class Batches {
	private slowCuts = 0;
	/** References per call before the cuts whose reason is not known yet: a list too long, or what stands in it. */
	private sizeBeforeCuts = 0;
	private answeredAny = false;
	private refusedAlone: ServiceFailure | undefined;
	/** Codes that one reference alone got: these are for what stands in a list, not for its length. */
	private readonly contentCodes = new Set<string>();
	/** References of which the service said something: what refuses their batch is not said to whatever is asked. */
	private readonly told = new Set<string>();
	/** References that were asked each by itself. */
	private readonly single = new Set<string>();

	constructor(
		private readonly client: ServiceClient,
		private readonly path: string,
		private readonly found: Map<string, Answer | ServiceFailure | undefined>,
		private readonly sizing: { size: number },
	) {}

	/** Whether the reference was asked by itself, so that what came of it is certain. */
	wasAlone(reference: string): boolean {
		return this.single.has(reference);
	}

	async fetchAll(references: readonly string[]): Promise<void> {
		// The first batch alone: when it is too large for the service, the others are cut before they are sent.
		let next = 0;
		const take = () => references.slice(next, (next += this.sizing.size));
		await this.fetchBatch(take());
		const rest: Array<Promise<void>> = [];
		while (next < references.length) rest.push(this.fetchBatch(take()));
		// What can be read is read, also when one of them fails.
		const failed = (await Promise.allSettled(rest)).find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw asThrown(failed.reason);
		// Every one of them was refused: then it is not theirs.
		if (this.refusedAlone && !this.answeredAny) throw this.refusedAlone;
	}

	/** @param whole the batch that it is a part of */
	private async fetchBatch(part: readonly string[], whole = part): Promise<void> {
		const batch = part.filter((reference) => !this.single.has(reference));
		if (batch.length === 0) return;
		if (batch.length > this.sizing.size) {
			for (let at = 0; at < batch.length; ) {
				// The size may change meanwhile; what is in this part is not asked again.
				const next = batch.slice(at, at + this.sizing.size);
				at += next.length;
				await this.fetchBatch(next, whole);
			}
			return;
		}
		const failure = await this.ask(batch);
		if (!failure) return;
		const only = onlyOne(batch);
		if (only !== undefined) {
			await this.refuse(only, failure, whole);
		} else if (this.mayCut(failure)) {
			this.sizeBeforeCuts = Math.max(this.sizeBeforeCuts, this.sizing.size);
			this.sizing.size = Math.max(1, Math.min(this.sizing.size, Math.floor(batch.length / 2)));
			await this.fetchBatch(batch, whole);
		} else if (concernsNotices(failure) || this.isOfContent(failure)) {
			await this.search(batch, whole);
		} else {
			throw failure;
		}
	}

	/**
	 * Notes what a refusal says of the one reference that was asked. As long as the service said nothing of any other
	 * of its batch, a few of them are asked each by itself.
	 *
	 * @throws the refusal, when all of them get it: it is what the service says whatever it is asked
	 */
	private async refuse(
		asked: string,
		failure: ServiceFailure,
		whole: readonly string[],
	): Promise<void> {
		this.note(asked, failure);
		const isTold = () => whole.some((reference) => this.told.has(reference));
		for (const reference of sampleOf(whole)) {
			if (isTold()) return;
			if (this.single.has(reference)) continue;
			this.single.add(reference);
			const other = await this.ask([reference]);
			if (!other) return;
			this.note(reference, other);
			// Refused for another reason: then the reasons are theirs.
			if (other.message !== failure.message) this.told.add(reference);
		}
		if (!isTold()) throw failure;
	}

	private note(asked: string, failure: ServiceFailure): void {
		const own = this.reasonOf(failure);
		this.found.set(asked, own);
		this.single.add(asked);
		if (!own || concernsNotices(failure)) this.told.add(asked);
	}

	private reasonOf(failure: ServiceFailure): ServiceFailure | undefined {
		if (concernsNotices(failure) || !saysTooLarge(failure)) return ofOneNotice(failure);
		// It was not the length of the list, but what stands in it: the others are asked as before.
		if (failure.kind !== 'refusal') throw failure;
		this.sizing.size = Math.max(this.sizing.size, this.sizeBeforeCuts);
		this.sizeBeforeCuts = 0;
		for (const code of failure.codes) this.contentCodes.add(code);
		const own = onlyOf(failure);
		if (own) this.refusedAlone ??= own;
		return own;
	}

	private isOfContent({ codes }: ServiceFailure): boolean {
		return codes.some((code) => this.contentCodes.has(code));
	}

	private mayCut(failure: ServiceFailure): boolean {
		if (this.isOfContent(failure)) return false;
		return saysTooLarge(failure) || (saysTooSlow(failure) && this.slowCuts++ < MAX_SLOW_CUTS);
	}

	/**
	 * Finds the references for which a batch was refused: one by one while they are bad, in groups that double while
	 * they are good. A group is only tried when earlier groups saved at least the call that it may cost (one call
	 * on credit), so that a batch of nothing but unknown references is not asked more often than it has references.
	 */
	private async search(batch: readonly string[], whole: readonly string[]): Promise<void> {
		let at = 0;
		let group = 1;
		let used = 0;
		while (at < batch.length) {
			const saved = at - used + (batch.length > 8 ? 1 : 0);
			const size = saved >= 1 ? Math.min(group, batch.length - at, this.sizing.size) : 1;
			used++;
			const asked = batch.slice(at, at + size);
			const only = onlyOne(asked);
			const failure = await this.ask(asked);
			if (!failure) {
				at += size;
				group = Math.min(size * 2, batch.length);
			} else if (!concernsNotices(failure) && !saysTooLarge(failure)) {
				throw failure;
			} else if (only === undefined) {
				group = Math.floor(size / 2);
			} else {
				await this.refuse(only, failure, whole);
				at++;
				group = 1;
			}
		}
	}

	/** One call; fills in what it answers. References missing from a successful answer are unknown. */
	private async ask(batch: readonly string[]): Promise<ServiceFailure | undefined> {
		try {
			const answer = await this.client.call({
				method: 'POST',
				path: this.path,
				body: { references: batch },
			});
			const matched = matchNotices(batch, recordsOf(answer, 'annonces'));
			for (const reference of batch) this.found.set(reference, readEntry(matched.get(reference)));
			for (const reference of batch) this.told.add(reference);
			this.answeredAny = true;
			return undefined;
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			if (concernsNotices(failure) || saysTooLarge(failure) || saysTooSlow(failure)) return failure;
			throw asThrown(failure);
		}
	}
}

function onlyOne(list: readonly string[]): string | undefined {
	return list.length === 1 ? list[0] : undefined;
}

/** A list of one that is refused for what it contains is either unknown or ill-formed. */
function onlyOf(failure: ServiceFailure): ServiceFailure | undefined {
	try {
		return ofOneNotice(failure);
	} catch {
		return failure;
	}
}
