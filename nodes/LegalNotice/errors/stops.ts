/** Operations that stopped half way: what they say, whether they may be run again, and what is said in French of a failed item. */
import { InputProblem } from '../domain/parameters';
import { ServiceFailure } from './failures';
import { entryFor, type ErrorKind } from './table';

/** An operation that stopped half way, or before something that cannot be undone. */
export class OperationStop extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The failure that caused it. */
		readonly reason?: unknown,
		/** Whether `message` and `advice` hold the words of `reason` already. */
		readonly includesReason = false,
	) {
		super(message);
		this.name = 'OperationStop';
	}
}

/** A file that could not be had, in words without its link, which may carry a key. */
export class FileRefusal extends OperationStop {
	constructor(message: string, advice: string, reason?: unknown) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}

/** A stop that leaves something behind which a person has to look at. */
export class LeftOpen extends OperationStop {
	/** @param open in a few words, with its number or reference, for a list of several */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		readonly open: string,
	) {
		super(message, advice, reason);
	}
}

/** The answer was lost, and asking did not show whether something was done. */
export class UnknownOutcome extends LeftOpen {
	/** Whether the service keeps a second attempt from being done twice. */
	readonly repeatable: boolean;

	constructor(
		message: string,
		advice: string,
		reason: unknown,
		{ open, repeatable }: { open: string; repeatable: boolean },
	) {
		super(message, advice, reason, open);
		this.repeatable = repeatable;
	}
}

/** Whether a failure, or one below it, leaves an outcome unknown that no second attempt may settle. */
export function forbidsRepeating(failure: unknown): boolean {
	if (!(failure instanceof OperationStop)) return false;
	if (failure instanceof UnknownOutcome && !failure.repeatable) return true;
	return forbidsRepeating(failure.reason);
}

const REFUSED: Readonly<Record<ErrorKind, string>> = {
	field: 'le service refuse une donnée de la demande, à corriger',
	state: 'le service ne peut pas le faire pour cette annonce dans son état actuel',
	access: 'le service refuse l’accès : identifiants ou droits du compte à vérifier',
	quota: 'trop de demandes en une minute, à relancer un peu plus tard',
	clock: 'l’horloge du serveur n’est pas à l’heure',
	server: 'panne du service, à relancer plus tard',
};

/** What became of a failed item, in French, for the colleague who reads a table; the field `error` has the details. */
export function failureSummary(failure: unknown): string {
	return `Échec\u00a0: ${reasonOf(failure).replace(/ (?=[:;])/g, '\u00a0')}`;
}

function reasonOf(failure: unknown): string {
	if (failure instanceof OperationStop) return reasonOfStop(failure);
	if (failure instanceof InputProblem)
		return `le champ ${fieldInWords(failure.parameter)} est à corriger`;
	if (!(failure instanceof ServiceFailure)) return 'erreur inattendue';
	const [code] = failure.codes;
	if (code !== undefined)
		return `${REFUSED[entryFor(code).kind]} (${failure.codes.slice(0, 5).join(', ')})`;
	if (failure.kind === 'quota' || failure.kind === 'busy') return REFUSED.quota;
	return 'pas de réponse exploitable du service, à relancer plus tard';
}

/** Labels of the editor are English; whoever reads this may never have seen it. */
const FIELDS: ReadonlyMap<string, string> = new Map([
	['Advertiser', 'annonceur'],
	['Billing', 'facturation'],
	['Category', 'catégorie'],
	['Department', 'département'],
	['Digital Proof', 'justificatif numérique'],
	['File Reference', 'dossier'],
	['Header', 'en-tête'],
	['Maximum Total', 'prix maximum'],
	['Order Number', 'numéro de commande'],
	['Paper Proofs', 'justificatifs papier'],
	['Publication', 'journal'],
	['Publication Date', 'date de parution'],
	['Reference or Order Number', 'référence ou numéro de commande'],
	['Text', 'texte'],
]);

function fieldInWords(label: string): string {
	const french = FIELDS.get(label);
	if (french === undefined) return `«\u00a0${label}\u00a0»`;
	return `«\u00a0${label}\u00a0» (${french})`;
}

function reasonOfStop(stop: OperationStop): string {
	if (stop instanceof LeftOpen)
		return 'on ne sait pas si la demande a été entièrement exécutée, à vérifier auprès du service';
	if (stop instanceof FileRefusal) return 'un fichier n’a pas pu être téléchargé';
	if (stop.reason !== undefined) return reasonOf(stop.reason);
	return 'interrompu avant la fin, en raison d’une option ou de l’état de l’annonce';
}
