/** The list of rules that are broken by hand follows the code: what `npm run test:breakages` changes stands there, once. */
import { BREAKAGES, placesOf } from './breakages.mts';

test('each rule that is broken by hand stands in one place of the published code', () => {
	const lost = BREAKAGES.flatMap((one) => {
		try {
			return placesOf(one).length > 0 ? [] : [one.rule];
		} catch (thrown) {
			return [`${one.rule}: ${String(thrown)}`];
		}
	});
	expect(lost).toEqual([]);
	expect(new Set(BREAKAGES.map(({ rule }) => rule)).size).toBe(BREAKAGES.length);
});
