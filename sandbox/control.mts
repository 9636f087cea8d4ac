import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAccountOptions, readFault, readNoticeAction } from './controlBodies.mts';
import { isObject } from './fields.mts';
import { guard } from './guard.mts';
import { fromOutside, type NoticeControls } from './noticeControls.mts';
import { ordersOf } from './orders.mts';
import { rules } from './rules.mts';
import type { Service } from './service.mts';
import { definitions } from './settingDefinitions.mts';
import { applySettings } from './settings.mts';
import type { JsonObject } from './types.mts';

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
	const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
	if (text === '') return {};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Error('The body is not JSON.');
	}
	if (!isObject(value)) throw new Error('The body must be a JSON object.');
	return value;
}

function act(notices: NoticeControls, request: FastifyRequest): unknown {
	const { params } = request;
	const names = isObject(params) ? params : {};
	const reference = String(names.reference);
	const { motif, type, status, references } = readNoticeAction(bodyOf(request));
	switch (names.action) {
		case 'publish':
			return notices.publish(reference);
		case 'suspend':
			return notices.suspend(reference, motif);
		case 'backToBePublished':
			return notices.backToBePublished(reference);
		case 'invoice':
			return { numero: notices.invoice([reference, ...references]) };
		case 'credit':
			return { numero: notices.credit(reference) };
		case 'addDocument':
			return notices.addDocument(reference, type);
		case 'cancel':
			return notices.cancel(reference);
		case 'setStatus':
			return notices.setStatus(reference, status, motif);
		default:
			throw new Error(`There is no action "${String(names.action)}" for a notice.`);
	}
}
