/** How large the published code may be, and how much of it one order and one poll may take somebody through. */
export interface Limits {
	readonly files: number;
	readonly lines: number;
	readonly characters: number;
	/** Modules below 40 lines that only one other imports. */
	readonly crumbs: number;
	readonly circles: number;
	/** Files executed from `order.operation.ts` to the bytes on the wire. */
	readonly orderWalk: number;
	/** Files executed from `poll` to the emitted items. */
	readonly pollWalk: number;
}

const PLAN: Limits = {
	files: 85,
	lines: 10_500,
	characters: 400_000,
	crumbs: 0,
	circles: 0,
	orderWalk: 25,
	pollWalk: 20,
};

/** While the rooms are being redrawn: a line goes when its room is done. */
const MEANWHILE: Partial<Limits> = {
	files: 90,
	lines: 12_000,
	characters: 475_000,
};

export const limits: Limits = { ...PLAN, ...MEANWHILE };
