import { readFileSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { page, send } from './answer.mts';
import { addControl } from './control.mts';
import { guardName } from './guard.mts';
import { received } from './journal.mts';
import { addLinks } from './links.mts';
import { apiPrefix, serve } from './pipeline.mts';
import { routes } from './routes/index.mts';
import type { Service } from './service.mts';

/** The web server: the interface, the links to documents, the controls and the page. */
export function buildServer(service: Service): FastifyInstance {
	const app = fastify({
		bodyLimit: 32 * 1024 * 1024,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 4096 },
	});
	// The signature covers the bytes as received, so nothing may parse them before.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	for (const route of routes) {
		const [, method, path] = route;
		app.route({
			method,
			url: `${apiPrefix}${path}`,
			onRequest: guardName,
			handler: (request, reply) => serve(service, route, request, reply).then(() => reply),
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const entry = service.journal.open(received(request), 'unknown');
		send(service, page(404, '404 Not Found'), entry, reply);
	});
	addLinks(app, service);
	addControl(app, service);
	addPage(app);
	return app;
}

/** The page for people: notices with their buttons, switches, faults. It loads nothing from outside. */
function addPage(app: FastifyInstance): void {
	const files = {
		'index.html': 'text/html; charset=utf-8',
		'page.css': 'text/css; charset=utf-8',
		'page.js': 'text/javascript; charset=utf-8',
		'icon.svg': 'image/svg+xml',
	};
	const policy =
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
	for (const [file, type] of Object.entries(files)) {
		const content = readFileSync(new URL(`./page/${file}`, import.meta.url));
		app.get(file === 'index.html' ? '/' : `/${file}`, (_request, reply) => {
			void reply.type(type).header('content-security-policy', policy);
			void reply.header('cache-control', 'no-cache').send(content);
		});
	}
}
