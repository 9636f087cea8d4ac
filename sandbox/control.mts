import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountOptions } from './accounts.mts';
import { faultKinds, type Fault } from './faults.mts';
import { isObject } from './fields.mts';
import { guard } from './guard.mts';
import { bytesOf } from './journal.mts';
import { fromOutside, ordersOf, type NoticeControls } from './noticeControls.mts';
import { rules } from './rules.mts';
import type { Service } from './service.mts';
import { applySettings, definitions } from './settings.mts';
import { documentTypes, type JsonObject } from './types.mts';

/** How many notices and calls the page shows. */
const shown = 200;

/** What the page and other processes steer the sandbox by, as JSON under `/_sandbox/`. */
export function addControl(app: FastifyInstance, service: Service, pathPrefix: string): void {
	const notices = fromOutside(service);
	const linkBase = (request: FastifyRequest): string =>
		`http://${request.headers.host ?? ''}${pathPrefix}`;

	const actions: Record<string, (request: FastifyRequest) => unknown> = {
		'GET /health': () => ({ status: 'ok', time: service.parisNow() }),
		'GET /journal': (request) => ({
			calls: service.journal.calls(),
			orders: ordersOf(service, linkBase(request)),
		}),
		'DELETE /journal': () => service.journal.clear(),
		'GET /notices': (request) => ({
			time: service.parisNow(),
			notices: ordersOf(service, linkBase(request), shown).reverse(),
			calls: service.journal
				.calls()
				.slice(-shown)
				.reverse()
				.map(({ n, at, method, path, status, codes, fault }) => {
					return { n, at, method, path, status, codes, fault };
				}),
		}),
		'GET /settings': () => ({ settings: service.settings, definitions }),
		'POST /settings': (request) => {
			applySettings(service.settings, bodyOf(request));
			return { settings: service.settings };
		},
		'GET /faults': () => ({ faults: service.faults.list() }),
		'POST /faults': (request) => service.faults.add(readFault(bodyOf(request))),
		'DELETE /faults': () => service.faults.clear(),
		'POST /keys': (request) => {
			const account = service.accounts.create(readAccountOptions(bodyOf(request)));
			return { publicKey: account.publicKey, secretKey: account.secretKey };
		},
		'POST /reset': () => service.reset(),
		'GET /rules': () => ({
			rules: rules.map((rule) => ({ ...rule, on: service.rules.on(rule.id) })),
		}),
		'POST /notices/:reference/:action': (request) => act(notices, request),
	};

	for (const [line, run] of Object.entries(actions)) {
		const [method = 'GET', path = ''] = line.split(' ');
		app.route({
			method,
			url: `/_sandbox${path}`,
			onRequest: guard,
			handler: (request, reply) => answer(reply, () => run(request)),
		});
	}
}

/** Runs an action; what it throws becomes a sentence with HTTP 400. */
function answer(reply: FastifyReply, run: () => unknown): FastifyReply {
	void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
	try {
		return reply.send(JSON.stringify(run() ?? { done: true }));
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return reply.code(400).send(JSON.stringify({ error: message }));
	}
}

/** @throws {Error} unless it is a JSON object, or nothing */
function bodyOf(request: FastifyRequest): JsonObject {
	const text = bytesOf(request).toString('utf8');
	let value: unknown = {};
	try {
		if (text !== '') value = JSON.parse(text);
	} catch {
		throw new Error('The body is not JSON.');
	}
	if (!isObject(value)) throw new Error('The body must be a JSON object.');
	return value;
}

/**
 * @param table what each field has to be: names of it after a colon, separated by blanks
 * @throws {Error} for a name that is not in the table, or a value of another kind
 */
function check(body: JsonObject, table: Readonly<Record<string, string>>): void {
	const kinds = new Map(
		Object.entries(table).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
	);
	for (const [name, value] of Object.entries(body)) {
		const kind = kinds.get(name);
		if (!kind) throw new Error(`There is no "${name}" here: ${[...kinds.keys()].join(', ')}.`);
		const strings = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
		const found = strings ? 'strings' : typeof value;
		if (found !== kind) throw new Error(`"${name}" must be: ${kind}.`);
	}
}

/** @throws {Error} unless it is a fault */
function readFault(body: JsonObject): Fault {
	check(body, {
		string: 'kind location body',
		object: 'match',
		number: 'times skip status ms',
		boolean: 'processed',
		strings: 'codes',
	});
	check(isObject(body.match) ? body.match : {}, { string: 'path publicKey' });
	const kind = faultKinds.find((known) => known === body.kind);
	if (!kind) throw new Error(`"kind" must be one of ${faultKinds.join(', ')}.`);
	return { ...body, kind };
}

/** @throws {Error} unless these are options of an account */
function readAccountOptions(body: JsonObject): AccountOptions {
	check(body, {
		string: 'publicKey secretKey mode_facturation',
		strings: 'billingModes',
		boolean: 'inactive reserved',
		number: 'publications discountPercent',
	});
	const modes = ['prescripteur', 'annonceur', 'aucun', undefined];
	if (!modes.some((mode) => mode === body.mode_facturation)) {
		throw new Error('"mode_facturation" must be prescripteur, annonceur or aucun.');
	}
	return body;
}

function act(notices: NoticeControls, request: FastifyRequest): unknown {
	const { reference, action } = request.params as { reference: string; action: string };
	const body = bodyOf(request);
	check(body, { string: 'motif type status', strings: 'references' });
	const given: { motif?: string; status?: string; references?: string[] } = body;
	const { motif, status = 'a-paraitre', references = [] } = given;
	const type = documentTypes.find((known) => known === (body.type ?? 'attestation'));
	if (!type) throw new Error(`"type" must be one of ${documentTypes.join(', ')}.`);
	const acts: Readonly<Record<string, () => unknown>> = {
		publish: () => notices.publish(reference),
		suspend: () => notices.suspend(reference, motif),
		backToBePublished: () => notices.backToBePublished(reference),
		invoice: () => ({ numero: notices.invoice([reference, ...references]) }),
		credit: () => ({ numero: notices.credit(reference) }),
		addDocument: () => notices.addDocument(reference, type),
		cancel: () => notices.cancel(reference),
		setStatus: () => notices.setStatus(reference, status, motif),
	};
	const run = Object.hasOwn(acts, action) ? acts[action] : undefined;
	if (!run) throw new Error(`There is no action "${action}" for a notice.`);
	return run();
}
