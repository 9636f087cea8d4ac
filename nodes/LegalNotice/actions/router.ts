import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from './operation.types';
import { tellWhatStandsOut } from './outputHints';
import { findOperation } from './registry';
import { outputItems, realFailureOf } from './results';
import { Run } from './run';
import { stopError } from './stopError';

/** Runs the chosen operation on all items, pairs its output, and decides what a failure stops. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = String(this.getNodeParameter('resource', 0));
	const name = String(this.getNodeParameter('operation', 0));
	const operation = chosenOperation(this, resource, name);
	const run = new Run(this, operation);
	const results = await run.results();
	const failed = results.findIndex((result) => realFailureOf(result) !== undefined);
	if (failed >= 0 && !this.continueOnFail()) {
		throw stopError(this.getNode(), operation, results, failed, (index) => run.openOf(index));
	}
	const items = outputItems(this.getNode(), results);
	tellWhatStandsOut(this, `${resource}.${name}`, items);
	return [items];
}

function chosenOperation(fn: IExecuteFunctions, resource: string, name: string): Operation {
	const operation = findOperation(resource, name);
	if (!operation) {
		throw new NodeOperationError(
			fn.getNode(),
			`The operation "${name}" of "${resource}" does not exist in this version of the node`,
			{ description: "Choose another 'Operation', or update the package." },
		);
	}
	return operation;
}
