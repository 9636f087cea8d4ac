import type { IExecuteFunctions } from 'n8n-workflow';

import { createClient, type ExecutionClient } from '../transport/client';
import { asThrown, ServiceFailure } from '../transport/failures';
import type { Operation, OperationContext, StepMemory } from './operation.types';
import { longestTimeout } from './timeouts';
import type { Answer } from '../transport/envelope';

/**
 * What the operations of one execution share: one client, one answer about the account.
 *
 * @param stop aborted when an item has stopped the execution
 */
export function createContext(
	fn: IExecuteFunctions,
	operation: Operation,
	steps: StepMemory,
	stop: AbortSignal,
	itemCount: number,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	let account: Promise<Answer> | undefined;
	const connect = async () => {
		const timeoutMs = longestTimeout(context, 'timeout');
		return await createClient(fn, {
			signal: fn.getExecutionCancelSignal(),
			expectedCalls: operation.kind === 'item' ? itemCount : 0,
			stop,
			...(timeoutMs === undefined ? {} : { timeoutMs }),
		});
	};
	const context: OperationContext = {
		fn,
		itemCount,
		client: async () => await (client ??= connect()),
		account: async () => {
			const asked = (account ??= askAccount(context));
			try {
				return await asked;
			} catch (failure) {
				// It may have been for a moment only: the next item asks again.
				if (account === asked) account = undefined;
				throw asThrown(failure);
			}
		},
		steps,
		inTool: isTool(fn),
	};
	return context;
}

/** Fields of the specification (Client); none is said to be always there. */
const ACCOUNT_FIELDS = [
	'numero_compte',
	'raison_sociale',
	'nom_complement',
	'adresse',
	'adresse_complement',
	'code_postal',
	'ville',
	'email',
	'mode_facturation',
	'entetes',
];

/** @throws ServiceFailure also for a success that says nothing of an account */
async function askAccount(context: OperationContext): Promise<Answer> {
	const client = await context.client();
	const answer = await client.call({ method: 'GET', path: '/client' });
	if (ACCOUNT_FIELDS.some((field) => field in answer)) return answer;
	throw new ServiceFailure('notTheService', { missing: 'numero_compte', readOnly: true });
}

/**
 * n8n runs a tool either in a context of its own or, for newer agents, like any node; the type that it makes of a node
 * for agents ends with "Tool" in both.
 */
function isTool(fn: IExecuteFunctions): boolean {
	return fn.getNode().type.endsWith('Tool');
}

export { beside, payload } from './answerFields';
export { readDepartmentFilter } from './filters';
export { askForCheck, uncheckedNote } from './listCheck';
export { limited, listOf } from './lists';
export { type FoundLogo, dataOf, logosIn, wantsLogos, withLogos, withoutData } from './logoFiles';
export {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	itemOperation,
	wholeInputOperation,
} from './operation.types';
export { collection, flag, locatorValue, parameter, valueOf } from './parameters';
export { listForCheck, listIfAsked, listOnce } from './referenceLists';
export { isNotStarted } from './results';
export { longestTimeout } from './timeouts';
export { asManyAsFit, fits } from './toolAnswer';
