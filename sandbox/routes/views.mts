import { negated, totalsOf, type Line, type Price } from '../pricing.mts';
import type { Call, Service } from '../service.mts';
import type { Invoice, Notice } from '../records.mts';
import type { JsonObject } from '../types.mts';

/** `reference`, and `numero_commande` when one was given at order. */
export function identity({ settings }: Service, notice: Notice): JsonObject {
	if (notice.number === null) {
		return settings.absentNumber === 'null'
			? { reference: notice.reference, numero_commande: null }
			: { reference: notice.reference };
	}
	return { reference: notice.reference, numero_commande: notice.number };
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
	{ store }: Service,
	notice: Notice,
	call: Pick<Call, 'linkBase'>,
): Array<{ type: string; numero?: string; url: string }> {
	const own = store.documents(notice.id).map((document) => ({
		type: document.type,
		...(document.number === null ? {} : { numero: document.number }),
		url: link(document.token, call),
	}));
	return [...own, ...store.invoices(notice.id).map((invoice) => invoiceDocument(invoice, call))];
}

export function documentsOf(service: Service, notice: Notice, call: Call): JsonObject {
	const documents = documentList(service, notice, call);
	return { ...identity(service, notice), ...unlessEmpty(service, 'documents', documents) };
}

export function invoicesOf(service: Service, notice: Notice, call: Call): JsonObject {
	const factures = service.store
		.invoices(notice.id)
		.map((invoice) => invoiceView(service, invoice, call));
	return { ...identity(service, notice), ...unlessEmpty(service, 'factures', factures) };
}

export function invoiceDocument(
	invoice: Invoice,
	call: Pick<Call, 'linkBase'>,
): { type: string; numero: string; url: string } {
	return { type: invoice.type, numero: invoice.number, url: link(invoice.token, call) };
}

function invoiceView(service: Service, invoice: Invoice, call: Call): JsonObject {
	const money = service.money();
	const prices = invoice.lines.map((line) => line.price);
	const totals = totalsOf(prices, service.rules);
	return {
		type: invoice.type,
		numero: invoice.number,
		date_facture: invoice.issued,
		date_echeance: invoice.due,
		montant_ht: money.euros(totals.net),
		montant_ttc: money.euros(totals.gross),
		url: link(invoice.token, call),
		lignes: invoice.lines.map(({ reference, price }) => ({
			reference,
			...money.lines(price.lines),
			remises: discountsOf(service, price).map((discount) => money.line(discount)),
			...money.totals([price]),
		})),
	};
}

/** Discounts as invoices show them; the totals subtract them whatever their sign. */
function discountsOf({ settings }: Service, price: Price): Line[] {
	return settings.discountSign === 'positive' ? negated(price).discounts : price.discounts;
}

function unlessEmpty({ settings }: Service, name: string, list: unknown[]): JsonObject {
	return list.length === 0 && settings.emptyDocuments === 'absent' ? {} : { [name]: list };
}

function link(token: string, { linkBase }: Pick<Call, 'linkBase'>): string {
	return `${linkBase}/documents/${token}.pdf`;
}
