/** What a file of tests that plays histories begins and ends with. */
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './processes.mts';
import type { Searched } from './search.mts';

/** A test that fails with the story of the first history that breaks a promise. */
export function noPromiseBreaks(name: string, search: () => Promise<Searched>): void {
	beforeAll(() => {
		loadCopies();
		installClock();
	});
	afterAll(() => removeClock());

	test(
		name,
		async () => {
			const { found } = await search();
			if (found !== undefined) throw new Error(found);
		},
		1_800_000,
	);
}
