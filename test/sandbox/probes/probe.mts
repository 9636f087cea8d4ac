import type { SandboxOptions } from '../../../sandbox/index.mts';
import type { Bench } from '../bench.mts';

/** What a caller sees of one rule. */
export interface Probe {
	/** Outcome while the rule is in force; without it the outcome must differ. */
	expected: unknown;
	options?: SandboxOptions;
	run: (bench: Bench) => Promise<unknown>;
}

/** The codes of a quote with some fields changed. */
export function quoteRefused(
	expected: string[],
	change: Record<string, unknown>,
	options: SandboxOptions = {},
): Probe {
	return { expected, options, run: async (bench) => (await bench.quote(change)).codes };
}

/** The codes of an order with some fields changed. */
export function orderRefused(
	expected: string[],
	change: Record<string, unknown>,
	options: SandboxOptions = {},
): Probe {
	return { expected, options, run: async (bench) => (await bench.order(change)).codes };
}

/** The composed text of a quote. */
export function composes(texte: string, expected: unknown, change = {}): Probe {
	return { expected, run: (bench) => bench.composed(texte, change) };
}
