module.exports = globalThis.requireOutside('fastify');
