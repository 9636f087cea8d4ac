/** What somebody who looks at a run should know, in hints below its output. */
import type { IDataObject, INode, NodeExecutionHint } from 'n8n-workflow';

import { messageOf } from '../errors/words';
import { quotePassages } from '../reading/cells/parameters';
import type { OutputItem } from './context';

const ANNOUNCED = new Map([
	['cancel', 'Cancelled'],
	['order', 'Ordered'],
	['replace', 'Replaced'],
]);

/**
 * What somebody who looks at the run should know: what it changed at the service, what came out otherwise than it was
 * requested, and how much failed; in less than 120 visible characters each.
 *
 * @param outputs the items of all that succeeded
 * @param failed the items that failed, by name ('' for one without), and why
 * @returns hints whose messages are HTML, as n8n's editor expects
 */
export function hintsOf(
	node: INode,
	{ operation, hasSummary }: { readonly operation: string; readonly hasSummary: boolean },
	outputs: readonly OutputItem[],
	{ failed, all }: { failed: readonly FailedItem[]; all: number },
): NodeExecutionHint[] {
	const items = outputs.map(({ json }) => json);
	// An order that existed before on the test instance has changed nothing, and costs nothing.
	const isCalm = ({ existant, environnement }: IDataObject) =>
		existant === true && environnement === 'test';
	const others = items.filter((item) => !isCalm(item));
	const warnings = [...movedHints(items), ...textHints(others)];
	const notFound = items.filter(({ introuvable }) => introuvable === true);
	const names = [...new Set(notFound.map(({ demande }) => String(demande)))];
	if (names.length > 0) warnings.push(cut(`The service does not know ${quotePassages(names)}`));
	const [first] = failed;
	if (first) {
		const isApart = node.onError === 'continueErrorOutput';
		const field = hasSummary ? 'resume' : 'message';
		const why = isApart ? "'error' in the error output says why" : `'${field}' in its row says why`;
		const counted = `${failed.length} of ${all} ${all === 1 ? 'item' : 'items'} failed`;
		const named = failed.flatMap(({ name }) => name || []).join(', ');
		warnings.push(cut(named === '' ? `${counted}; ${why}` : `${counted}; ${why}: ${named}`));
		// In a long table its row may be out of sight. Without the code, which its row has, what to do is seen as well.
		warnings.push(cut(messageOf(first.failure, first.name).replace(/ \(err_[a-z_]+\)/, '')));
	}
	const calm = textHints(items.filter(isCalm)).filter((message) => !warnings.includes(message));
	const said: Said[] = [
		...effectHints(operation, items),
		...calm.map((message) => ({ message, type: 'info' as const })),
		...warnings.map((message) => ({ message, type: 'warning' as const })),
	];
	return said.map(({ message, type }) => {
		// The editor renders it as HTML: a reference with angle brackets would vanish, or load a picture from its address.
		const html = message.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
		return { message: html, type, location: 'outputPane' };
	});
}

interface FailedItem {
	readonly name: string;
	readonly failure: unknown;
}

type Said = Required<Pick<NodeExecutionHint, 'message' | 'type'>>;

/** Only what costs something is a warning. */
function effectHints(operation: string, items: readonly IDataObject[]): Said[] {
	const verb = ANNOUNCED.get(operation);
	const done = items.filter(({ existant }) => existant !== true);
	if (verb === undefined || done.length === 0) return [];
	// n8n cannot know which instance it was: the credential says so.
	if (!done.some(({ environnement }) => environnement === 'production')) {
		const message = `${verb} on the test instance; nothing is published or billed`;
		return [{ message, type: 'info' }];
	}
	// A notice that several items name is cancelled once.
	const notices = new Set(done.map(({ reference }, at) => reference ?? at)).size;
	const effect = `${verb.toLowerCase()}, according to the credential`;
	const subject = notices === 1 ? 'A real notice was' : `${notices} real notices were`;
	return [{ message: `${subject} ${effect}`, type: 'warning' }];
}

function movedHints(items: readonly IDataObject[]): string[] {
	const moved = items.filter(({ date_modifiee }) => date_modifiee === true);
	const [first] = moved;
	if (first === undefined) return [];
	if (moved.length > 1) {
		return [`${moved.length} publication dates moved: compare date_demandee and date_parution`];
	}
	const [requestedDay, given] = [first.date_demandee, first.date_parution].map((date) =>
		String(date).slice(0, 10),
	);
	return [`The publication date moved: ${requestedDay} was requested, ${given} is the new date`];
}

/** How many sentences are shown, and how long each may be: a hint is read at a glance. */
const MOST_SENTENCES = 3;
const LONGEST = 119;

/** The sentences themselves: a column such as avertissements may lie beyond the edge of the table. */
function textHints(items: readonly IDataObject[]): string[] {
	// Nothing is worse than words that are lost.
	const isLossy = ({ texte_perdu: lost }: IDataObject) => listIn(lost).length > 0;
	const inOrder = [...items.filter(isLossy), ...items.filter((item) => !isLossy(item))];
	const warnings = [...new Set(inOrder.flatMap(({ avertissements }) => listIn(avertissements)))];
	const shown = warnings.slice(0, MOST_SENTENCES).map(cut);
	const left = warnings.length - shown.length;
	const more = left === 0 ? [] : [`${left} more in avertissements`];
	return [...shown, ...more];
}

function cut(sentence: string): string {
	return sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST - 1)}…`;
}

function listIn(value: IDataObject[string]): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}
