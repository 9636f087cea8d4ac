/** A poll under way. */
export interface Work {
	/** Whether no other poll of the same trigger has begun since; if not, what this one found is left to that one. */
	readonly isCurrent: boolean;
	end(): void;
}

interface Entry {
	/** Epoch milliseconds at which n8n has given the poll up, whatever became of it. */
	readonly until: number;
}

/**
 * Polls of one trigger come one after the other in this process: n8n lets them overlap, and the durable scheduler
 * gives each a state of its own. A poll that hangs keeps the next one waiting only until its time is over.
 */
export class PollsAtWork {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * @param takesOver whether the poll begins although another one is at work
	 * @returns undefined while another poll of this trigger is at work: it will do what this one would
	 */
	begin(trigger: string, budgetMs: number, takesOver: boolean): Work | undefined {
		const now = this.now();
		const other = this.entries.get(trigger);
		if (other && !takesOver && now < other.until) return undefined;
		const entry: Entry = { until: now + budgetMs };
		const { entries } = this;
		entries.set(trigger, entry);
		return {
			get isCurrent() {
				return entries.get(trigger) === entry;
			},
			end: () => {
				if (entries.get(trigger) === entry) entries.delete(trigger);
			},
		};
	}
}
