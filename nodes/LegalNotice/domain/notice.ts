import type { Facturation } from './advertiser';
import type { Header } from './header';
import type { NoticeIdentity } from './orderNumber';
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

/** The texts of a notice as they will be sent, with what was repaired in them. */
export interface PrintableTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
}

/** A notice as the parameters describe it, checked as far as that is possible offline. */
export interface NoticeInput extends PrintableTexts {
	readonly body: QuoteBody;
	/** What is published where, in words. */
	readonly subject: string;
	/** Worth telling, beside what the texts themselves have. */
	readonly notes: readonly string[];
	/** Words of the header that the publication leaves out. */
	readonly lostWords: readonly string[];
	readonly requestedDate: string | undefined;
	readonly ifDateMoves: 'accept' | 'fail';
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	/** What makes the notice the same notice, but for the file reference. */
	readonly identity: Omit<NoticeIdentity, 'fileReference'>;
}

export interface OrderInput {
	/** The order number for this notice; another one when it replaces the notice of that reference. */
	numberFor(replaces?: string): string | undefined;
	readonly notice: NoticeInput;
	readonly body: OrderBody;
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail';
	readonly numberMode: 'automatic' | 'custom' | 'none';
	/** In euros including tax. */
	readonly maximumTotal: number | undefined;
}
