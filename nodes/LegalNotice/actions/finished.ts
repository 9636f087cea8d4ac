/** What has been done at the service: kept, so that Retry On Fail does nothing twice, and told, whatever the answer looks like. */
import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { forbidsRepeating, LeftOpen } from '../errors/stops';
import { nonEmptyText } from '../domain/parameters';
import { isRecord } from '../domain/records';
import { type Answer, cutFields } from '../transport/envelope';
import { explain } from '../errors/words';
import { outputFields, without } from './context';
import type { ItemResult, OutputItem, StepMemory } from './context';

type Section = 'finishedItems' | 'startedItems' | 'openItems';

/**
 * Results of items that had their effect, kept in the execution's node context. Retry On Fail runs the whole node
 * again for all items: those that are done are then answered from here, price and dates included, and not repeated.
 */
export class FinishedItems implements StepMemory {
	private readonly store: IDataObject;
	/** Made once for each item: the expressions of n8n's data proxy take their time. */
	private readonly keys = new Map<number, string>();

	constructor(private readonly fn: IExecuteFunctions) {
		this.store = fn.getContext('node');
	}

	/** By run, parameters, credential and content: a loop, another item or another environment never meets its result. */
	keyOf(itemIndex: number): string {
		const key = this.keys.get(itemIndex) ?? this.digestOf(itemIndex);
		this.keys.set(itemIndex, key);
		return key;
	}

	private digestOf(itemIndex: number): string {
		const { parameters, credentials } = this.fn.getNode();
		const item = this.fn.getInputData()[itemIndex];
		const files = Object.entries(item?.binary ?? {}).map(([name, { fileName, fileSize, id }]) => [
			name,
			fileName,
			fileSize,
			id,
		]);
		const runIndex: unknown = this.fn.getWorkflowDataProxy(itemIndex).$runIndex;
		const content = [runIndex, itemIndex, parameters, credentials, item?.json, files];
		return createHash('sha256').update(JSON.stringify(content)).digest('base64');
	}

	/** The result of an earlier try, or that the item may be done: then only a person runs it again, in another execution. */
	settled(key: string): ItemResult | undefined {
		const output = this.section('finishedItems')[key];
		if (isOutput(output)) return { output };
		const left = this.section('openItems')[key];
		if (!isStore(left) || left.execution !== this.fn.getExecutionId()) return undefined;
		const { message, fix, open } = left;
		return { failure: new LeftOpen(String(message), String(fix), undefined, String(open)) };
	}

	put(key: string, output: readonly OutputItem[]): void {
		this.section('finishedItems')[key] = [...output];
	}

	/** Keeps what a failed item leaves open: a later try may stop before it comes to it. */
	leaveOpen(key: string, failure: LeftOpen): void {
		const { message, fix } = explain(failure);
		// Only in this execution: in another one a person has decided to run it again.
		const execution = forbidsRepeating(failure) && this.fn.getExecutionId();
		this.section('openItems')[key] = { open: failure.open, message, fix, execution };
	}

	/** What an earlier try left open, in a few words; '' for nothing. */
	openOf(key: string): string {
		const left = this.section('openItems')[key];
		return isStore(left) ? String(left.open) : '';
	}

	recall(itemIndex: number): IDataObject | undefined {
		const done = this.section('startedItems')[this.keyOf(itemIndex)];
		return isStore(done) ? done : undefined;
	}

	remember(itemIndex: number, done: IDataObject): void {
		this.section('startedItems')[this.keyOf(itemIndex)] = done;
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		const sections: Section[] = ['finishedItems', 'startedItems', 'openItems'];
		for (const name of sections) delete this.store[name];
	}

	private section(name: Section): IDataObject {
		const kept = this.store[name];
		if (isStore(kept)) return kept;
		return (this.store[name] = {});
	}
}

const isStore = (value: unknown): value is IDataObject => isRecord(value);
const isOutput = (value: unknown): value is OutputItem[] => Array.isArray(value);

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
const NAMES = ['reference', 'numero_commande'];

/** What is made of an answer, by the field that a person misses without it. */
export type Parts = Readonly<Record<string, (answer: Answer) => IDataObject>>;

/**
 * The output of something that the service has done. Nothing may fail any more: what was done would be done again, or its
 * reference never told. So what cannot be read or made is left out, and named in `avertissements`.
 *
 * @param certain known without the answer
 */
export function tellDone(sent: Answer, certain: IDataObject, parts: Parts): IDataObject {
	const unreadable = Object.keys(sent).filter((name) => !isReadable(name, sent[name]));
	const unsaid = NAMES.filter((name) => name in certain && nonEmptyText(sent[name]) === undefined);
	const answer = without(sent, [...unreadable, ...unsaid]);
	const notes = unreadable.map((name) => `The service's '${name}' cannot be read: it is left out.`);
	for (const name of cutFields(answer)) notes.push(`A part of '${name}' is nested too deeply.`);
	const made = Object.entries(parts).map(([name, make]) => {
		const fields = attempt(() => make(answer));
		if (!fields) notes.push(`'${name}' could not be made of the service's answer.`);
		return fields ?? {};
	});
	const own = made.reduce((all, fields) => ({ ...all, ...fields }), certain);
	const given = Array.isArray(own.avertissements) ? own.avertissements : [];
	const warnings = [...given, ...notes];
	return outputFields(answer, warnings.length > 0 ? { ...own, avertissements: warnings } : own);
}

function isReadable(name: string, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (name === 'tarif') return isRecord(value);
	return !TEXTS.includes(name) || typeof value === 'string' || typeof value === 'number';
}

/** Undefined when it cannot be made. */
function attempt<Made>(make: () => Made): Made | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}
