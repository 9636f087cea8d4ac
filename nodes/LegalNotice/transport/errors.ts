import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import { explain } from './explanation';
import { ServiceFailure } from './failures';

export { explain } from './explanation';

/**
 * The error that n8n shows and stores. n8n replaces messages in which it finds words such as EEXIST, so the
 * message is set again after construction.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const { message, fix, httpCode, cause } = explain(error);
	const options = {
		message,
		description: fix,
		...(itemIndex === undefined ? {} : { itemIndex }),
		...(cause === undefined ? {} : { failure: { cause } }),
	};
	const shown = withoutPassword(node);
	const nodeError =
		httpCode === undefined
			? new NodeOperationError(shown, message, options)
			: new NodeApiError(shown, responseOf(error), { ...options, httpCode });
	nodeError.message = message;
	// Versions of n8n that do not know declared causes drop them; the property itself is harmless there.
	if (cause !== undefined) Object.assign(nodeError, { failure: { cause } });
	return nodeError;
}

/** n8n stores the node, parameters included, with every error. */
function withoutPassword(node: INode): INode {
	if (node.parameters.portalPassword === undefined) return node;
	const parameters = { ...node.parameters };
	delete parameters.portalPassword;
	return { ...node, parameters };
}

/** Only what the service itself said is stored with the error. */
function responseOf(error: unknown): JsonObject {
	const reason = error instanceof OperationStop ? error.reason : error;
	return reason instanceof ServiceFailure && reason.codes.length > 0
		? { resultat: 'erreur', erreurs: [...reason.codes] }
		: {};
}

/** The whole text of a failure in one line, for the item of a node that continues on fail. */
export function fullText(error: unknown): string {
	const { message, fix } =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? { message: error.message, fix: error.description ?? '' }
			: explain(error);
	return fix === '' ? message : `${message.replace(/([^.!?…])$/, '$1.')} ${fix}`;
}

export { entryFor } from './codeSentences';
export type { FailureCause } from './explanation';
