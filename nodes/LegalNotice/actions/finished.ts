import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { forbidsRepeating, LeftOpen } from '../domain/operationStop';
import { isRecord } from '../domain/records';
import { explain } from '../transport/errors';
import type { ItemResult, OutputItem, StepMemory } from './context';

const SECTIONS = { done: 'finishedItems', begun: 'startedItems', open: 'openItems' } as const;

/**
 * Results of items that had their effect, kept in the execution's node context. Retry On Fail runs the whole node
 * again for all items: those that are done are then answered from here, price and dates included, and not repeated.
 */
export class FinishedItems implements StepMemory {
	private readonly store: IDataObject;

	constructor(private readonly fn: IExecuteFunctions) {
		this.store = fn.getContext('node');
	}

	/** Names an item by run, parameters and content, so that a loop or another item never meets its result. */
	keyOf(itemIndex: number): string {
		const item = this.fn.getInputData()[itemIndex];
		const files = Object.entries(item?.binary ?? {}).map(([name, { fileName, fileSize, id }]) => [
			name,
			fileName,
			fileSize,
			id,
		]);
		const runIndex: unknown = this.fn.getWorkflowDataProxy(itemIndex).$runIndex;
		const content = [runIndex, itemIndex, this.fn.getNode().parameters, item?.json, files];
		return createHash('sha256').update(JSON.stringify(content)).digest('base64');
	}

	/**
	 * What is known of an item before this try does anything: its result, or that it must not be tried again in this
	 * execution, because it may be done. Another execution is the decision of a person who has read the words.
	 */
	settled(key: string): ItemResult | undefined {
		const output = this.section('done')[key];
		if (isOutput(output)) return { output };
		const left = this.section('open')[key];
		if (!isStore(left) || left.execution !== this.fn.getExecutionId()) return undefined;
		const { message, fix, open } = left;
		return { failure: new LeftOpen(String(message), String(fix), undefined, String(open)) };
	}

	put(key: string, output: readonly OutputItem[]): void {
		this.section('done')[key] = [...output];
	}

	/** Keeps what a failed item leaves open, for the words of a later try that may not come to it. */
	leaveOpen(key: string, failure: LeftOpen): void {
		const { message, fix } = explain(failure);
		const execution = forbidsRepeating(failure) ? this.fn.getExecutionId() : '';
		this.section('open')[key] = { open: failure.open, message, fix, execution };
	}

	/** What an earlier try left open, in a few words; '' for nothing. */
	openOf(key: string): string {
		const left = this.section('open')[key];
		return isStore(left) ? String(left.open) : '';
	}

	recall(itemIndex: number): IDataObject | undefined {
		const done = this.section('begun')[this.keyOf(itemIndex)];
		return isStore(done) ? done : undefined;
	}

	remember(itemIndex: number, done: IDataObject): void {
		this.section('begun')[this.keyOf(itemIndex)] = done;
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		for (const name of Object.values(SECTIONS)) delete this.store[name];
	}

	private section(name: keyof typeof SECTIONS): IDataObject {
		const kept = this.store[SECTIONS[name]];
		if (isStore(kept)) return kept;
		const empty: IDataObject = {};
		this.store[SECTIONS[name]] = empty;
		return empty;
	}
}

function isStore(value: unknown): value is IDataObject {
	return isRecord(value);
}

function isOutput(value: unknown): value is OutputItem[] {
	return Array.isArray(value);
}
