import type { FastifyReply, FastifyRequest } from 'fastify';
import { send, wait, type Answer } from './answer.mts';
import { authenticate } from './auth.mts';
import { isProcessed } from './faults.mts';
import { isObject } from './fields.mts';
import { HttpAnswer, Refusal } from './refusal.mts';
import { playFault } from './playFault.mts';
import type { Call, Route, Service } from './service.mts';
import type { JournalCall, JsonObject } from './types.mts';

/** Common beginning of every path that is signed. */
export const apiPrefix = '/annonce-legale/api/externe';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Serves one call of the interface: faults, authentication, quota, body, endpoint, journal. */
export async function serve(
	service: Service,
	route: Route,
	request: FastifyRequest,
	reply: FastifyReply,
	pathPrefix: string,
): Promise<void> {
	const entry = record(service, route, request, pathPrefix);
	const { settings } = service;
	const fault = service.faults.take(entry);
	entry.fault = fault?.kind ?? null;
	if (settings.latencyMs > 0) await wait(settings.latencyMs);
	if (service.closed) {
		reply.hijack();
		return;
	}
	const answer =
		fault && !isProcessed(fault) ? null : process(service, route, request, entry, pathPrefix);
	if (fault) return playFault(fault, answer, { service, entry, request, reply });
	if (answer) send(service, answer, entry, request, reply);
}

function record(
	{ journal }: Service,
	route: Route,
	request: FastifyRequest,
	pathPrefix: string,
): JournalCall {
	const url = request.raw.url ?? '';
	const mark = url.indexOf('?');
	const path = mark < 0 ? url : url.slice(0, mark);
	const key = request.headers.application;
	return journal.add({
		at: Date.now(),
		route: route.name,
		method: request.method,
		path: path.slice(pathPrefix.length),
		query: mark < 0 ? '' : url.slice(mark + 1),
		publicKey: typeof key === 'string' ? key : null,
		headers: request.headers,
		body: bytesOf(request).toString('utf8'),
		accepted: false,
		codes: [],
		status: null,
		fault: null,
		durationMs: null,
	});
}

function bytesOf(request: FastifyRequest): Buffer {
	return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The service's own answer; always HTTP 200 inside the interface. */
function process(
	service: Service,
	route: Route,
	request: FastifyRequest,
	entry: JournalCall,
	pathPrefix: string,
): Answer {
	try {
		const { method, path } = entry;
		const raw = bytesOf(request);
		const account = authenticate({ method, path, headers: request.headers, body: raw }, service);
		if (!service.quota.admit(account.publicKey, service.settings) && service.rules.on('quota')) {
			throw new Refusal(['err_requetes_max']);
		}
		const call: Call = {
			account,
			reference: referenceOf(request),
			query: new URLSearchParams(entry.query),
			body: route.method === 'POST' ? parseBody(service, raw) : {},
			linkBase: `http://${request.headers.host ?? request.hostname}${pathPrefix}`,
		};
		const fields = route.handle(service, call);
		entry.accepted = true;
		return envelope(service, { resultat: 'succes', ...fields });
	} catch (error) {
		return refusalOf(service, error, entry);
	}
}

function refusalOf(service: Service, error: unknown, entry: JournalCall): Answer {
	if (error instanceof HttpAnswer) {
		const body = `<!doctype html><title>${error.message}</title><h1>${error.message}</h1>\n`;
		return { status: error.status, type: 'text/html; charset=utf-8', body };
	}
	if (!(error instanceof Refusal)) {
		console.error(error);
		entry.codes = ['err_internal_server'];
		return envelope(service, { resultat: 'erreur', erreurs: entry.codes });
	}
	entry.codes = error.codes.map(String);
	return envelope(service, { resultat: 'erreur', erreurs: error.codes, ...error.extra });
}

function referenceOf({ params }: FastifyRequest): string {
	return isObject(params) && typeof params.reference === 'string' ? params.reference : '';
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
	const more = settings.unknownFields === 'added' ? { version_interface: '1.30-sandbox' } : {};
	const json = JSON.stringify({ ...fields, ...more });
	const body = settings.responseEncoding === 'bom' ? `\uFEFF${json}` : json;
	return { status: 200, type: 'application/json; charset=utf-8', body };
}
