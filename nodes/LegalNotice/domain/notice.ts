/** Defines what a quote and an order consist of: the bodies that are sent, and what the node has to know as well. */
import type { Header } from './header';
import type { OrderIdentity } from './orderNumber';
import { InputProblem, readEmail, readName } from './parameters';
import type { PreviewFacts } from './preview';
import type { UnknownRecord } from './records';
import type { PreparedText } from './text/prepare';

/** Body of a quote (specification, endpoint 1); an order adds to it. What is undefined is not sent. */
export interface QuoteBody {
	publication: number;
	departement: string;
	date_parution?: string | undefined;
	categorie: string;
	forfait?: string | undefined;
	entete?: Header | undefined;
	texte: string;
	justificatifs_papiers?: number | undefined;
	justificatif_numerique?: boolean | undefined;
}

/** Specification, Facturation. */
interface Facturation {
	nom_raison_sociale: string;
	prenom_nom_complement?: string;
	adresse: string;
	adresse_complement?: string;
	code_postal: string;
	ville: string;
	pays: string;
	email?: string;
	telephone?: string;
	mobile?: string;
}

/** Body of an order (specification, endpoint 2). */
export interface OrderBody extends QuoteBody {
	contact?: number | undefined;
	numero_commande?: string | undefined;
	dossier: string;
	mode_facturation: string;
	facturation?: Facturation | undefined;
	envoi_justificatif?: boolean | undefined;
	largeur?: number | undefined;
	largeur_texte?: number | undefined;
}

export interface PrintableTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
	/** Sentences that are not about one of the two texts alone. */
	readonly notes: readonly string[];
}

export interface NoticeInput extends PrintableTexts {
	readonly body: QuoteBody;
	/** Words of the header that the publication leaves out. */
	readonly lostWords: readonly string[];
	/** What the preview needs, where one is wanted. */
	readonly preview: PreviewFacts | undefined;
	readonly requestedDate: string | undefined;
	readonly ifDateMoves: 'accept' | 'fail';
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly identity: Omit<OrderIdentity, 'fileReference'>;
}

export interface OrderInput {
	readonly notice: NoticeInput;
	readonly body: OrderBody;
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail';
	/** What its automatic number is made of. */
	readonly identity: OrderIdentity;
	/** The order number that the person gave; undefined where they gave none. */
	readonly customNumber: string | undefined;
	readonly numberMode: 'automatic' | 'custom' | 'none';
	/** An amount in euros including tax. */
	readonly maximumTotal: number | undefined;
}

/**
 * Names every field that is missing at once.
 *
 * @param pays three-letter country code; '' when none was given: guessed, it would change the postcode of others
 */
export function buildFacturation(given: UnknownRecord, pays: string): Facturation {
	const text = (field: string, label: string) => readName(label, given[field], 'Advertiser');
	const missing: string[] = [];
	const needed = (label: string, value: string) => {
		if (value === '') missing.push(`'${label}'`);
		return value;
	};
	const facturation: Facturation = {
		nom_raison_sociale: needed('Name', text('name', 'Name')),
		adresse: needed('Address', text('address', 'Address')),
		code_postal: needed('Postcode', completePostcode(text('postcode', 'Postcode'), pays)),
		ville: needed('City', text('city', 'City')),
		pays: needed('Country', pays),
	};
	if (missing.length > 0) {
		const verb = missing.length > 1 ? 'are' : 'is';
		throw new InputProblem(
			'Advertiser',
			`The 'Advertiser' is billed, but ${missing.join(', ')} ${verb} missing.`,
			"Fill in the 'Advertiser', or choose another 'Billing'.",
		);
	}
	const optional = {
		prenom_nom_complement: text('nameComplement', 'Name Complement'),
		adresse_complement: text('addressComplement', 'Address Complement'),
		telephone: text('phone', 'Phone'),
		mobile: text('mobile', 'Mobile'),
		email: readEmail(given.email, 'Advertiser'),
	};
	const filled = Object.entries(optional).filter(([, value]) => value !== '');
	return { ...facturation, ...Object.fromEntries(filled) };
}

/** Spreadsheets drop the leading zero of French postcodes. */
function completePostcode(postcode: string, pays: string): string {
	if (pays !== 'FRA') return postcode;
	return postcode.replace(/^\d{4}$/, '0$&');
}
