import { Fields } from '../fields.mts';
import { cancel, findNotice, type Purpose } from '../notices.mts';
import { order } from '../order.mts';
import { moneyWriter } from '../pricing.mts';
import { quote, quoteFields } from '../quote.mts';
import { Refusal } from '../refusal.mts';
import type { Call, Handle, Route, Service } from '../service.mts';
import type { Notice } from '../store.mts';
import { written } from '../text.mts';
import { documentsOf, documentView, identity, invoicesOf, statusOf, type View } from './views.mts';

/** The notice that the path names. @throws {Refusal} when there is none, or it is suspended */
function named(service: Service, { reference, account }: Call, purpose: Purpose): Notice {
	if (reference.trim() === '') throw new Refusal(['err_reference_absent']);
	if (service.rules.on('reference-format') && reference.length > 200) {
		throw new Refusal(['err_reference_incorrect']);
	}
	const notice = findNotice(service, account, reference, purpose);
	if (!notice) throw new Refusal([service.settings.unknownReferenceCode]);
	return notice;
}

const quoteAnswer: Handle = (service, { account, body }) => {
	const { rules, settings } = service;
	const fields = new Fields(body, service);
	fields.refuseUnknown(quoteFields);
	const { date_parution, date_bouclage, texte, price } = quote(service, account, fields, 'quote');
	if (!rules.on('quote-places-nothing')) {
		order(service, account, { mode_facturation: 'prescripteur', dossier: 'devis', ...body });
	}
	const version = settings.quoteVersion;
	return {
		date_parution,
		...(version === '1.29' ? { date_bouclage } : {}),
		...(version === '1.27' ? {} : { texte: written(texte, settings) }),
		tarif: moneyWriter(service).tarif(price),
	};
};

const orderAnswer: Handle = (service, { account, body }) => {
	const notice = order(service, account, body);
	const { date_parution, date_bouclage, price } = notice;
	const tarif = moneyWriter(service).tarif(price);
	return { ...identity(service, notice), date_parution, date_bouclage, tarif };
};

const cancelAnswer: Handle = (service, call) => {
	const notice = named(service, call, 'cancel');
	const files = cancel(service, notice);
	const isAbsent = files.length === 0 && service.rules.on('cancel-documents');
	const documents = files.map((invoice) => documentView(service, invoice, call.linkBase));
	return { ...identity(service, notice), ...(isAbsent ? {} : { documents }) };
};

const one =
	(purpose: Purpose, view: View): Handle =>
	(service, call) =>
		view(service, named(service, call, purpose), call);

/** Quote, order, cancellation, and the three readings of one notice (endpoints 1, 2, 3, 5, 7, 9). */
export const noticeRoutes: readonly Route[] = [
	['quote', 'POST', '/devis', quoteAnswer],
	['order', 'POST', '/commande', orderAnswer],
	['cancel', 'DELETE', '/annonce/:reference', cancelAnswer],
	['status', 'GET', '/annonce/:reference/statut', one('status', statusOf)],
	['invoices', 'GET', '/annonce/:reference/factures', one('files', invoicesOf)],
	['documents', 'GET', '/annonce/:reference/documents', one('files', documentsOf)],
];
