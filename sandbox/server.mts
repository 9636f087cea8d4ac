import fastify, { type FastifyInstance } from 'fastify';
import { page, send } from './answer.mts';
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
				const { type, body } = page(400, '400 Bad Request');
				response.writeHead(400, { 'content-type': type }).end(body);
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
			method: route[1],
			url: `${pathPrefix}${apiPrefix}${route[2]}`,
			onRequest: guardName,
			handler: (request, reply) =>
				serve(service, route, request, reply, pathPrefix).then(() => reply),
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const entry = service.journal.open(request, 'unknown', pathPrefix);
		send(service.settings, page(404, '404 Not Found'), entry, reply);
	});
	addLinks(app, service, pathPrefix);
	addControl(app, service, pathPrefix);
	addPage(app);
	return app;
}
