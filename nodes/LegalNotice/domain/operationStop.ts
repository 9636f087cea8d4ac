/**
 * An operation that stopped half way, or before doing something that cannot be undone. `reason` is the failure below
 * it, and `told` whether its words are part of `message` and `advice` already.
 */
export class OperationStop extends Error {
	constructor(
		message: string,
		readonly advice: string,
		readonly reason?: unknown,
		readonly told = false,
	) {
		super(message);
		this.name = 'OperationStop';
	}
}

/** A stop that leaves something behind which a person has to look at, whatever becomes of the other items. */
export class LeftOpen extends OperationStop {
	/** @param open what is open, in a few words with its number or reference, for a list of several */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		readonly open: string,
	) {
		super(message, advice, reason);
	}
}

/** It cannot be known whether something was done: the answer was lost, and asking for it did not tell. */
export class UnknownOutcome extends LeftOpen {
	/** @param repeatable whether the service itself keeps a second attempt from being done twice */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		open: string,
		readonly repeatable: boolean,
	) {
		super(message, advice, reason, open);
	}
}

/** Whether a failure, or what it is due to, leaves an outcome unknown that no second attempt may settle. */
export function forbidsRepeating(failure: unknown): boolean {
	if (!(failure instanceof OperationStop)) return false;
	if (failure instanceof UnknownOutcome && !failure.repeatable) return true;
	return forbidsRepeating(failure.reason);
}
