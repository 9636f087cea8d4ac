/** A finished run, as a person reads it in the executions list. */
import { parseFlatted } from './executionData.mts';

export type Json = Record<string, unknown>;

export interface OutputItem {
	readonly json: Json;
	readonly binary?: Readonly<
		Record<string, { mimeType: string; fileName?: string; fileSize?: string }>
	>;
	readonly pairedItem?: unknown;
	readonly error?: unknown;
}

export interface NodeRun {
	readonly executionStatus?: string;
	readonly error?: { message: string; description?: string | null };
	readonly data?: { readonly main?: ReadonlyArray<readonly OutputItem[] | null> };
	readonly hints?: ReadonlyArray<{ message: string }>;
}

interface RunData {
	readonly resultData: {
		readonly runData?: Readonly<Record<string, readonly NodeRun[]>>;
		readonly error?: { message: string };
		readonly lastNodeExecuted?: string;
	};
}

/** What `GET /rest/executions/:id` answers with. */
export interface StoredExecution {
	readonly id: string;
	readonly status: string;
	readonly mode: string;
	readonly workflowId: string;
	/** Run data in flatted form. */
	readonly data: string;
}

export class Execution {
	readonly id: string;
	/** `success`, `error`, `crashed`, `canceled`, `running`, `waiting`, `new`. */
	readonly status: string;
	/** All that n8n stored of the run, for a search for what must not be there. */
	readonly stored: string;
	readonly #run: RunData;

	constructor(stored: StoredExecution) {
		this.id = stored.id;
		this.status = stored.status;
		this.stored = JSON.stringify(stored);
		this.#run = parseFlatted(stored.data) as RunData;
	}

	/** The message that ended the whole run, if one did. */
	get error(): string | undefined {
		return this.#run.resultData.error?.message;
	}

	/** Every time the node ran in this execution, in order. */
	runs(node: string): readonly NodeRun[] {
		return this.#run.resultData.runData?.[node] ?? [];
	}

	/** What the last run of a node put out; `output` counts from 0. */
	items(node: string, output = 0): readonly OutputItem[] {
		return this.runs(node).at(-1)?.data?.main?.[output] ?? [];
	}
}
