module.exports = globalThis.requireOutside('fast-check');
