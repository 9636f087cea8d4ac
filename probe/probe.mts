/** What all questions share: the client, what was learned, and the calls that taught it. */
import type { ExecutionClient, ServiceCall } from '../nodes/LegalNotice/transport/client.ts';
import type { Answer } from '../nodes/LegalNotice/transport/envelope.ts';
import { explain } from '../nodes/LegalNotice/errors/words.ts';
import { ServiceFailure } from '../nodes/LegalNotice/errors/failures.ts';
import { result, type Exchange, type Host } from './host.mts';
import { questions, type Answers, type Value } from './questions.mts';

export interface Found {
	readonly value: Value;
	readonly exchanges: readonly Exchange[];
	/** Why there is no answer. */
	readonly note?: string;
}

export type Result = Answer | ServiceFailure;

export interface Publication {
	readonly id: number;
	readonly departement: string;
	readonly dates: readonly string[];
}

export class Probe {
	readonly host: Host;
	readonly client: ExecutionClient;
	readonly found = new Map<string, Found>();
	readonly say: (line: string) => void;
	/** The publication that quotes and orders are for. */
	publication: Publication | undefined;

	constructor(host: Host, client: ExecutionClient, say: (line: string) => void) {
		this.host = host;
		this.client = client;
		this.say = say;
	}

	/** Answers some questions, named with blanks between; those that fail stay open, and the next ones are asked. @throws when it is stopped */
	async learn(names: string, work: () => Promise<Answers>): Promise<void> {
		const from = this.host.exchanges.length;
		let answers: Answers = {};
		let note: string | undefined;
		try {
			answers = await work();
		} catch (error) {
			if (this.host.signal.aborted) throw error;
			note = explain(error).message;
		}
		const exchanges = this.host.exchanges.slice(from);
		for (const name of names.split(' ')) {
			const value = answers[name] ?? null;
			this.found.set(name, { value, exchanges, ...(note !== undefined && { note }) });
		}
	}

	answer(name: string): Value {
		return this.found.get(name)?.value ?? null;
	}

	answers(): Answers {
		return Object.fromEntries(questions.map(({ name }) => [name, this.answer(name)]));
	}

	async call(call: ServiceCall): Promise<Result> {
		return await result(this.client, call);
	}

	async get(path: string, query: Record<string, string | number> = {}): Promise<Result> {
		return await this.call({ method: 'GET', path, query });
	}

	async post(path: string, body: object): Promise<Result> {
		return await this.call({ method: 'POST', path, body });
	}

	get last(): Exchange | undefined {
		return this.host.exchanges.at(-1);
	}
}

export const isRefused = (result: Result): result is ServiceFailure =>
	result instanceof ServiceFailure;

/** What an answer means where it was refused, and where it was not. */
export function either<T>(result: Result, refused: T, accepted: T): T {
	return isRefused(result) ? refused : accepted;
}

export function codeOf(result: Result): string | null {
	if (!isRefused(result)) return null;
	return result.codes[0] ?? `http${result.facts.status ?? ''}`;
}

export function listOf(result: Result, field: string): Array<Record<string, unknown>> {
	if (isRefused(result)) throw result;
	const list = result[field];
	return Array.isArray(list) ? (list as Array<Record<string, unknown>>) : [];
}

/** What an empty list, or a missing value, looks like. */
export function shapeOf(answer: Answer, field: string): string {
	if (!(field in answer)) return 'absent';
	return answer[field] === null ? 'null' : 'empty';
}
