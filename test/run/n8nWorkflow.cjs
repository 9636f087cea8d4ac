/** What `require('n8n-workflow')` comes to in a test: the copy that n8n-core uses, as inside n8n. */
module.exports = globalThis.requireOutside('n8n-workflow');
