/** What `require('n8n-workflow')` comes to in a test: the copy that n8n-core uses, as inside n8n; its pauses as time.mts has them. */
const real = globalThis.requireOutside('n8n-workflow');

module.exports = {
	...real,
	sleep: async (ms) =>
		await (globalThis.pauseInstead?.(ms) ?? real.sleep(globalThis.pauseMs?.(ms) ?? ms)),
};
