import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Settings } from '../../sandbox/index.mts';
import { differences, probed, someSettings } from '../probe/switches.mts';
import { Chance } from './random.mts';

const SEED = Number(process.env['LONG_SEED'] ?? Date.now() % 1_000_000);

test(`the probe reports switches set at random, a hundred times from seed ${SEED}`, async () => {
	const wrong: string[] = [];
	for (let seed = SEED; seed < SEED + 100; seed++) {
		const chance = new Chance(seed);
		const settings = someSettings((count) => chance.whole(count));
		const found = await probed(settings, (ran) => [
			...differences(settings, ran),
			...ran.left.map((name) => `${name} was not cancelled`),
		]);
		wrong.push(...found.map((one) => `seed ${seed}: ${one}`));
	}
	expect(wrong).toEqual([]);
});

/** Of the quota, instead of a minute. The probe looks at shares of it: shorter, they are lost in what a call takes. */
const WINDOW_SECONDS = 15;

test.each<Partial<Settings>>([
	{ quotaWindow: 'sliding', refusedCallsCount: true, quotaPerMinute: 50 },
	{ quotaWindow: 'sliding', refusedCallsCount: false, quotaPerMinute: 60 },
	{ quotaWindow: 'fixed', refusedCallsCount: true, quotaPerMinute: 40 },
])('the probe finds how the quota is counted: %j', async (counted) => {
	setTimings({ quotaWindowMs: WINDOW_SECONDS * 1000 });
	const settings = { ...counted, quotaWindowSeconds: WINDOW_SECONDS };
	const options = { quota: true, orders: false };
	expect(await probed(settings, (ran) => differences(settings, ran), options)).toEqual([]);
	setTimings();
});
