import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './faults.mts';
import { send, wait, type Answer } from './answer.mts';
import type { Service } from './service.mts';
import type { JournalCall } from './types.mts';

export interface FaultScene {
	service: Service;
	entry: JournalCall;
	request: FastifyRequest;
	reply: FastifyReply;
}

const htmlPage =
	'<!doctype html><html lang="fr"><title>Maintenance</title><h1>Site en maintenance</h1></html>\n';

/**
 * Answers a call as the fault says.
 *
 * @param answer what the service answered, or null when the fault keeps it from processing
 */
export async function playFault(
	fault: Fault,
	answer: Answer | null,
	scene: FaultScene,
): Promise<void> {
	const { entry, request, reply, service } = scene;
	switch (fault.kind) {
		case 'dropBefore':
		case 'dropAfter':
			cut(scene);
			return;
		case 'timeout':
			await wait(fault.ms ?? 30_000);
			cut(scene);
			return;
		case 'slow':
			await wait(fault.ms ?? 1000);
			if (answer) send(service, answer, entry, request, reply);
			return;
		case 'redirect':
			void reply.header('location', fault.location ?? 'https://127.0.0.1:9/elsewhere');
			break;
		default:
	}
	send(service, spoiled(fault, answer, entry), entry, request, reply);
}

/** Ends the connection without an answer. */
function cut({ entry, request, reply }: FaultScene): void {
	entry.durationMs = Date.now() - entry.at;
	reply.hijack();
	request.raw.socket.destroy();
}

function spoiled(fault: Fault, answer: Answer | null, entry: JournalCall): Answer {
	switch (fault.kind) {
		case 'quota':
			return refusal(['err_requetes_max'], fault, entry);
		case 'internalError':
			return refusal(['err_internal_server'], fault, entry);
		case 'codes':
			return refusal(fault.codes ?? ['err_internal_server'], fault, entry);
		case 'status':
			return html(fault.status ?? 502, fault.body ?? htmlPage);
		case 'redirect':
			return html(fault.status ?? 302, '');
		case 'emptyBody':
			return json('');
		case 'truncated': {
			const whole = answer ? String(answer.body) : '{"resultat":"succes","reference":"';
			return json(whole.slice(0, Math.floor(whole.length / 2)));
		}
		case 'wrongShape':
			return json(fault.body ?? '{"status":"ok","data":[]}');
		default:
			return html(200, fault.body ?? htmlPage);
	}
}

function refusal(codes: string[], { extra = {} }: Fault, entry: JournalCall): Answer {
	entry.codes = codes;
	return json(JSON.stringify({ resultat: 'erreur', erreurs: codes, ...extra }));
}

function json(body: string): Answer {
	return { status: 200, type: 'application/json; charset=utf-8', body };
}

function html(status: number, body: string): Answer {
	return { status, type: 'text/html; charset=utf-8', body };
}
