import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { guard } from './guard.mts';

const files = ['index.html', 'page.css', 'page.js', 'icon.svg'];
const types: Readonly<Record<string, string>> = {
	html: 'text/html; charset=utf-8',
	css: 'text/css; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	svg: 'image/svg+xml',
};

const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page for people: notices with their buttons, switches, faults. It loads nothing from outside. */
export function addPage(app: FastifyInstance): void {
	for (const file of files) {
		const url = file === 'index.html' ? '/' : `/${file}`;
		const type = types[file.split('.')[1] ?? ''] ?? '';
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
