import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import { costOf, type Vanished, type Watched } from '../domain/watch';
import { explain, fullText } from '../transport/errors';
import { ServiceFailure } from '../transport/failures';
import type { TriggerInput } from './settings';
import { CREDENTIAL_TYPE } from '../transport/client';

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

/** So many are not gone at once: the service is in trouble, or another one answers. */
export function vanishedStop({ missing, asked, polls }: Vanished): OperationStop {
	const howLong = polls === 1 ? '' : `, at ${polls} polls in a row`;
	return new OperationStop(
		`The service left ${missing} of ${asked} notices out of its answers${howLong}. So many at once are taken for a trouble of the service: what is known of them is kept, and the next poll asks for all of them again.`,
		"If it stays so, check that the credential belongs to the account and the instance of these notices. If they are gone indeed, remove them from 'References to Watch'.",
		new ServiceFailure('notTheService', { readOnly: true }),
		true,
	);
}

/** For the log: what could not be read, while the poll tells the rest. */
export function sayTrouble(
	context: IPollFunctions,
	failure: unknown,
	vanished: Vanished | undefined,
): void {
	if (failure !== undefined) {
		context.logger.warn(`Part of the notices could not be read this time. ${fullText(failure)}`);
	}
	if (vanished) context.logger.warn(fullText(vanishedStop(vanished)));
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
