import type { SandboxOptions, Settings } from '../../../sandbox/index.mts';
import type { Bench } from '../bench.mts';

/** What a caller sees with a switch as it is, and changed. */
export interface SwitchProbe {
	before: unknown;
	change: Partial<Settings>;
	after: unknown;
	/** Other switches needed to see this one. */
	options?: SandboxOptions;
	run: (bench: Bench) => Promise<unknown>;
}

export type SwitchProbes = Partial<Record<keyof Settings, SwitchProbe>>;
