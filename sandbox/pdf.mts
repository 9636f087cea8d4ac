import { buffer } from 'node:stream/consumers';
import type { Answer } from './answer.mts';
import { totalsOf, type Price } from './pricing.mts';
import type { Service } from './service.mts';
import type { Invoice, Notice, StoredDocument } from './store.mts';
import { plainText } from './text.mts';

const titles = {
	attestation: 'Attestation de parution',
	justificatif: 'Justificatif de parution',
	facture: 'Facture',
	avoir: 'Avoir',
};

/** The document behind a link, or null when the link leads to none. */
export async function pdfOf({ store, rules }: Service, token: string): Promise<Answer | null> {
	for (const invoice of store.invoices.rows.values()) {
		if (invoice.token !== token) continue;
		const prices = invoice.lines.map(({ price }) => price);
		const totals = totalsOf(prices, rules);
		return await file(invoice.number, titles[invoice.type], [
			`Numéro : ${invoice.number}`,
			...billLines(invoice),
			`Total HT : ${euros(totals.net)} €`,
			...totals.taxes.map((tax) => `TVA ${tax.rate / 10} % : ${euros(tax.amount)} €`),
			`Total TTC : ${euros(totals.gross)} €`,
		]);
	}
	for (const notice of store.notices.rows.values()) {
		const document = notice.documents.find((one) => one.token === token);
		if (!document) continue;
		const name = `${document.type}-${document.number ?? notice.reference}`;
		return await file(name, titles[document.type], noticeLines(document, notice));
	}
	return null;
}

function billLines({ customer, issued, due, lines }: Invoice): string[] {
	const billed = lines.map(({ reference, price }) => `Annonce ${reference} : ${net(price)} € HT`);
	return [`Client : ${customer}`, `Date : ${issued}`, `Échéance : ${due}`, '', ...billed, ''];
}

function noticeLines(document: StoredDocument, { reference, number, data }: Notice): string[] {
	return [
		...(document.number === null ? [] : [`Numéro : ${document.number}`]),
		`Annonce : ${reference}`,
		...(number === null ? [] : [`Numéro de commande : ${number}`]),
		`Dossier : ${data.dossier}`,
		`Journal : ${data.libelle} (${data.departement})`,
		`Date de parution : ${data.date_parution}`,
		'',
		...data.texte.split('</p>').map((html) => plainText(html.replaceAll('<br/>', '\n'))),
	];
}

function net(price: Price): string {
	const items = [...Object.values(price.lines), ...price.discounts];
	return euros(items.reduce((sum, item) => sum + item.amount, 0));
}

function euros(cents: number): string {
	return (cents / 100).toFixed(2).replace('.', ',');
}

async function file(name: string, title: string, lines: readonly string[]): Promise<Answer> {
	// Loaded when first needed: it takes longer than all the rest of a start.
	const { default: PDFDocument } = await import('pdfkit');
	const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } });
	document.font('Helvetica-Bold').fontSize(18).text(title).moveDown();
	document.font('Helvetica').fontSize(11);
	for (const line of lines) document.text(line === '' ? ' ' : line);
	document.fontSize(9).moveDown(2).text('Document de démonstration, sans valeur.');
	document.end();
	return {
		status: 200,
		type: 'application/pdf',
		body: await buffer(document),
		name: `${name.replace(/[^A-Za-z0-9._-]+/g, '_')}.pdf`,
	};
}
