/**
 * An operation that stopped half way, or before doing something that cannot be undone.
 *
 * `message` says where things stand, with every reference the person needs; `reason` is the failure below it, and
 * `told` whether its words are part of `message` and `advice` already.
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

/** It cannot be known whether something was done: the answer was lost, and asking for it did not tell. */
export class UnknownOutcome extends OperationStop {
	/**
	 * @param subject what the person has to look for, such as an order number
	 * @param repeatable whether the service itself keeps a second attempt from being done twice; without that, the
	 * same execution never tries again
	 */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		readonly subject: string,
		readonly repeatable: boolean,
	) {
		super(message, advice, reason);
	}
}

/** The unknown outcome in a failure, or in what it is due to. */
export function unknownOutcomeIn(failure: unknown): UnknownOutcome | undefined {
	let current = failure;
	while (current instanceof OperationStop) {
		if (current instanceof UnknownOutcome) return current;
		current = current.reason;
	}
	return undefined;
}
