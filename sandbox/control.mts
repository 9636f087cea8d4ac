import type { FastifyInstance } from 'fastify';
import type { Service } from './service.mts';
export function addControl(_app: FastifyInstance, _service: Service): void {}
