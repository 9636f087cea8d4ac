import fastify, { type FastifyInstance } from 'fastify';
import { addControl } from './control.mts';
import { guardName } from './guard.mts';
import { addLinks } from './links.mts';
import { addPage } from './page.mts';
import { apiPrefix, serve } from './pipeline.mts';
import { accountRoutes } from './routes/account.mts';
import { batchRoutes } from './routes/batches.mts';
import { noticeRoutes } from './routes/notices.mts';
import { publicationRoutes } from './routes/publications.mts';
import { referenceRoutes } from './routes/reference.mts';
import type { Service } from './service.mts';

/** The 19 endpoints and both legacy routes. */
export const routes = [
	...noticeRoutes,
	...batchRoutes,
	...publicationRoutes,
	...accountRoutes,
	...referenceRoutes,
];

const badRequest = '<!doctype html><title>400 Bad Request</title><h1>400 Bad Request</h1>\n';
const notFound = '<!doctype html><title>404 Not Found</title><h1>404 Not Found</h1>\n';

/**
 * The web server: the interface, the links to documents, the controls and the page.
 *
 * @param pathPrefix what a proxy would put in front of the interface, such as `/al-test`, or empty
 */
export function buildServer(service: Service, pathPrefix: string): FastifyInstance {
	const app = fastify({
		bodyLimit: 32 * 1024 * 1024,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: {
			maxParamLength: 4096,
			// A path that cannot be decoded never reaches a route.
			onBadUrl: (_path, _request, response) => {
				response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end(badRequest);
			},
		},
	});
	// The signature covers the bytes as received, so nothing may parse them before.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	for (const route of routes) {
		app.route({
			method: route.method,
			url: `${pathPrefix}${apiPrefix}${route.path}`,
			onRequest: guardName,
			handler: (request, reply) => serve(service, route, request, reply, pathPrefix),
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
		service.journal.add({
			at: Date.now(),
			route: 'unknown',
			method: request.method,
			path: path.startsWith(pathPrefix) ? path.slice(pathPrefix.length) : path,
			query,
			publicKey: null,
			headers: request.headers,
			body: '',
			accepted: false,
			codes: [],
			status: 404,
			fault: null,
			durationMs: 0,
		});
		void reply.code(404).type('text/html; charset=utf-8').send(notFound);
	});
	addLinks(app, service, pathPrefix);
	addControl(app, service, pathPrefix);
	addPage(app);
	return app;
}
