import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import type { ExecutionClient, ServiceCall } from '../../../nodes/LegalNotice/transport/client.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';

export type Scripted = Answer | Error;

/** A client whose answers are written down, one after the other; more calls than answers fail the test. */
export class ScriptedClient implements ExecutionClient {
	readonly environment = 'test';
	/** `METHOD path`, or `pause`. */
	readonly calls: string[] = [];
	private readonly answers: Scripted[];

	constructor(...answers: Scripted[]) {
		this.answers = answers;
	}

	call({ method, path }: ServiceCall): Promise<Answer> {
		this.calls.push(`${method} ${path}`);
		const next = this.answers.shift();
		if (next === undefined) throw new Error(`no answer is written down for ${method} ${path}`);
		return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
	}

	pause(): Promise<void> {
		this.calls.push('pause');
		return Promise.resolve();
	}

	now(): number {
		return Date.now();
	}
}

export function refusal(...codes: string[]): ServiceFailure {
	return new ServiceFailure('refusal', { codes });
}

/** The answer was lost: it may have been done. */
export function lostAnswer(): ServiceFailure {
	return new ServiceFailure('noAnswer', { networkCode: 'ECONNRESET' });
}
