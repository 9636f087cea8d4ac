/** The sentences of a run that an item has stopped: what is done, what is not, and whether it may be run again. */
import type { IDataObject } from 'n8n-workflow';

import { nonEmptyText } from '../reading/cells/parameters';
import { isFixedByTime, outcomeOf, Stop } from '../errors/failures';
import { asSentence, explain, named } from '../errors/words';
import type { EffectWords, OperationContext } from './context';

/** What an item came to. */
export interface ItemEnd {
	readonly itemIndex: number;
	/** By which a person knows it; '' for none. */
	readonly name: string;
	/** Its output, where it is done. */
	readonly done?: readonly IDataObject[];
	readonly failure?: unknown;
	/** Another item had stopped the run before it began. */
	readonly isNotStarted?: boolean;
	/** What a person has to look at, also because of an earlier try. */
	readonly left: string;
}

/** So many are named of those that nothing was done for. What is done, or may be, is all named: nobody could find it. */
const MOST_NAMES = 20;

/** @param failed the item that stopped the run */
export function stoppedRun(
	context: OperationContext,
	words: EffectWords,
	ends: readonly ItemEnd[],
	failed: number,
): Stop {
	const { noun, done: did } = words;
	const isFirst = ({ itemIndex }: ItemEnd) => itemIndex === failed;
	const { failure, name = '' } = ends.find(isFirst) ?? {};
	const nameOf = (end: ItemEnd) => end.name || `row ${end.itemIndex + 1}`;
	const done = ends.filter(({ done: output }) => output !== undefined);
	const notStarted = ends.filter(({ isNotStarted }) => isNotStarted);
	const undone = ends.filter((end) => {
		return end.failure !== undefined && !end.isNotStarted && !isLeftOpen(end.failure);
	});
	const { message, fix } = explain(failure, done.length === 0);
	const isListed = done.length > 0 && undone.some(isFirst);
	const sentences: string[] = isListed ? [] : [named(name, asSentence(message))];
	if (done.length > 0) {
		const counted = `${done.length} ${noun}${done.length === 1 ? ' IS' : 's ARE'} ${did}`;
		sentences.push(
			`${counted}: ${done.map((end) => nameOfDone(words, end, nameOf(end))).join(', ')}.`,
		);
	}
	const others = undone.filter((end) => isListed || !isFirst(end));
	if (others.length > 0) {
		const reasons = others.map((end) => {
			const reason = explain(end.failure, false).message.replace(/\.$/, '');
			return `${nameOf(end)} (${reason})`;
		});
		sentences.push(`Not ${did}: ${listed(reasons)}.`);
	}
	if (notStarted.length > 0) sentences.push(`Not started: ${listed(notStarted.map(nameOf))}.`);
	const left = ends.filter((end) => !isFirst(end) && end.left !== '').map((end) => end.left);
	if (left.length > 0) sentences.push(`Check these: ${left.join('; ')}.`);
	if (done.length > 0) {
		const outputs = done.map(({ itemIndex, done: output = [] }) => [itemIndex, output] as const);
		const { sentence, isWarning } = words.nextRun(new Map(outputs), context);
		if (isWarning || (left.length === 0 && !isLeftOpen(failure))) sentences.push(sentence);
	}
	return new Stop(sentences.join(' '), fix, { ...endOf(ends, failure), saysReason: true });
}

/** Why the run has ended, for n8n: time alone fixes it only where it fixes each of its items. */
function endOf(
	ends: readonly ItemEnd[],
	failure: unknown,
): Pick<Stop, 'reason'> & Partial<Pick<Stop, 'outcome'>> {
	const failures = ends.flatMap((end) => (end.done || end.isNotStarted ? [] : [end.failure]));
	const decisive = failures.find((one) => !isFixedByTime(one)) ?? failure;
	if (!(decisive instanceof Stop)) return { reason: decisive };
	const { reason, outcome } = decisive;
	// What is certain of one item is not said of all.
	return outcome.kind === 'nothing' ? { reason } : { reason, outcome };
}

/** It may be done, or half of it: how to go on its own sentence says. */
function isLeftOpen(failure: unknown): boolean {
	const kind = outcomeOf(failure)?.kind;
	return kind === 'unknown' || kind === 'halfWay';
}

function nameOfDone({ references }: EffectWords, { done = [] }: ItemEnd, name: string): string {
	const own = done.flatMap(references).flatMap((one) => nonEmptyText(one) ?? []);
	if (own.length === 0) return name;
	return own.includes(name) ? own.join(' ') : `${own.join(' ')} (${name})`;
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, MOST_NAMES).join(', ');
	return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}
