import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package of jest in the copy that jest itself uses; of all of them the repository names only `jest`.
 *
 * @param {string} user the package of jest that needs it
 * @param {string} name
 */
export function ofJest(user, name) {
	const inside = (from, next) => createRequire(from.resolve(next));
	return ['jest', '@jest/core', user].reduce(inside, require)(name);
}
