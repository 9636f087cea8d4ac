/** A state that n8n has not stored: what a poll that told nothing learned. */
interface Carried {
	/** Digest of what n8n had stored when it was learned. */
	readonly learnedFrom: string;
	readonly state: string;
}

/** Characters of all states that one process carries; a list of 10,000 is some 150,000. */
const ROOM = 32_000_000;

/**
 * States that this process carries over from poll to poll, by trigger. Nobody tells when a workflow goes, so there is
 * a bound: the trigger that has not polled for the longest is forgotten first. It then begins with what n8n stored.
 */
export class CarriedStates {
	private readonly states = new Map<string, Carried>();
	private used = 0;

	constructor(private readonly room = ROOM) {}

	/** @returns undefined unless n8n still has stored what the state was learned from */
	get(trigger: string, stored: string): string | undefined {
		const carried = this.states.get(trigger);
		return carried?.learnedFrom === stored ? carried.state : undefined;
	}

	set(trigger: string, learnedFrom: string, state: string): void {
		this.forget(trigger);
		this.states.set(trigger, { learnedFrom, state });
		this.used += state.length;
		for (const oldest of this.states.keys()) {
			if (this.used <= this.room) return;
			this.forget(oldest);
		}
	}

	forget(trigger: string): void {
		this.used -= this.states.get(trigger)?.state.length ?? 0;
		this.states.delete(trigger);
	}

	forgetAll(): void {
		this.states.clear();
		this.used = 0;
	}
}
