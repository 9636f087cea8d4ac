/** A finished run, as a person reads it in the executions list. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { N8N_FOLDER } from './paths.mts';

/** What n8n stores run data with. */
const flatted = createRequire(join(N8N_FOLDER, 'package.json'))('flatted') as {
	readonly parse: (text: string) => unknown;
};

export type Json = Record<string, unknown>;

interface OutputItem {
	readonly json: Json;
	readonly binary?: Readonly<Record<string, { mimeType: string }>>;
	readonly pairedItem?: unknown;
}

interface NodeRun {
	/** Milliseconds since 1970, and how many it took. */
	readonly startTime: number;
	readonly executionTime: number;
	readonly error?: { message: string; description?: string | null };
	readonly data?: { readonly main?: ReadonlyArray<readonly OutputItem[] | null> };
}

interface RunData {
	readonly resultData: {
		readonly runData?: Readonly<Record<string, readonly NodeRun[]>>;
		readonly error?: { message: string };
	};
}

/** What `GET /rest/executions/:id` answers with. */
export interface StoredExecution {
	readonly id: string;
	readonly status: string;
	/** Run data in flatted form. */
	readonly data: string;
}

export class Execution {
	readonly id: string;
	/** `success`, `error`, `crashed`, `canceled`, `running`, `waiting`, `new`. */
	readonly status: string;
	readonly #run: RunData;

	constructor({ id, status, data }: StoredExecution) {
		this.id = id;
		this.status = status;
		this.#run = flatted.parse(data) as RunData;
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
