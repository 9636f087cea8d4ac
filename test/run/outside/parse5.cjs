module.exports = globalThis.requireOutside('parse5');
