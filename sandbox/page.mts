import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { guard } from './guard.mts';

const files = [
	{ url: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
	{ url: '/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
	{ url: '/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
	{ url: '/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
	{ url: '/panels.js', file: 'panels.js', type: 'text/javascript; charset=utf-8' },
];

const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page for people: notices with their buttons, switches, faults. It loads nothing from outside. */
export function addPage(app: FastifyInstance): void {
	for (const { url, file, type } of files) {
		const content = readFileSync(new URL(`./page/${file}`, import.meta.url));
		app.get(url, { onRequest: guardUnlessNavigated }, (_request, reply) => {
			void reply
				.type(type)
				.header('content-security-policy', policy)
				.header('cache-control', 'no-cache')
				.send(content);
		});
	}
}

/** A link from another site may open the page itself; the guard would call that cross-site. */
const guardUnlessNavigated: typeof guard = (request, reply, done) => {
	if (request.headers['sec-fetch-mode'] === 'navigate') {
		delete request.headers['sec-fetch-site'];
	}
	guard(request, reply, done);
};
