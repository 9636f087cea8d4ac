/**
 * The hints that n8n shows after a run, for somebody who looks at it, and the French sentence of an item that failed.
 */
import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { LeftOpen, OperationStop } from '../errors/stops';
import { InputProblem } from '../domain/parameters';
import { entryFor, type ErrorKind } from '../errors/table';
import { ServiceFailure } from '../errors/failures';

const ANNOUNCED = new Map(
	Object.entries({ cancel: 'cancelled', order: 'ordered', replace: 'replaced' }),
);

/**
 * What somebody who looks at the run should know: what it changed at the service, what came out otherwise than it was
 * asked for, and how much failed; in less than 120 characters each.
 *
 * @param outputs the items of all that succeeded
 */
export function hintsOf(
	node: INode,
	operation: string,
	outputs: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
	{ failed, all }: { failed: number; all: number },
): NodeExecutionHint[] {
	const items = outputs.map(({ json }) => json);
	const messages = [
		...effectHints(operation, items),
		...movedHints(items),
		...textHints(items),
		...failureHints(node, failed, all),
	];
	return messages.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

function effectHints(operation: string, items: readonly IDataObject[]): string[] {
	const verb = ANNOUNCED.get(operation);
	const done = items.filter(({ existant }) => existant !== true);
	if (verb === undefined || done.length === 0) return [];
	const isReal = done.some(({ environnement }) => environnement === 'production');
	const kind = isReal ? 'real' : 'test';
	const what = done.length === 1 ? `A ${kind} notice was` : `${done.length} ${kind} notices were`;
	// n8n cannot know which instance it was.
	return [`${what} ${verb}, according to the credential`];
}

function movedHints(items: readonly IDataObject[]): string[] {
	const moved = items.filter(({ date_modifiee }) => date_modifiee === true);
	const [first] = moved;
	if (first === undefined) return [];
	if (moved.length > 1) {
		return [`${moved.length} publication dates moved: compare date_demandee and date_parution`];
	}
	const [asked, given] = [first.date_demandee, first.date_parution].map((date) =>
		String(date).slice(0, 10),
	);
	return [`The publication date moved: ${asked} was requested, ${given} is the new date`];
}

function textHints(items: readonly IDataObject[]): string[] {
	const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	const warned = items.filter(({ avertissements }) => listOf(avertissements).length > 0);
	const pictured = warned.filter(({ avertissements }) =>
		listOf(avertissements).some((note) => /^Left out: (?:img|image)\b/.test(String(note))),
	);
	const shortened = items.filter(({ texte_perdu }) => listOf(texte_perdu).length > 0);
	const counted: Array<readonly [number, string]> = [
		[warned.length, 'with warnings: see avertissements'],
		[pictured.length, 'with an image that was left out'],
		[shortened.length, 'with words that are not printed, as those of a table: see texte_perdu'],
	];
	return counted
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${count === 1 ? 'item' : 'items'} ${what}`);
}

function failureHints(node: INode, failed: number, all: number): string[] {
	if (failed === 0) return [];
	const where = node.onError === 'continueErrorOutput' ? 'the error output' : 'the output';
	const items = all === 1 ? 'item' : 'items';
	return [`${failed} of ${all} ${items} failed; 'error' in ${where} says why`];
}

const REFUSED: Readonly<Record<ErrorKind, string>> = {
	field: 'le service refuse une donnée de la demande, à corriger',
	state: "le service ne peut pas le faire pour cette annonce dans l'état où elle est",
	access: "le service refuse l'accès : identifiants ou droits du compte à vérifier",
	quota: 'trop de demandes en une minute, à relancer un peu plus tard',
	clock: "l'horloge du serveur est à régler",
	server: 'panne du service, à relancer plus tard',
};

/** What became of a failed item, in French, for the colleague who reads a table; the field `error` has the details. */
export function failureSummary(failure: unknown): string {
	return `Échec\u00a0: ${reasonOf(failure).replace(/ (?=[:;])/g, '\u00a0')}`;
}

function reasonOf(failure: unknown): string {
	if (failure instanceof LeftOpen) return "l'issue n'est pas connue, à vérifier auprès du service";
	if (failure instanceof OperationStop && failure.reason === undefined) {
		return "arrêté avant la fin, comme le demandent les options ou l'état de l'annonce";
	}
	if (failure instanceof OperationStop) return reasonOf(failure.reason);
	if (failure instanceof InputProblem)
		return `le champ «\u00a0${failure.parameter}\u00a0» est à corriger`;
	if (!(failure instanceof ServiceFailure)) return 'erreur inattendue';
	const [code] = failure.codes;
	if (code !== undefined)
		return `${REFUSED[entryFor(code).kind]} (${failure.codes.slice(0, 5).join(', ')})`;
	if (failure.kind === 'quota' || failure.kind === 'busy') return REFUSED.quota;
	return 'pas de réponse exploitable du service, à relancer plus tard';
}
