import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverTime } from './auth.mts';
import type { Service } from './service.mts';
import type { Settings } from './settings.mts';
import type { JournalCall } from './types.mts';

/** What is sent back: an HTTP status and a body. */
export interface Answer {
	status: number;
	type: string;
	body: string | Buffer;
}

/** Sends the answer with the Date header and the encoding that are switched on. */
export function send(
	{ settings }: Service,
	answer: Answer,
	entry: JournalCall,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	entry.status = answer.status;
	entry.durationMs = Date.now() - entry.at;
	stampDate(settings, reply);
	void reply.code(answer.status).type(answer.type);
	const accepts = String(request.headers['accept-encoding'] ?? '').includes('gzip');
	if (settings.responseEncoding === 'gzip' && accepts) {
		void reply.header('content-encoding', 'gzip').send(gzipSync(answer.body));
	} else {
		void reply.send(answer.body);
	}
}

/** The service's clock shows in the Date header, unless that is switched off. */
export function stampDate(settings: Settings, reply: FastifyReply): void {
	if (!settings.dateHeader) reply.raw.sendDate = false;
	else if (settings.clockSkewSeconds !== 0) {
		void reply.header('date', new Date(serverTime(settings)).toUTCString());
	}
}

/** A pause that keeps no process alive once the server is closed. */
export function wait(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, milliseconds).unref();
	});
}
