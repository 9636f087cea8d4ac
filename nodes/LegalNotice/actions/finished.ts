import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LeftOpen } from '../domain/operationStop';
import type { ItemResult, OutputItem, StepMemory } from './operation.types';
import { isRecord } from '../domain/records';

const STORE = 'finishedItems';
const STEPS = 'startedItems';
const OPEN = 'openItems';

/** A failure as it is told. */
interface Words {
	readonly message: string;
	readonly fix: string;
}

/**
 * Results of items that had their effect, kept in the execution's node context. Retry On Fail runs the whole node
 * again for all items: those that are done are then answered from here, price and dates included, and not repeated.
 */
export class FinishedItems implements StepMemory {
	private readonly store: IDataObject;
	private readonly results: Record<string, OutputItem[]>;

	constructor(private readonly fn: IExecuteFunctions) {
		this.store = fn.getContext('node');
		const kept = this.store[STORE];
		this.results = isResults(kept) ? kept : {};
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

	/** What is known of an item before this try does anything: its result, or that it must not be tried again. */
	settled(key: string): ItemResult | undefined {
		const output = this.results[key];
		if (output) return { output };
		const failure = this.barred(key);
		return failure ? { failure } : undefined;
	}

	put(key: string, output: readonly OutputItem[]): void {
		this.results[key] = [...output];
		this.store[STORE] = this.results;
	}

	/** Keeps what a failed item leaves open, for the words of a later try that may not come to it. */
	leaveOpen(key: string, { open }: LeftOpen, { message, fix }: Words, final: boolean): void {
		const left = this.store[OPEN];
		const entry = { open, message, fix, execution: final ? this.fn.getExecutionId() : '' };
		this.store[OPEN] = { ...(isStore(left) ? left : {}), [key]: entry };
	}

	/** What an earlier try left open, in a few words; '' for nothing. */
	openOf(key: string): string {
		return String(this.left(key)?.open ?? '');
	}

	/**
	 * The failure of an item that must not be tried again in this execution: it may be done, and nothing would keep a
	 * second attempt from doing it twice. Another execution is the decision of a person who has read the words.
	 */
	private barred(key: string): LeftOpen | undefined {
		const left = this.left(key);
		if (!left || left.execution !== this.fn.getExecutionId()) return undefined;
		return new LeftOpen(String(left.message), String(left.fix), undefined, String(left.open));
	}

	private left(key: string): IDataObject | undefined {
		const left = this.store[OPEN];
		const entry = isStore(left) ? left[key] : undefined;
		return isStore(entry) ? entry : undefined;
	}

	recall(itemIndex: number): IDataObject | undefined {
		const steps = this.store[STEPS];
		const done = isStore(steps) ? steps[this.keyOf(itemIndex)] : undefined;
		return isStore(done) ? done : undefined;
	}

	remember(itemIndex: number, done: IDataObject): void {
		const steps = this.store[STEPS];
		this.store[STEPS] = { ...(isStore(steps) ? steps : {}), [this.keyOf(itemIndex)]: done };
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		delete this.store[STORE];
		delete this.store[STEPS];
		delete this.store[OPEN];
	}
}

function isStore(value: unknown): value is IDataObject {
	return isRecord(value);
}

function isResults(value: unknown): value is Record<string, OutputItem[]> {
	return isStore(value) && Object.values(value).every((output) => Array.isArray(output));
}
