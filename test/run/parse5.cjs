/** An ES module, which Node can require and jest cannot. */
module.exports = globalThis.requireOutside('parse5');
