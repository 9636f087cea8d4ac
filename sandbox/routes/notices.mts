import type { Call, Handle, Route, Service } from '../service.mts';
import { Fields } from '../fields.mts';
import { order } from '../order.mts';
import { quote, quoteFields } from '../quote.mts';
import { Refusal } from '../refusal.mts';
import type { Notice } from '../store.mts';
import type { JsonObject } from '../types.mts';
import { documentsOf, identity, invoicesOf, statusOf, invoiceDocument } from './views.mts';

/** The notice that the path names. @throws {Refusal} when there is none, or it is suspended */
function named(service: Service, call: Call, purpose: 'status' | 'documents' | 'cancel'): Notice {
	const { rules, settings, notices } = service;
	const { reference, account } = call;
	if (reference.trim() === '') throw new Refusal(['err_reference_absent']);
	if (rules.on('reference-format') && reference.length > 200) {
		throw new Refusal(['err_reference_incorrect']);
	}
	const cancelledToo =
		purpose === 'documents' ? service.showsCancelledFiles() : !rules.on('cancelled-hidden');
	const notice = notices.find(account.publicKey, reference, cancelledToo);
	if (!notice) throw new Refusal([settings.unknownReferenceCode]);
	const closed =
		settings.suspendedNotice === 'refused' ||
		(settings.suspendedNotice === 'notCancellable' && purpose === 'cancel');
	if (notice.status === 'suspendue' && closed && rules.on('notice-suspended')) {
		throw new Refusal(['err_annonce_suspendue']);
	}
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
		...(version === '1.27' ? {} : { texte: quoted.texte }),
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
	const shown = documents.map((invoice) => invoiceDocument(invoice, call));
	return { ...identity(service, notice), documents: shown };
}

const status: Handle = (service, call) => statusOf(service, named(service, call, 'status'));
const invoices: Handle = (service, call) =>
	invoicesOf(service, named(service, call, 'documents'), call);
const documents: Handle = (service, call) =>
	documentsOf(service, named(service, call, 'documents'), call);

/** Quote, order, cancellation, and the three readings of one notice (endpoints 1, 2, 3, 5, 7, 9). */
export const noticeRoutes: readonly Route[] = [
	['quote', 'POST', '/devis', quoteAnswer],
	['order', 'POST', '/commande', orderAnswer],
	['cancel', 'DELETE', '/annonce/:reference', cancelAnswer],
	['status', 'GET', '/annonce/:reference/statut', status],
	['invoices', 'GET', '/annonce/:reference/factures', invoices],
	['documents', 'GET', '/annonce/:reference/documents', documents],
];
