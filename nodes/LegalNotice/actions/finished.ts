/** What an execution keeps of its items, so that Retry On Fail orders nothing twice. */
import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { forbidsRepeating, LeftOpen } from '../errors/stops';
import { isRecord } from '../domain/records';
import { explain } from '../errors/words';
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
