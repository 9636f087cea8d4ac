import { addDays } from './calendar.mts';
import { absent, incorrect, Refusal, type Fields } from './fields.mts';
import type { Notice, Notices, Paper } from './notices.mts';
import type { Personality } from './personality.mts';
import { totals, writeAmount, writeTariff, type Price } from './tariff.mts';

export interface Desk {
	readonly personality: Personality;
	readonly notices: Notices;
	/** The link to a PDF file, as handed out now. */
	link(paper: Paper): string;
	/** `AAAA-MM-JJ` in Paris. */
	today(): string;
}

export type View = 'statut' | 'factures' | 'documents';
type Answer = Record<string, unknown>;

/** The notice behind a path segment. @throws Refusal `err_annonce_introuvable`. */
export function one({ notices, personality }: Desk, key: string, view: View | 'cancel'): Notice {
	const notice = notices.find(key);
	const reachable = personality.cancelledStillReachable && view !== 'statut';
	if (notice === undefined || (notice.cancelled && !reachable)) {
		throw new Refusal(['err_annonce_introuvable']);
	}
	const withheld = view === 'documents' || view === 'factures';
	if (withheld && personality.suspendedWithheld && notice.statut === 'suspendue') {
		throw new Refusal(['err_annonce_suspendue']);
	}
	return notice;
}

/** Section "Endpoints" 4, 6 and 8. */
export function batch(desk: Desk, fields: Fields, view: View): Answer {
	const { personality } = desk;
	const listed = fields.value('references');
	fields.refuseUnknown();
	fields.check();
	if (listed === undefined) throw new Refusal([absent('reference')]);
	if (!Array.isArray(listed)) throw new Refusal([incorrect('reference')]);
	const values: unknown[] = listed;
	const keys = values.map((value) => {
		if (typeof value === 'string' && value !== '') return value;
		if (typeof value === 'number' && !personality.pedantic) return String(value);
		throw new Refusal([incorrect('reference')]);
	});
	if (keys.length === 0 && personality.pedantic) throw new Refusal([absent('reference')]);
	if (keys.length > personality.batchMaximum) throw new Refusal(['err_body_incorrect']);
	const distinct = [...new Set(keys)];
	if (personality.duplicatesRefused && distinct.length < keys.length) {
		throw new Refusal([incorrect('reference')]);
	}
	const found = distinct.flatMap((key) => {
		try {
			return [one(desk, key, view)];
		} catch (error) {
			if (personality.unknownRefusesBatch) throw error;
			return [];
		}
	});
	const notices = [...new Set(found)];
	if (personality.batchReversed) notices.reverse();
	return { annonces: notices.map((notice) => show(desk, notice, view)) };
}

export function identity({ personality }: Desk, notice: Notice): Answer {
	const { reference, numero_commande } = notice;
	if (numero_commande !== undefined) return { reference, numero_commande };
	return personality.missingLeftOut ? { reference } : { reference, numero_commande: null };
}

/** One notice as the three tracking endpoints describe it. */
export function show(desk: Desk, notice: Notice, view: View): Answer {
	const { personality } = desk;
	const shown = identity(desk, notice);
	if (personality.extraFields) shown['dossier'] = notice.dossier;
	if (view === 'statut') {
		shown['statut'] = notice.statut;
		if (notice.motif !== undefined) shown['motif'] = notice.motif;
		else if (!personality.missingLeftOut) shown['motif'] = null;
		return shown;
	}
	const papers = notice.papers.filter((paper) => view === 'documents' || isInvoice(paper));
	if (papers.length === 0 && personality.missingLeftOut) return shown;
	const write = view === 'documents' ? showDocument : showInvoice;
	return { ...shown, [view]: papers.map((paper) => write(desk, paper, notice)) };
}

/** Section "Endpoints" 3: invoice and credit note, when the notice had been invoiced. */
export function showCancelled(desk: Desk, notice: Notice): Answer {
	const documents = notice.papers.filter(isInvoice).map((paper) => showDocument(desk, paper));
	if (documents.length === 0 && desk.personality.missingLeftOut) return identity(desk, notice);
	return { ...identity(desk, notice), documents };
}

function isInvoice(paper: Paper): boolean {
	return paper.type === 'facture' || paper.type === 'avoir';
}

function showDocument(desk: Desk, paper: Paper): Answer {
	const { type, numero } = paper;
	return { type, ...(numero !== undefined && { numero }), url: desk.link(paper) };
}

/** The other notice an invoice may bill: a line names its own notice, the invoice does not. */
const otherNotice = '00999999';
const otherPrice: Price = { annonce: { quantity: 1, unit: 80_000, rate: 20 } };

function showInvoice(desk: Desk, paper: Paper, notice: Notice): Answer {
	const { personality } = desk;
	const sign = paper.type === 'avoir' ? -1 : 1;
	const billed: [string, Price][] = [[notice.reference, notice.price]];
	if (personality.extraFields && sign === 1) billed.unshift([otherNotice, otherPrice]);
	const sums = billed.map(([, price]) => totals(price));
	const net = sign * sums.reduce((sum, part) => sum + part.net, 0);
	const gross = sign * sums.reduce((sum, part) => sum + part.net + part.vat, 0);
	return {
		type: paper.type,
		numero: paper.numero,
		date_facture: paper.date,
		date_echeance: addDays(paper.date, 30),
		montant_ht: writeAmount(personality, net),
		montant_ttc: writeAmount(personality, gross),
		url: desk.link(paper),
		lignes: billed.map(([reference, price]) => ({
			reference,
			...writeTariff(personality, price, sign),
			remises: [],
		})),
	};
}
