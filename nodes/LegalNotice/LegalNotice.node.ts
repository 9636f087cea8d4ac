/** Describes the action node to n8n, and hands each execution to the router. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { operationProperties, resourceOptions } from './actions/registry';
import { router } from './actions/router';
import { listSearch, loadOptions } from './methods/dropdowns';

export class LegalNotice implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Legal Notice',
		name: 'legalNotice',
		icon: {
			light: 'file:../../icons/legalNotice.svg',
			dark: 'file:../../icons/legalNotice.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description:
			'Order and follow legal notices (annonces légales) in French newspapers; start when one changes',
		defaults: { name: 'Legal Notice' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Quote first: it shows price, dates and text, and orders nothing. Order, Replace and Cancel are binding: put a human review before them and set Maximum Total. A tool of an AI Agent takes IDs in By ID mode.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'legalNoticeApi',
				required: true,
				// It works offline, so no keys are asked for.
				displayOptions: { hide: { operation: ['checkText'] } },
			},
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resourceOptions(),
				default: 'notice',
			},
			...operationProperties(),
		],
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this, this.continueOnFail());
	}
}
