/**
 * Keeps what has been done at the service, so that Retry On Fail does nothing twice; puts it into its item, whatever the
 * answer looks like; and announces it in hints.
 */
import { createHash } from 'node:crypto';
import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INode,
	NodeExecutionHint,
} from 'n8n-workflow';

import { nonEmptyText } from '../domain/parameters';
import { isRecord } from '../domain/records';
import { forbidsRepeating, LeftOpen } from '../errors/failures';
import { explain } from '../errors/words';
import { type Answer, cutFields } from '../transport/envelope';
import { outputFields, without } from './context';
import type { ItemMemory, ItemResult, OutputItem } from './context';

type Section = 'finishedItems' | 'startedItems' | 'openItems';

/**
 * Results of items that had their effect, kept in the execution's node context. Retry On Fail runs the whole node
 * again for all items: those that are done are then answered from here, price and dates included, and not repeated.
 */
export class FinishedItems {
	private readonly store: IDataObject;
	/** Each key is made once, because the expressions of n8n's data proxy take their time. */
	private readonly keys = new Map<number, string>();

	constructor(private readonly fn: IExecuteFunctions) {
		this.store = fn.getContext('node');
	}

	/** It is made of run, parameters, credential and content, so that no other item and no loop meets the result. */
	private keyOf(itemIndex: number): string {
		const known = this.keys.get(itemIndex);
		if (known !== undefined) return known;
		const key = this.digestOf(itemIndex);
		this.keys.set(itemIndex, key);
		return key;
	}

	private digestOf(itemIndex: number): string {
		const { parameters, credentials } = this.fn.getNode();
		const item = this.fn.getInputData()[itemIndex];
		const binary: IBinaryKeyData = item?.binary ?? {};
		const files = Object.entries(binary).map(([name, { fileName, fileSize, id }]) => {
			return [name, fileName, fileSize, id];
		});
		const runIndex: unknown = this.fn.getWorkflowDataProxy(itemIndex).$runIndex;
		const content = [runIndex, itemIndex, parameters, credentials, item?.json, files];
		return createHash('sha256').update(JSON.stringify(content)).digest('base64');
	}

	/** The result of an earlier try; or, where the item may be done, that only a person may run it again. */
	settled(itemIndex: number): ItemResult | undefined {
		const key = this.keyOf(itemIndex);
		const output = this.section('finishedItems')[key];
		if (isOutput(output)) return { output };
		const left = this.section('openItems')[key];
		if (!isStore(left) || left.execution !== this.fn.getExecutionId()) return undefined;
		const { message, fix, open } = left;
		return { failure: new LeftOpen(String(message), String(fix), undefined, String(open)) };
	}

	put(itemIndex: number, output: readonly OutputItem[]): void {
		this.section('finishedItems')[this.keyOf(itemIndex)] = [...output];
	}

	/** Keeps what a failed item leaves open: a later try may stop before it comes to it. */
	leaveOpen(itemIndex: number, failure: LeftOpen): void {
		const { message, fix } = explain(failure);
		const left: IDataObject = { open: failure.open, message, fix, execution: false };
		// It counts in this execution only: in another one a person has decided to run it again.
		if (forbidsRepeating(failure)) left.execution = this.fn.getExecutionId();
		this.section('openItems')[this.keyOf(itemIndex)] = left;
	}

	/** What an earlier try left open, in a few words; '' for nothing. */
	openOf(itemIndex: number): string {
		const left = this.section('openItems')[this.keyOf(itemIndex)];
		if (!isStore(left)) return '';
		return String(left.open);
	}

	memoryOf(itemIndex: number): ItemMemory {
		const key = this.keyOf(itemIndex);
		return {
			recall: () => {
				const done = this.section('startedItems')[key];
				return isStore(done) ? done : undefined;
			},
			remember: (done) => {
				this.section('startedItems')[key] = done;
			},
		};
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		const sections: Section[] = ['finishedItems', 'startedItems', 'openItems'];
		for (const name of sections) delete this.store[name];
	}

	private section(name: Section): IDataObject {
		const kept = this.store[name];
		if (isStore(kept)) return kept;
		const empty: IDataObject = {};
		this.store[name] = empty;
		return empty;
	}
}

