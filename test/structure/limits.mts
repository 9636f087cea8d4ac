/** How large the published code may be, and how much of it one order and one poll may take somebody through. */
export interface Limits {
	readonly files: number;
	readonly lines: number;
	readonly characters: number;
	/** Files executed from `order.operation.ts` to the bytes on the wire. */
	readonly orderWalk: number;
	/** Files executed from `poll` to the emitted items. */
	readonly pollWalk: number;
}

export const limits: Limits = {
	files: 90,
	lines: 11_000,
	characters: 430_000,
	orderWalk: 25,
	pollWalk: 20,
};
