import { moneyWriter, negated, totalsOf } from '../pricing.mts';
import type { Call, Service } from '../service.mts';
import { newToken, type Invoice, type Notice, type StoredDocument } from '../store.mts';
import type { JsonObject } from '../types.mts';

/** What an answer says of a notice. */
export type View = (service: Service, notice: Notice, call: Call) => JsonObject;

/** `reference`, and `numero_commande` when one was given at order. */
export function identity({ settings }: Service, { reference, numero_commande }: Notice) {
	const absent = numero_commande === null && settings.absentNumber === 'absent';
	return absent ? { reference } : { reference, numero_commande };
}

export const statusOf: View = (service, notice) => {
	const { settings, rules } = service;
	const motif = rules.on('suspension-reason') ? notice.motif : '';
	const empty = { absent: undefined, empty: '', null: null }[settings.emptyMotif];
	return { ...identity(service, notice), statut: notice.statut, motif: motif || empty };
};

/** Documents of a notice: attestation and proofs, then invoices and credit notes. */
export function documentList(service: Service, notice: Notice, linkBase: string) {
	const all = [...notice.documents, ...service.store.invoicesOf(notice)];
	return all.map((document) => documentView(service, document, linkBase));
}

export function documentView(
	service: Service,
	{ type, numero, token }: StoredDocument,
	linkBase: string,
) {
	return { type, ...(numero !== null && { numero }), url: link(service, token, linkBase) };
}

export const documentsOf: View = (service, notice, { linkBase }) => {
	const documents = documentList(service, notice, linkBase);
	return { ...identity(service, notice), documents: unlessEmpty(service, documents) };
};

export const invoicesOf: View = (service, notice, { linkBase }) => {
	const invoices = service.store.invoicesOf(notice);
	const factures = invoices.map((invoice) => invoiceView(service, invoice, linkBase));
	return { ...identity(service, notice), factures: unlessEmpty(service, factures) };
};

function invoiceView(service: Service, invoice: Invoice, linkBase: string): JsonObject {
	const { rules, settings } = service;
	const money = moneyWriter(service);
	const prices = invoice.lines.map(({ price }) => price);
	const totals = totalsOf(prices, rules);
	return {
		type: invoice.type,
		numero: invoice.numero,
		date_facture: invoice.issued,
		date_echeance: invoice.due,
		montant_ht: money.euros(totals.net),
		montant_ttc: money.euros(totals.gross),
		url: link(service, invoice.token, linkBase),
		lignes: invoice.lines.map(({ reference, price }) => {
			// The totals subtract discounts whatever the sign that they are shown with.
			const shown = settings.discountSign === 'positive' ? negated(price) : price;
			return {
				reference,
				...money.tarif(price),
				remises: shown.discounts.map((discount) => money.line(discount)),
			};
		}),
	};
}

function unlessEmpty<T>({ settings }: Service, list: T[]): T[] | undefined {
	return list.length === 0 && settings.emptyDocuments === 'absent' ? undefined : list;
}

function link({ settings }: Service, token: string, linkBase: string): string {
	const fresh = settings.linkTokens === 'fresh' ? `?jeton=${newToken()}` : '';
	return `${linkBase}/documents/${token}.pdf${fresh}`;
}
