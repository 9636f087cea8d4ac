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
		if (invoice.token === token) return await file(invoice, invoice.numero, bill(invoice, rules));
	}
	for (const notice of store.notices.rows.values()) {
		const document = notice.documents.find((one) => one.token === token);
		if (!document) continue;
		return await file(document, document.numero ?? notice.reference, proof(document, notice));
	}
	return null;
}

function bill({ numero, customer, issued, due, lines }: Invoice, rules: Service['rules']) {
	const totals = (prices: Price[]) => totalsOf(prices, rules);
	const { net, taxes, gross } = totals(lines.map(({ price }) => price));
	return [
		`Numéro : ${numero}`,
		`Client : ${customer}`,
		`Date : ${frenchDate(issued)}, échéance : ${frenchDate(due)}`,
		'',
		...lines.map(
			({ reference, price }) => `Annonce ${reference} : ${euros(totals([price]).net)} HT`,
		),
		'',
		`Total HT : ${euros(net)}`,
		...taxes.map(({ rate, amount }) => `TVA ${rate / 10} % : ${euros(amount)}`),
		`Total TTC : ${euros(gross)}`,
	];
}

function proof({ numero }: StoredDocument, notice: Notice): string[] {
	const { numero_commande: number, libelle, departement } = notice;
	return [
		...(numero === null ? [] : [`Numéro : ${numero}`]),
		`Annonce : ${notice.reference}`,
		...(number === null ? [] : [`Numéro de commande : ${number}`]),
		`Dossier : ${notice.dossier}`,
		`Journal : ${libelle} (${departement}), parution : ${frenchDate(notice.date_parution)}`,
		'',
		...notice.texte
			.split('</p>')
			.map((html) => plainText(html.replaceAll('<br/>', '\n')))
			.filter((paragraph) => paragraph.trim() !== '')
			.flatMap((paragraph) => [paragraph, '']),
	];
}

/** `3 décembre 2026` */
function frenchDate(date: string): string {
	const day = new Date(`${date.slice(0, 10)}T12:00:00Z`);
	return day.toLocaleDateString('fr', { dateStyle: 'long', timeZone: 'UTC' });
}

function euros(cents: number): string {
	return `${(cents / 100).toFixed(2).replace('.', ',')} €`;
}

async function file({ type }: StoredDocument, name: string, lines: string[]): Promise<Answer> {
	// Loaded when first needed: it takes longer than all the rest of a start.
	const { default: PDFDocument } = await import('pdfkit');
	const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: titles[type] } });
	document.font('Helvetica-Bold').fontSize(18).text(titles[type]).moveDown();
	document.font('Helvetica').fontSize(11);
	for (const line of lines) document.text(line || ' ');
	document.fontSize(9).moveDown(2).text('Document de démonstration, sans valeur.');
	document.end();
	const attached = `${type}-${name}.pdf`.replace(/[^A-Za-z0-9._-]+/g, '_');
	const headers = { 'content-disposition': `attachment; filename="${attached}"` };
	return { status: 200, type: 'application/pdf', body: await buffer(document), headers };
}
