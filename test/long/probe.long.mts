import { differences, probed, randomSettings } from '../probe/switches.mts';

const SEED = Number(process.env['LONG_SEED'] ?? Date.now() % 1_000_000);

test(`the probe reports switches set at random, a hundred times from seed ${SEED}`, async () => {
	const wrong: string[] = [];
	for (let seed = SEED; seed < SEED + 100; seed++) {
		const settings = randomSettings(seed);
		const found = await probed(settings, (ran) => [
			...differences(settings, ran),
			...ran.left.map((name) => `${name} was not cancelled`),
		]);
		wrong.push(...found.map((one) => `seed ${seed}: ${one}`));
	}
	expect(wrong).toEqual([]);
});
