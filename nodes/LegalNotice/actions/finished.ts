import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import type { OutputItem, StepMemory } from './operation.types';

const STORE = 'finishedItems';
const STEPS = 'startedItems';
const BARRED = 'barredItems';

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

	get(key: string): readonly OutputItem[] | undefined {
		return this.results[key];
	}

	put(key: string, output: readonly OutputItem[]): void {
		this.results[key] = [...output];
		this.store[STORE] = this.results as unknown as IDataObject;
	}

	/**
	 * Keeps an item from being tried again in this execution: it may be done, and nothing would keep a second attempt
	 * from doing it twice. Another execution is a person's decision, who has read the words.
	 */
	bar(key: string, { message, fix }: { message: string; fix: string }): void {
		const barred = this.store[BARRED];
		const entry = [this.fn.getExecutionId(), message, fix];
		this.store[BARRED] = { ...(isStore(barred) ? barred : {}), [key]: entry };
	}

	/** The failure of an item that must not be tried again. */
	barred(key: string): OperationStop | undefined {
		const barred = this.store[BARRED];
		const entry = isStore(barred) ? barred[key] : undefined;
		if (!Array.isArray(entry) || entry[0] !== this.fn.getExecutionId()) return undefined;
		return new OperationStop(String(entry[1]), String(entry[2]));
	}

	recall(itemIndex: number): IDataObject | undefined {
		const steps = this.store[STEPS];
		const done = isResults(steps) ? Reflect.get(steps, this.keyOf(itemIndex)) : undefined;
		return typeof done === 'object' ? (done as unknown as IDataObject) : undefined;
	}

	remember(itemIndex: number, done: IDataObject): void {
		const steps = this.store[STEPS];
		this.store[STEPS] = { ...(isResults(steps) ? steps : {}), [this.keyOf(itemIndex)]: done };
	}

	/** The node is done: nothing will be asked again in this run. */
	forget(): void {
		delete this.store[STORE];
		delete this.store[STEPS];
		delete this.store[BARRED];
	}
}

function isStore(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isResults(value: unknown): value is Record<string, OutputItem[]> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
