/**
 * What `require('n8n-workflow')` comes to in a test: the copy that n8n-core uses, as inside n8n; its pauses as time.mts has
 * them. A pause that a test leaves behind, such as the minute of the quota in an execution that was stopped, keeps no worker
 * of jest from ending.
 */
const real = globalThis.requireOutside('n8n-workflow');

module.exports = {
	...real,
	sleep: async (ms) =>
		await new Promise((resolve) => {
			setTimeout(resolve, globalThis.pauseMs?.(ms) ?? ms).unref();
		}),
};
