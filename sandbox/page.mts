import type { FastifyInstance } from 'fastify';
export function addPage(_app: FastifyInstance): void {}
