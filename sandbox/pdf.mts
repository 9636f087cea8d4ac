import { parseFragment } from 'parse5';
import { totalsOf, type Price } from './pricing.mts';
import type { Service } from './service.mts';
import type { Invoice, Notice, StoredDocument } from './records.mts';

export interface PdfFile {
	name: string;
	bytes: Buffer;
}

const titles = {
	attestation: 'Attestation de parution',
	justificatif: 'Justificatif de parution',
	facture: 'Facture',
	avoir: 'Avoir',
};

/** The document behind a link, or null when the link leads to none. */
export async function pdfOf(service: Service, token: string): Promise<PdfFile | null> {
	const invoice = service.store.invoiceByToken(token);
	if (invoice) return invoicePdf(service, invoice);
	const document = service.store.documentByToken(token);
	const notice = document && service.store.notice(document.notice);
	return document && notice ? noticePdf(document, notice) : null;
}

async function noticePdf(document: StoredDocument, notice: Notice): Promise<PdfFile> {
	const { data } = notice;
	const lines = [
		...(document.number === null ? [] : [`Numéro : ${document.number}`]),
		`Annonce : ${notice.reference}`,
		...(notice.number === null ? [] : [`Numéro de commande : ${notice.number}`]),
		`Dossier : ${data.dossier}`,
		`Journal : ${data.libelle} (${data.departement})`,
		`Date de parution : ${data.date_parution}`,
		'',
		...paragraphs(data.text),
	];
	const name = `${document.type}-${document.number ?? notice.reference}.pdf`;
	return { name: safeName(name), bytes: await draw(titles[document.type], lines) };
}

async function invoicePdf({ rules }: Service, invoice: Invoice): Promise<PdfFile> {
	const totals = totalsOf(
		invoice.lines.map((line) => line.price),
		rules,
	);
	const lines = [
		`Numéro : ${invoice.number}`,
		`Client : ${invoice.customer}`,
		`Date : ${invoice.issued}`,
		`Échéance : ${invoice.due}`,
		'',
		...invoice.lines.map(({ reference, price }) => `Annonce ${reference} : ${net(price)} € HT`),
		'',
		`Total HT : ${euros(totals.net)} €`,
		...totals.taxes.map((tax) => `TVA ${tax.rate / 10} % : ${euros(tax.amount)} €`),
		`Total TTC : ${euros(totals.gross)} €`,
	];
	return { name: `${invoice.number}.pdf`, bytes: await draw(titles[invoice.type], lines) };
}

function net(price: Price): string {
	const items = [...Object.values(price.lines), ...price.discounts];
	return euros(items.reduce((sum, item) => sum + item.amount, 0));
}

function euros(cents: number): string {
	return (cents / 100).toFixed(2).replace('.', ',');
}

function paragraphs(html: string): string[] {
	return parseFragment(html).childNodes.map((node) => textOf(node));
}

function textOf(node: unknown): string {
	if (typeof node !== 'object' || node === null) return '';
	if ('value' in node && typeof node.value === 'string') return node.value;
	if ('tagName' in node && node.tagName === 'br') return '\n';
	return 'childNodes' in node && Array.isArray(node.childNodes)
		? node.childNodes.map(textOf).join('')
		: '';
}

function safeName(name: string): string {
	return name.replace(/[^A-Za-z0-9._-]+/g, '_');
}

async function draw(title: string, lines: readonly string[]): Promise<Buffer> {
	// Loaded when first needed: it takes longer than all the rest of a start.
	const { default: PDFDocument } = await import('pdfkit');
	return new Promise((resolve, reject) => {
		const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } });
		const chunks: Buffer[] = [];
		document.on('data', (chunk: Buffer) => chunks.push(chunk));
		document.on('end', () => resolve(Buffer.concat(chunks)));
		document.on('error', reject);
		document.font('Helvetica-Bold').fontSize(18).text(title).moveDown();
		document.font('Helvetica').fontSize(11);
		for (const line of lines) document.text(line === '' ? ' ' : line);
		document.fontSize(9).moveDown(2).text('Document de démonstration, sans valeur.');
		document.end();
	});
}
