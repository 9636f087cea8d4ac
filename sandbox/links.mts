import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { authenticate } from './auth.mts';
import { json, page, redirect, send, type Answer } from './answer.mts';
import { received, type JournalCall } from './journal.mts';
import { pdfOf } from './pdf.mts';
import type { Service } from './service.mts';

/** The links in `url`: plain downloads, or whatever else is switched on. */
export function addLinks(app: FastifyInstance, service: Service): void {
	app.get('/documents/:file', async (request, reply) => {
		const entry = service.journal.open(received(request), 'pdf');
		const { file } = request.params as { file: string };
		await sleep(service.settings.latencyMs, undefined, { ref: false });
		const found = await answer(service, file, entry);
		entry.accepted = String(found.body).startsWith('%PDF');
		send(service, found, entry, reply);
		return reply;
	});
}

async function answer(service: Service, file: string, entry: JournalCall): Promise<Answer> {
	const { pdfLinks, pdfRedirectTarget } = service.settings;
	switch (pdfLinks) {
		case 'signed':
			try {
				authenticate(entry, Buffer.alloc(0), service);
			} catch {
				return page(401, 'Authentification requise');
			}
			break;
		case 'expired':
			return page(403, 'Ce lien a expiré');
		case 'html':
			return page(200, 'Connexion');
		case 'json':
			return json('{"resultat":"erreur","erreurs":["err_internal_server"]}');
		case 'redirectElsewhere':
			return redirect(pdfRedirectTarget);
		case 'redirect':
			if (!file.startsWith('moved-')) return redirect(`/documents/moved-${file}`);
	}
	const found = await pdfOf(service, file.replace(/^moved-|\.pdf$/g, ''));
	if (!found) return page(404, 'Ce lien a expiré');
	return pdfLinks === 'octets' ? { ...found, type: 'application/octet-stream' } : found;
}
