/** The payload of each route, as this service reads the silences of the specification. */
import {
	day,
	priceOf,
	shareOf,
	type Body,
	type Model,
	type Notice,
	type Numbered,
} from './model.mts';
import { trueNow } from './clock.mts';
import type { Readings } from './readings.mts';

export type Fields = Record<string, unknown>;

export class Refusal extends Error {
	readonly codes: readonly string[];
	/** Of the answer; 200 but where something stands before the service. */
	readonly status: number;

	constructor(codes: readonly string[], status = 200) {
		super(codes.join());
		this.codes = codes;
		this.status = status;
	}
}

/** A field without a value, as the service writes it. */
export function orEmpty(
	name: string,
	value: unknown,
	how: 'absent' | 'null' | 'empty',
	empty: unknown,
): Fields {
	if (value !== undefined) return { [name]: value };
	if (how === 'absent') return {};
	return { [name]: how === 'null' ? null : empty };
}

function amount(cents: number, { amounts }: Readings): unknown {
	return amounts === 'number' ? cents / 100 : (cents / 100).toFixed(2);
}

/** Tax of 20 %, in cents. */
export const taxIn = (cents: number): number => cents - Math.round(cents / 1.2);

function line(ht: number, readings: Readings, isCredit: boolean): Fields {
	const { creditLines } = readings;
	const unit = isCredit && creditLines !== 'negative' ? Math.abs(ht) : ht;
	const quantite = isCredit && creditLines === 'quantity' ? -1 : 1;
	const prix_unitaire = amount(unit, readings);
	return { quantite, prix_unitaire, montant_ht: amount(unit * quantite, readings), taux_tva: 20 };
}

export function totals(cents: number, readings: Readings): Fields {
	const tva = taxIn(cents);
	return {
		totaux: {
			montant_ht: amount(cents - tva, readings),
			montant_tva: amount(tva, readings),
			montant_ttc: amount(cents, readings),
		},
		tva: [{ taux: 20, montant: amount(tva, readings) }],
	};
}

export function tarif(cents: number, readings: Readings): Fields {
	return { annonce: line(cents - taxIn(cents), readings, false), ...totals(cents, readings) };
}

export function closing(date: string): string {
	return `${day(Date.parse(date) - 86_400_000)} 12:00:00`;
}

export function composed(
	texte: string,
	{ composed: how, losesWords }: Readings,
): string | undefined {
	const kept = losesWords ? texte.replace(/\S+(?=<\/p>)/, '') : texte;
	if (how === 'absent') return undefined;
	if (how === 'styled') return kept.replaceAll('<p>', '<p class="fs-texte" style="font-size:9pt">');
	if (how === 'otherTags') return kept.replace(/<p[^>]*>/g, '<div>').replaceAll('</p>', '</div>');
	if (how === 'entities') return kept.replaceAll('é', '&eacute;').replaceAll('à', '&#224;');
	return kept;
}

const PATHS = { attestation: 'a', justificatif: 'j', facture: 'f', avoir: 'c' } as const;
let links = 0;

/** Where the PDF of a document is; what is new in it is no part of the document. */
export function linkOf({ type, numero = 'p' }: Numbered, { links: how, pdf }: Readings): string {
	const path = `/${PATHS[type]}/${numero}`;
	if (pdf === 'relative') return `${path}.pdf`;
	const fresh = `${++links}`;
	if (how === 'query') return `https://pdf.example${path}.pdf?jeton=${fresh}`;
	return `https://pdf.example${how === 'path' ? `/${fresh}` : ''}${path}.pdf`;
}

export function documentOf(file: Numbered, readings: Readings): Fields {
	const { type, numero } = file;
	return { type, ...(numero !== undefined && { numero }), url: linkOf(file, readings) };
}

/** One line for each notice that it bills, in equal parts. */
export function invoiceOf(file: Numbered, readings: Readings): Fields {
	const { type, numero, cents, references } = file;
	const isCredit = type === 'avoir';
	const lignes = references.map((reference) => {
		const part = shareOf(file, reference);
		const ht = part - taxIn(part);
		return {
			reference,
			annonce: line(ht, readings, isCredit),
			remises: [],
			...totals(part, readings),
		};
	});
	return {
		type,
		numero,
		date_facture: '2026-11-23',
		date_echeance: '2026-12-23',
		montant_ht: amount(cents - taxIn(cents), readings),
		montant_ttc: amount(cents, readings),
		url: linkOf(file, readings),
		lignes,
	};
}

export const namesOf = ({ reference, number }: Notice, readings: Readings): Fields => ({
	reference,
	...orEmpty('numero_commande', number, readings.emptyNumber, ''),
});

export function statusEntry(model: Model, notice: Notice): Fields {
	const { status, motif } = model.statusOf(notice);
	const { readings } = model;
	return {
		...namesOf(notice, readings),
		statut: status,
		...orEmpty('motif', motif, readings.emptyMotif, ''),
	};
}

export function filesEntry(model: Model, notice: Notice, field: 'documents' | 'factures'): Fields {
	const { readings } = model;
	const isInvoice = ({ type }: Numbered) => type === 'facture' || type === 'avoir';
	const list =
		field === 'documents'
			? notice.files.map((file) => documentOf(file, readings))
			: notice.files.filter(isInvoice).map((file) => invoiceOf(file, readings));
	const value = list.length > 0 ? list : undefined;
	return { ...namesOf(notice, readings), ...orEmpty(field, value, readings.emptyFiles, []) };
}

/** @throws Refusal for a date that is not taken */
function dated(model: Model, body: Body): string {
	const date = model.dateFor(body.date_parution);
	if (date === undefined) throw new Refusal([model.readings.closedDateCode]);
	return date;
}

export function quote(model: Model, body: Body, call: number): Fields {
	const { readings } = model;
	const cents = priceOf(body);
	// An order whose date the service moves is moved without a word before.
	const isKept = readings.closedQuote === 'kept' && readings.closedDate === 'refused';
	const date = (isKept ? body.date_parution : undefined) ?? dated(model, body);
	const texte = composed(body.texte, readings);
	model.quotes.push({ call, body, cents });
	return {
		date_parution: date,
		...(readings.hasClosing && { date_bouclage: closing(date) }),
		...(texte !== undefined && { texte }),
		tarif: tarif(cents, readings),
	};
}

/** @throws Refusal where the number is registered already */
export function order(model: Model, body: Body, call: number): Fields {
	const { readings } = model;
	const date = dated(model, body);
	const number = body.numero_commande;
	if (number !== undefined && model.isTaken(number)) throw new Refusal(['err_annonce_commandee']);
	// No two notices cost the same, so that a price tells whose it is.
	const cents = priceOf(body) + model.notices.length;
	const notice = model.register(body, date, cents, call);
	return {
		...namesOf(notice, { ...readings, emptyNumber: 'absent' }),
		date_parution: date,
		date_bouclage: closing(date),
		tarif: tarif(cents, readings),
	};
}

/** Publications of every department, and their dates, which need no truth. */
export function publications(departement: string): Fields[] {
	return [1, 2, 3].map((id) => ({
		...{ id, departement, libelle: `Journal ${id}`, periodicite: 'quotidien', type: 'papier' },
		...{ entete: true, justificatif_papier: true, justificatif_numerique: id !== 3 },
	}));
}

export function dates(publication: number, departement: string, quantity: number): Fields {
	const list = Array.from({ length: quantity }, (_, index) => {
		const date = day(trueNow() + (index + 1) * 86_400_000);
		return { date_parution: date, date_bouclage: closing(date) };
	});
	return { id: publication, departement, dates: list };
}
