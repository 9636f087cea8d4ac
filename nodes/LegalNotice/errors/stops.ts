/** Operations that stopped half way: what they say, and whether they may be run again. */

/** An operation that stopped half way, or before something that cannot be undone. */
export class OperationStop extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The failure that caused it. */
		readonly reason?: unknown,
		/** Whether `message` and `advice` hold the words of `reason` already. */
		readonly includesReason = false,
	) {
		super(message);
		this.name = 'OperationStop';
	}
}

/** A file that could not be had, in words without its link, which may carry a key. */
export class FileRefusal extends OperationStop {
	constructor(message: string, advice: string, reason?: unknown) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}

/** A stop that leaves something behind which a person has to look at. */
export class LeftOpen extends OperationStop {
	/** @param open in a few words, with its number or reference, for a list of several */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		readonly open: string,
	) {
		super(message, advice, reason);
	}
}

/** The answer was lost, and asking did not show whether something was done. */
export class UnknownOutcome extends LeftOpen {
	/** Whether the service keeps a second attempt from being done twice. */
	readonly repeatable: boolean;

	constructor(
		message: string,
		advice: string,
		reason: unknown,
		{ open, repeatable }: { open: string; repeatable: boolean },
	) {
		super(message, advice, reason, open);
		this.repeatable = repeatable;
	}
}

/** Whether a failure, or one below it, leaves an outcome unknown that no second attempt may settle. */
export function forbidsRepeating(failure: unknown): boolean {
	if (!(failure instanceof OperationStop)) return false;
	if (failure instanceof UnknownOutcome && !failure.repeatable) return true;
	return forbidsRepeating(failure.reason);
}
