import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { learnClock } from './clock';

/** The answer that refuses a timestamp is short; longer ones are not searched. */
const REFUSAL_BYTES = 4_000;

/** Learns the service's time from an answer. @param sentAt own clock, milliseconds */
export function learnTime(origin: string, response: IN8nHttpFullResponse, sentAt: number): void {
	const receivedAt = Date.now();
	const date = header(response, 'date');
	const age = header(response, 'age');
	learnClock(origin, { date, age, sentAt, receivedAt }, refusesTime(response.body));
}

function refusesTime(body: unknown): boolean {
	return (
		Buffer.isBuffer(body) && body.length < REFUSAL_BYTES && body.includes('err_timestamp_controle')
	);
}

function header(response: IN8nHttpFullResponse, name: string): string | undefined {
	const value = response.headers?.[name];
	return typeof value === 'string' ? value : undefined;
}
