/** A service that may do anything that the specification does not forbid: no promise of the package is broken by it. */
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './processes.mts';
import { search } from './runs.mts';

beforeAll(() => {
	loadCopies();
	installClock();
});
afterAll(() => removeClock());

const {
	ADVERSARY_SEED,
	ADVERSARY_PATH,
	ADVERSARY_HISTORIES = '3000',
	ADVERSARY_PROMISE,
} = process.env;

test('no history breaks a promise', async () => {
	const { found } = await search({
		seed: Number(ADVERSARY_SEED ?? 20_261_122),
		histories: Number(ADVERSARY_HISTORIES),
		...(ADVERSARY_PATH && { path: ADVERSARY_PATH }),
		...(ADVERSARY_PROMISE && { promise: new RegExp(ADVERSARY_PROMISE) }),
	});
	if (found !== undefined) throw new Error(found);
}, 600_000);
