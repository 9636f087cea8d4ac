import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { json, page, send, type Answer } from './answer.mts';
import { authenticate } from './auth.mts';
import { delayOf, isProcessed, spoiled } from './faults.mts';
import { bytesOf, received, type JournalCall } from './journal.mts';
import { HttpAnswer, Refusal } from './refusal.mts';
import type { Route, Service } from './service.mts';
import { isObject, type JsonObject } from './types.mts';

/** Common beginning of every path that is signed. */
export const apiPrefix = '/annonce-legale/api/externe';

/** Keeps no process alive once the server is closed. */
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Serves one call of the interface: faults, authentication, quota, body, endpoint, journal. */
export async function serve(
	service: Service,
	route: Route,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const entry = service.journal.open(received(request), route[0]);
	const { settings } = service;
	const fault = service.faults.take(entry, bytesOf(request));
	entry.fault = fault?.kind ?? null;
	if (settings.latencyMs > 0) await pause(settings.latencyMs);
	const { reference = '' } = request.params as { reference?: string };
	const linkBase = `http://${request.headers.host ?? ''}`;
	const call = { reference, linkBase, body: bytesOf(request) };
	const process = () => ownAnswer(service, route, call, entry);
	if (!fault) return send(service, process(), entry, reply);
	const own = isProcessed(fault) ? process() : null;
	if (!own) keepSignedBody(service, call.body, entry);
	await pause(delayOf(fault));
	const answer = fault.kind === 'slow' ? own : spoiled(fault, own ? String(own.body) : undefined);
	if (answer) return send(service, answer, entry, reply);
	// No answer at all: the connection is cut.
	entry.durationMs = service.clock.now() - entry.at;
	reply.hijack();
	request.raw.socket.destroy();
}

/** What is sent is seen in the journal also where a fault keeps the service from reading it. */
function keepSignedBody(service: Service, body: Buffer, entry: JournalCall): void {
	try {
		authenticate(entry, body, service);
		service.journal.keepBody(entry, body);
	} catch {
		// A body without a right signature is not kept.
	}
}

/**
 * The service's own answer; always HTTP 200 inside the interface.
 *
 * @param call body as received, decoded `{reference}` of the path, and the address in front of document links
 */
export function ownAnswer(
	service: Service,
	[, , , handle]: Route,
	{ body, reference, linkBase }: { body: Buffer; reference: string; linkBase: string },
	entry: JournalCall,
): Answer {
	try {
		const { method, headers } = entry;
		const account = authenticate(entry, body, service);
		service.journal.keepBody(entry, body);
		if (!admits(service, account.publicKey) && service.rules.on('quota')) {
			throw new Refusal(['err_requetes_max']);
		}
		const typed = /^application\/json\b/i.test(headers['content-type'] ?? '');
		const expected = method === 'POST' ? typed : body.length === 0;
		if (!expected && service.settings.requestForm === 'refused') {
			throw new Refusal(['err_body_incorrect']);
		}
		const fields = handle(service, {
			account,
			reference,
			query: new URLSearchParams(entry.query),
			body: method === 'POST' ? parseBody(service, body) : {},
			linkBase,
		});
		entry.accepted = true;
		return envelope(service, { resultat: 'succes', ...fields });
	} catch (error) {
		if (error instanceof HttpAnswer) return page(error.status, error.message);
		if (!(error instanceof Refusal)) console.error(error);
		const refusal = error instanceof Refusal ? error : new Refusal(['err_internal_server']);
		const { codes, extra } = refusal;
		entry.codes = codes;
		return envelope(service, { resultat: 'erreur', erreurs: codes, ...extra });
	}
}

function admits({ quota, settings, clock }: Service, publicKey: string): boolean {
	return quota.admit(publicKey, settings, clock.elapsed());
}

/** @throws {Refusal} unless it is a JSON object in UTF-8 */
function parseBody({ rules, settings }: Service, raw: Buffer): JsonObject {
	if (settings.bodyMaximum !== null && raw.length > settings.bodyMaximum) {
		throw new Refusal(['err_body_incorrect']);
	}
	try {
		const value: unknown = JSON.parse(utf8.decode(raw));
		if (isObject(value)) return value;
	} catch {
		// Refused below: the cause does not matter to the caller.
	}
	if (rules.on('body-json')) throw new Refusal(['err_body_incorrect']);
	return {};
}

function envelope({ settings }: Service, fields: JsonObject): Answer {
	const { responseEncoding, unknownFields } = settings;
	const escaped = responseEncoding === 'escaped';
	const added = (_name: string, value: unknown) =>
		isObject(value) ? { ...value, _rang: null } : value;
	const more = unknownFields === 'added' ? added : undefined;
	const text = JSON.stringify(fields, more, escaped ? 4 : undefined);
	if (!escaped) return json(responseEncoding === 'bom' ? `\uFEFF${text}` : text);
	const unit = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const body = text.replace(/[\u0080-\uffff]/g, unit).replaceAll('/', '\\/');
	return { status: 200, type: 'text/plain; charset=utf-8', body };
}
