import type { FastifyInstance } from 'fastify';
import { authenticate } from './auth.mts';
import { html, json, page, send, type Answer } from './answer.mts';
import { isObject } from './fields.mts';
import { pdfOf } from './pdf.mts';
import type { Service } from './service.mts';
import type { JournalCall } from './types.mts';

/** The links in `url`: plain downloads, or whatever else is switched on. */
export function addLinks(app: FastifyInstance, service: Service, pathPrefix: string): void {
	const { settings } = service;

	app.get(`${pathPrefix}/documents/:file`, async (request, reply) => {
		const entry = service.journal.open(request, 'pdf', pathPrefix);
		const { params } = request;
		const found = isAllowed(entry)
			? await answer(isObject(params) ? String(params.file) : '')
			: page(401, 'Authentification requise');
		entry.accepted = found.status === 200 && ['plain', 'octets'].includes(settings.pdfLinks);
		send(settings, found, entry, reply);
		return reply;
	});

	/** Whether the link needs no keys, or has them. */
	function isAllowed(entry: JournalCall): boolean {
		if (settings.pdfLinks !== 'signed') return true;
		try {
			return authenticate(entry, Buffer.alloc(0), service).publicKey !== '';
		} catch {
			return false;
		}
	}

	async function answer(file: string): Promise<Answer> {
		const token = file.replace(/^moved-/, '').replace(/\.pdf$/, '');
		const moved = (location: string): Answer => ({ ...html(302, ''), location });
		switch (settings.pdfLinks) {
			case 'expired':
				return page(403, 'Ce lien a expiré');
			case 'html':
				return page(200, 'Connexion');
			case 'json':
				return json('{"resultat":"erreur","erreurs":["err_internal_server"]}');
			case 'redirectElsewhere':
				return moved(settings.pdfRedirectTarget);
			case 'redirect':
				if (!file.startsWith('moved-')) return moved(`${pathPrefix}/documents/moved-${token}.pdf`);
		}
		const found = await pdfOf(service, token);
		if (!found) return page(404, 'Ce lien a expiré');
		return settings.pdfLinks === 'octets' ? { ...found, type: 'application/octet-stream' } : found;
	}
}
