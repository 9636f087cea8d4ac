import { createHash } from 'node:crypto';

import { CallLimiter } from './limiter';

const limiters = new Map<string, CallLimiter>();

/** The limiter of a key on an instance. The name is a digest: no key is kept as a map key. */
export function limiterFor(publicKey: string, baseUrl: string, perMinute: number): CallLimiter {
	const name = createHash('sha256').update(`${publicKey}\n${baseUrl}`).digest('base64');
	const limiter = limiters.get(name) ?? new CallLimiter();
	limiters.set(name, limiter);
	limiter.configure(perMinute);
	return limiter;
}
