/**
 * Jest's usual environment, and a way out of it: what is required through `requireOutside` is loaded by Node itself, once
 * in each worker. Loading n8n anew for each file would take more time than the tests in it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** What tests may replace to have virtual time: n8n, outside, goes by the same clock. */
const CLOCK = [
	'Date',
	'setTimeout',
	'clearTimeout',
	'setInterval',
	'clearInterval',
	'setImmediate',
];

// n8n reads it late. Each worker has its own, for two would read each other's half-written settings.
process.env.N8N_USER_FOLDER = join(process.env.N8N_FOLDER_OF_RUN ?? '', String(process.pid));

export default class Environment extends TestEnvironment {
	#clock = CLOCK.map((name) => [name, globalThis[name]]);

	constructor(config, context) {
		super(config, context);
		/**
		 * @param {string} name a package
		 * @param {string} [user] the package whose copy it is; without it, that of this repository
		 */
		this.global.requireOutside = (name, user) =>
			(user ? createRequire(require.resolve(user)) : require)(name);
		for (const name of CLOCK) {
			Object.defineProperty(this.global, name, {
				get: () => globalThis[name],
				set: (value) => {
					globalThis[name] = value;
				},
				configurable: true,
			});
		}
		// An error is one on both sides, whoever made it.
		Object.setPrototypeOf(runInContext('Error.prototype', this.context), Error.prototype);
		this.global.Error = Error;
	}

	async teardown() {
		Object.assign(globalThis, Object.fromEntries(this.#clock));
		await super.teardown();
	}
}
