import { rules } from '../../sandbox/index.mts';
import { withBench } from './bench.mts';
import { accessProbes } from './probes/access.mts';
import { lifeProbes } from './probes/life.mts';
import { orderingProbes } from './probes/ordering.mts';
import type { Probe } from './probes/probe.mts';
import { quotingProbes } from './probes/quoting.mts';
import { readingProbes } from './probes/reading.mts';
import { textProbes } from './probes/texts.mts';

const probes: Record<string, Probe> = {
	...accessProbes,
	...quotingProbes,
	...textProbes,
	...orderingProbes,
	...lifeProbes,
	...readingProbes,
};

describe('every rule of the specification', () => {
	it('has a probe, and every probe a rule', () => {
		expect(Object.keys(probes).sort()).toEqual(rules.map((rule) => rule.id).sort());
	});

	it.each(rules)('$id: $description', async ({ id }) => {
		const probe = probes[id];
		if (!probe) throw new Error(`No probe for ${id}.`);
		const seen = await withBench(probe.options ?? {}, probe.run);
		expect(seen).toEqual(probe.expected);
		const disabled = { ...probe.options, disabledRules: [id] };
		const without = await withBench(disabled, probe.run);
		expect(without).not.toEqual(probe.expected);
	});

	it('cannot be switched off by a name that does not exist', async () => {
		const start = withBench({ disabledRules: ['forfait-requird'] }, () => Promise.resolve());
		await expect(start).rejects.toThrow('There is no rule named forfait-requird.');
	});
});
