import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import type { ExecutionClient, ServiceCall } from '../../../nodes/LegalNotice/transport/client.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';

export type Scripted = Answer | Error;

/** A client whose answers are written down, one after the other; more calls than answers fail the test. */
export class ScriptedClient implements ExecutionClient {
	readonly environment = 'test';
	readonly account = 'test';
	/** `METHOD path`, or `pause`. */
	readonly calls: string[] = [];
	readonly sideEffects: unknown[] = [];
	private readonly answers: Scripted[];

	constructor(...answers: Scripted[]) {
		this.answers = answers;
	}

	call({ method, path, sideEffect }: ServiceCall): Promise<Answer> {
		this.calls.push(`${method} ${path}`);
		if (sideEffect) this.sideEffects.push(sideEffect);
		const next = this.answers.shift();
		if (next === undefined) throw new Error(`no answer is written down for ${method} ${path}`);
		return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
	}

	pause(): Promise<void> {
		this.calls.push('pause');
		return Promise.resolve();
	}
}

export const refusal = (...codes: string[]) => new ServiceFailure('refusal', { codes });
export const gone = refusal('err_annonce_introuvable');
export const suspended = refusal('err_annonce_suspendue');
/** The answer was lost: it may have been done. */
export const lost = new ServiceFailure('noAnswer', { networkCode: 'ECONNRESET' });
