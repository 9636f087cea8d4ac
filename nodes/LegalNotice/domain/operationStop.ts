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
