import type { Call, Route, Service } from '../service.mts';
import { Fields } from '../fields.mts';
import { order } from '../order.mts';
import { quote } from '../quote.mts';
import { quoteFields } from '../quoteRequest.mts';
import { Problems, Refusal } from '../refusal.mts';
import type { Notice } from '../records.mts';
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
		!rules.on('cancelled-hidden') ||
		(purpose === 'documents' && settings.cancelledDocuments === 'served');
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
	const problems = new Problems(settings.errorReporting);
	new Fields(call.body, { rules, settings, problems }).refuseUnknown(quoteFields);
	const quoted = quote(service, call.account, call.body, 'quote', problems);
	if (!rules.on('quote-places-nothing')) {
		const forced = { mode_facturation: 'prescripteur', dossier: 'devis', ...call.body };
		order(service, call.account, forced);
	}
	const version = settings.quoteVersion;
	return {
		date_parution: quoted.date_parution,
		...(version === '1.29' ? { date_bouclage: quoted.date_bouclage } : {}),
		...(version === '1.27' ? {} : { texte: quoted.text }),
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
	const always = !service.rules.on('cancel-documents');
	return {
		...identity(service, notice),
		...(documents.length > 0 || always
			? { documents: documents.map((invoice) => invoiceDocument(invoice, call)) }
			: {}),
	};
}

/** Quote, order, cancellation, and the three readings of one notice (endpoints 1, 2, 3, 5, 7, 9). */
export const noticeRoutes: readonly Route[] = [
	{ name: 'quote', method: 'POST', path: '/devis', handle: quoteAnswer },
	{ name: 'order', method: 'POST', path: '/commande', handle: orderAnswer },
	{ name: 'cancel', method: 'DELETE', path: '/annonce/:reference', handle: cancelAnswer },
	{
		name: 'status',
		method: 'GET',
		path: '/annonce/:reference/statut',
		handle: (service, call) => statusOf(service, named(service, call, 'status')),
	},
	{
		name: 'invoices',
		method: 'GET',
		path: '/annonce/:reference/factures',
		handle: (service, call) => invoicesOf(service, named(service, call, 'documents'), call),
	},
	{
		name: 'documents',
		method: 'GET',
		path: '/annonce/:reference/documents',
		handle: (service, call) => documentsOf(service, named(service, call, 'documents'), call),
	},
];
