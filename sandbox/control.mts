import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { categories } from './data/categories.mts';
import { forfaits } from './data/forfaits.mts';
import { createAccount, type AccountOptions } from './accounts.mts';
import type { Fault } from './faults.mts';
import { guard } from './guard.mts';
import { bytesOf } from './journal.mts';
import {
	fromOutside,
	ordersOf,
	type JournalOrder,
	type NoticeControls,
} from './noticeControls.mts';
import type { Service } from './service.mts';
import { applySettings, definitions } from './settings.mts';
import { documentTypes } from './store.mts';
import { isObject, type JsonObject } from './types.mts';

/** How many notices and calls the page shows. */
const shownNotices = 200;
const shownCalls = 20;

/** What the page and other processes steer the sandbox by, as JSON under `/_sandbox/`. */
export function addControl(app: FastifyInstance, service: Service): void {
	const { journal, faults, settings } = service;
	const notices = fromOutside(service);
	const linkBase = ({ headers }: FastifyRequest): string => `http://${headers.host ?? ''}`;

	const actions: Record<string, (request: FastifyRequest, body: JsonObject) => unknown> = {
		'GET /journal': (request) => ({
			calls: journal.calls(),
			orders: ordersOf(service, linkBase(request)),
		}),
		'DELETE /journal': () => journal.clear(),
		'GET /notices': (request) => {
			const calls = journal.calls().slice(-shownCalls).reverse();
			return {
				time: service.parisNow(),
				notices: ordersOf(service, linkBase(request), shownNotices).reverse().map(named),
				calls: calls.map(({ headers: _headers, body: _body, ...call }) => call),
			};
		},
		'GET /settings': () => ({ settings, definitions }),
		'POST /settings': (_request, body) => applySettings(settings, body),
		'GET /faults': () => ({ faults: faults.list() }),
		'POST /faults': (_request, body) => faults.add(body as unknown as Fault),
		'DELETE /faults': () => faults.clear(),
		'POST /keys': (_request, body) => {
			const { publicKey, secretKey } = createAccount(service.store, body as AccountOptions);
			return { publicKey, secretKey };
		},
		'POST /reset': () => service.reset(),
		'POST /notices/:reference/:action': ({ params }, body) => {
			const { reference, action } = params as Record<'reference' | 'action', string>;
			return act(notices, reference, action, body);
		},
	};

	for (const [line, run] of Object.entries(actions)) {
		const [method = 'GET', path = ''] = line.split(' ');
		app.route({
			method,
			url: `/_sandbox${path}`,
			onRequest: guard,
			handler: (request, reply) => answer(reply, () => run(request, bodyOf(request))),
		});
	}
}

/** Its kind in words: codes say nothing to somebody who looks at the page. */
function named(order: JournalOrder): JournalOrder & { nature: string } {
	const category = categories.find(({ code }) => code === order.categorie);
	const forfait = forfaits.find(({ code }) => code === order.body.forfait);
	const names = [category?.libelle ?? order.categorie, forfait?.libelle ?? ''];
	return { ...order, nature: names.filter(Boolean).join(' · ') };
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
	const value: unknown = JSON.parse(bytesOf(request).toString('utf8') || '{}');
	if (!isObject(value)) throw new Error('The body must be a JSON object.');
	return value;
}

function act(notices: NoticeControls, reference: string, action: string, body: JsonObject) {
	const given = body as { motif?: string; status?: string; references?: string[] };
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
