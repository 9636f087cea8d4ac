import { negated, totalsOf } from '../pricing.mts';
import type { Call, Service } from '../service.mts';
import { newToken, type Invoice, type Notice, type StoredDocument } from '../store.mts';
import type { JsonObject } from '../types.mts';

/** `reference`, and `numero_commande` when one was given at order. */
export function identity({ settings }: Service, { reference, number }: Notice): JsonObject {
	const absent = number === null && settings.absentNumber === 'absent';
	return absent ? { reference } : { reference, numero_commande: number };
}

export function statusOf(service: Service, notice: Notice): JsonObject {
	const { settings, rules } = service;
	const motif = rules.on('suspension-reason') ? notice.motif : '';
	const empty = { absent: {}, empty: { motif: '' }, null: { motif: null } }[settings.emptyMotif];
	return {
		...identity(service, notice),
		statut: notice.status,
		...(motif === '' ? empty : { motif }),
	};
}

/** Documents of a notice: attestation and proofs, then invoices and credit notes. */
export function documentList(
	service: Service,
	notice: Notice,
	linkBase: string,
): Array<{ type: string; numero?: string; url: string }> {
	const all = [...notice.documents, ...service.store.invoicesOf(notice)];
	return all.map((document) => documentView(service, document, linkBase));
}

export function documentView(
	service: Service,
	{ type, number, token }: StoredDocument | Invoice,
	linkBase: string,
) {
	const url = link(service, token, linkBase);
	return number === null ? { type, url } : { type, numero: number, url };
}

export function documentsOf(service: Service, notice: Notice, { linkBase }: Call): JsonObject {
	const documents = documentList(service, notice, linkBase);
	return { ...identity(service, notice), ...unlessEmpty(service, 'documents', documents) };
}

export function invoicesOf(service: Service, notice: Notice, call: Call): JsonObject {
	const factures = service.store
		.invoicesOf(notice)
		.map((invoice) => invoiceView(service, invoice, call));
	return { ...identity(service, notice), ...unlessEmpty(service, 'factures', factures) };
}

function invoiceView(service: Service, invoice: Invoice, { linkBase }: Call): JsonObject {
	const { rules, settings } = service;
	const money = service.money();
	const prices = invoice.lines.map(({ price }) => price);
	const totals = totalsOf(prices, rules);
	return {
		type: invoice.type,
		numero: invoice.number,
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
				...money.lines(price.lines),
				remises: shown.discounts.map((discount) => money.line(discount)),
				...money.totals([price]),
			};
		}),
	};
}

function unlessEmpty({ settings }: Service, name: string, list: unknown[]): JsonObject {
	return list.length === 0 && settings.emptyDocuments === 'absent' ? {} : { [name]: list };
}

function link({ settings }: Service, token: string, linkBase: string): string {
	const fresh = settings.linkTokens === 'fresh' ? `?jeton=${newToken()}` : '';
	return `${linkBase}/documents/${token}.pdf${fresh}`;
}
