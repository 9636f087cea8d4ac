import type { FastifyInstance, FastifyReply } from 'fastify';
import { stampDate } from './answer.mts';
import { isObject } from './fields.mts';
import { pdfOf } from './pdf.mts';
import type { Service } from './service.mts';

const expired =
	'<!doctype html><html lang="fr"><title>403</title><h1>Ce lien a expiré</h1></html>\n';
const login = '<!doctype html><html lang="fr"><title>Connexion</title><h1>Connexion</h1></html>\n';

/** The links in `url`: plain downloads, or whatever else is switched on. */
export function addLinks(app: FastifyInstance, service: Service, pathPrefix: string): void {
	const { settings } = service;

	app.get(`${pathPrefix}/documents/:file`, async (request, reply) => {
		const entry = service.journal.add({
			at: Date.now(),
			route: 'pdf',
			method: request.method,
			path: (request.raw.url ?? '').slice(pathPrefix.length),
			query: '',
			publicKey: null,
			headers: request.headers,
			body: '',
			accepted: false,
			codes: [],
			status: null,
			fault: null,
			durationMs: null,
		});
		stampDate(settings, reply);
		await answer(request.params, reply);
		entry.status = reply.statusCode;
		entry.accepted = reply.statusCode === 200 && settings.pdfLinks === 'plain';
		entry.durationMs = Date.now() - entry.at;
		return reply;
	});

	async function answer(params: unknown, reply: FastifyReply): Promise<void> {
		const file = isObject(params) && typeof params.file === 'string' ? params.file : '';
		const moved = file.startsWith('moved-');
		const token = file.replace(/^moved-/, '').replace(/\.pdf$/, '');
		if (settings.pdfLinks === 'expired') {
			void reply.code(403).type('text/html; charset=utf-8').send(expired);
		} else if (settings.pdfLinks === 'html') {
			void reply.type('text/html; charset=utf-8').send(login);
		} else if (settings.pdfLinks === 'json') {
			void reply
				.type('application/json')
				.send('{"resultat":"erreur","erreurs":["err_internal_server"]}');
		} else if (settings.pdfLinks === 'redirectElsewhere') {
			void reply.redirect(settings.pdfRedirectTarget, 302);
		} else if (settings.pdfLinks === 'redirect' && !moved) {
			void reply.redirect(`${pathPrefix}/documents/moved-${token}.pdf`, 302);
		} else {
			const pdf = await pdfOf(service, token);
			if (pdf) {
				void reply
					.type('application/pdf')
					.header('content-disposition', `attachment; filename="${pdf.name}"`)
					.send(pdf.bytes);
			} else {
				void reply.code(404).type('text/html; charset=utf-8').send(expired);
			}
		}
	}
}
