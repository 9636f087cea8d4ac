import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import { costOf, type Watched } from '../domain/watch';
import { CREDENTIAL_TYPE } from '../transport/client';
import { explain } from '../transport/errors';
import type { TriggerInput } from './settings';

/** References that one line of the log names. */
const NAMED = 20;

/** Once for each: a reference with a typing error would be watched in vain for ever. */
export function sayUnknown(context: IPollFunctions, unknown: readonly Watched[]): void {
	if (unknown.length === 0) return;
	const named = unknown.slice(0, NAMED).map(({ text }) => text);
	const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : '';
	context.logger.warn(
		`The service has not known these references since they were listed: ${named.join(', ')}${more}. Check 'References to Watch'; they are asked for more and more rarely.`,
	);
}

export async function sayCost(context: IPollFunctions, input: TriggerInput): Promise<void> {
	context.logger.info(await costSentence(context, input));
}

async function costSentence(
	context: IPollFunctions,
	{ list, settings }: TriggerInput,
): Promise<string> {
	const data = await context.getCredentials<IDataObject>(CREDENTIAL_TYPE);
	const perMinute = Number(data.requestsPerMinute);
	return costOf(list.length, settings, perMinute > 0 ? perMinute : 300).sentence;
}

/** Where the key's calls are used up, how many this trigger takes is part of the answer. */
export async function inContext(
	context: IPollFunctions,
	input: TriggerInput,
	failure: unknown,
): Promise<unknown> {
	if (explain(failure).cause !== 'quota-exhausted') return failure;
	return new OperationStop(await costSentence(context, input), '', failure);
}