function isStore(value: unknown): value is IDataObject {
	return isRecord(value);
}

function isOutput(value: unknown): value is OutputItem[] {
	return Array.isArray(value);
}

/** Fields of the interface that are a text, or a number for it (specification, Resources and their fields). */
const TEXTS = [
	'reference',
	'numero_commande',
	'statut',
	'motif',
	'date_parution',
	'date_bouclage',
	'id',
	'nom',
	'prenom',
	'email',
];
/** Names of what was done, which the node knows also where the answer does not say them. */
const NOTICE_NAMES = ['reference', 'numero_commande'];

/** What is made of an answer, by the field that a person misses without it. */
export type Parts = Readonly<Record<string, (answer: Answer) => IDataObject>>;

/**
 * The output of something that the service has done. Nothing may fail any more: what was done would be done again, or its
 * reference never shown. So what cannot be read or made is left out, and named in `avertissements`.
 *
 * @param certain known without the answer
 */
export function effectOutput(sent: Answer, certain: IDataObject, parts: Parts): IDataObject {
	const unreadable = Object.keys(sent).filter((name) => !isReadable(name, sent[name]));
	const unsaid = NOTICE_NAMES.filter(
		(name) => name in certain && nonEmptyText(sent[name]) === undefined,
	);
	const answer = without(sent, [...unreadable, ...unsaid]);
	const notes = unreadable.map(
		(name) => `The node could not read the service's '${name}' and left it out.`,
	);
	for (const name of cutFields(answer)) notes.push(`A part of '${name}' is nested too deeply.`);
	const own: IDataObject = { ...certain };
	for (const [name, make] of Object.entries(parts)) {
		const fields = tryToMake(() => make(answer));
		Object.assign(own, fields);
		if (!fields) notes.push(`The node could not make '${name}' from the service's answer.`);
	}
	const warnings = [...listIn(own.avertissements), ...notes];
	if (warnings.length > 0) own.avertissements = warnings;
	return outputFields(answer, own);
}

function listIn(value: IDataObject[string]): string[] {
	if (!Array.isArray(value)) return [];
	return value.map(String);
}

function isReadable(name: string, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (name === 'tarif') return isRecord(value);
	return !TEXTS.includes(name) || typeof value === 'string' || typeof value === 'number';
}

/** Gives undefined when it cannot be made. */
function tryToMake<Made>(make: () => Made): Made | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

const ANNOUNCED = new Map([
	['cancel', 'cancelled'],
	['order', 'ordered'],
	['replace', 'replaced'],
]);

/**
 * What somebody who looks at the run should know: what it changed at the service, what came out otherwise than it was
 * asked for, and how much failed; in less than 120 characters each.
 *
 * @param outputs the items of all that succeeded
 */
export function hintsOf(
	node: INode,
	operation: string,
	outputs: readonly OutputItem[],
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
	// n8n cannot know which instance it was.
	const effect = `${verb}, according to the credential`;
	if (done.length === 1) return [`A ${kind} notice was ${effect}`];
	return [`${done.length} ${kind} notices were ${effect}`];
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
	const warned = items.filter(({ avertissements }) => listIn(avertissements).length > 0);
	const pictured = warned.filter(({ avertissements }) =>
		listIn(avertissements).some((note) => /^Left out: (?:img|image)\b/.test(note)),
	);
	const shortened = items.filter(({ texte_perdu }) => listIn(texte_perdu).length > 0);
	const counted: Array<readonly [number, string]> = [
		[warned.length, 'with warnings: see avertissements'],
		[pictured.length, 'with an image that was left out'],
		[
			shortened.length,
			'with words that will not be printed, for example in a table: see texte_perdu',
		],
	];
	return counted
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${countedItems(count)} ${what}`);
}

function failureHints(node: INode, failed: number, all: number): string[] {
	if (failed === 0) return [];
	const where = node.onError === 'continueErrorOutput' ? 'the error output' : 'the output';
	return [`${failed} of ${countedItems(all)} failed; 'error' in ${where} says why`];
}

function countedItems(count: number): string {
	if (count === 1) return '1 item';
	return `${count} items`;
}
