import type { Call, Handle, Route, Service } from '../service.mts';
import { Fields } from '../fields.mts';
import { order } from '../order.mts';
import { quote, quoteFields } from '../quote.mts';
import { Refusal } from '../refusal.mts';
import type { Notice } from '../store.mts';
import { written } from '../text.mts';
import type { JsonObject } from '../types.mts';
import { documentsOf, documentView, identity, invoicesOf, statusOf } from './views.mts';

/** The notice that the path names. @throws {Refusal} when there is none, or it is suspended */
function named(service: Service, call: Call, purpose: 'status' | 'files' | 'cancel'): Notice {
	const { rules, settings, notices } = service;
	const { reference, account } = call;
	if (reference.trim() === '') throw new Refusal(['err_reference_absent']);
	if (rules.on('reference-format') && reference.length > 200) {
		throw new Refusal(['err_reference_incorrect']);
	}
	const cancelledToo = {
		status: !rules.on('cancelled-hidden'),
		files: service.showsCancelledFiles(),
		cancel: settings.cancelledTwice === 'repeated' || !rules.on('cancelled-hidden'),
	};
	const notice = notices.find(account.publicKey, reference, cancelledToo[purpose]);
	if (!notice) throw new Refusal([settings.unknownReferenceCode]);
	notices.refuseSuspended(notice, purpose);
	return notice;
}

function quoteAnswer(service: Service, call: Call): JsonObject {
	const { rules, settings } = service;
	const fields = new Fields(call.body, service);
	fields.refuseUnknown(quoteFields);
	const quoted = quote(service, call.account, fields, 'quote');
	if (!rules.on('quote-places-nothing')) {
		const forced = { mode_facturation: 'prescripteur', dossier: 'devis', ...call.body };
		order(service, call.account, forced);
	}
	const version = settings.quoteVersion;
	return {
		date_parution: quoted.date_parution,
		...(version === '1.29' ? { date_bouclage: quoted.date_bouclage } : {}),
		...(version === '1.27' ? {} : { texte: written(quoted.texte, settings) }),
		tarif: service.money().tarif(quoted.price),
	};
}

function orderAnswer(service: Service, call: Call): JsonObject {
	const notice = order(service, call.account, call.body);
	return {
		...identity(service, notice),
		date_parution: notice.data.date_parution,
		date_bouclage: notice.data.date_bouclage,
		tarif: service.money().tarif(notice.data.price),
	};
}

function cancelAnswer(service: Service, call: Call): JsonObject {
	const notice = named(service, call, 'cancel');
	const documents = service.notices.cancel(notice);
	if (documents.length === 0 && service.rules.on('cancel-documents')) {
		return identity(service, notice);
	}
	const shown = documents.map((invoice) => documentView(service, invoice, call.linkBase));
	return { ...identity(service, notice), documents: shown };
}

const reading =
	(purpose: 'status' | 'files', view: typeof documentsOf): Handle =>
	(service, call) =>
		view(service, named(service, call, purpose), call);

/** Quote, order, cancellation, and the three readings of one notice (endpoints 1, 2, 3, 5, 7, 9). */
export const noticeRoutes: readonly Route[] = [
	['quote', 'POST', '/devis', quoteAnswer],
	['order', 'POST', '/commande', orderAnswer],
	['cancel', 'DELETE', '/annonce/:reference', cancelAnswer],
	['status', 'GET', '/annonce/:reference/statut', reading('status', statusOf)],
	['invoices', 'GET', '/annonce/:reference/factures', reading('files', invoicesOf)],
	['documents', 'GET', '/annonce/:reference/documents', reading('files', documentsOf)],
];
