module.exports = globalThis.requireOutside('undici');
