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

/** Assistants read it where people see the panel: their types show no field of the output, and lists as optional. */
const HINT = [
	'First Notice: Quote, which orders nothing: it returns resume (price and dates in one sentence) and, with the option includePreview, epreuve_html (HTML to approve).',
	'Then let a person approve.',
	'Then Notice: Order with the same department, publication, category, forfait and text, a fileReference and the option maximumTotal; it returns reference.',
	'Then with that reference Notice: Get Status (statut, est_parue) and Document: Download (PDF in the binary field data).',
	'Quote, Order and Replace require department, publication, category and text, and for the categories CONSTI and MODIF a forfait.',
	'Order, Replace and Cancel are binding: put a human review before them.',
	'A tool of an AI Agent takes IDs in mode id.',
];

/** How the calls of an order belong together; assistants read it beside the parameters of these operations. */
const PATTERNS = `<patterns>
<pattern title="Quote, approve, order">
Notice: Quote with includePreview, then a person approves (Send and Wait for Response, or a Wait node with a form;
attach the binary field epreuve, or show epreuve_html), then Notice: Order with the same department, publication,
category, forfait and text. Its option approvedPrint is the empreinte of that quote, so that no other text can be
ordered; maximumTotal is a limit that a person sets. Neither comes from a model.
</pattern>
<pattern title="Do not order twice">
Keep orderNumberMode automatic: the same notice is ordered once, however often the workflow or a reviewed tool call is
repeated. Behind the order write its reference into a Data Table, and take it from there for Get Status, Document,
Invoice, Cancel and Replace.
</pattern>
<pattern title="Tools of an agent">
Give it Quote and Check Text, with $fromAI in text only, and the lists of Reference Data. Keep Order, Replace and Cancel
in the workflow, or put n8n's human review before them.
</pattern>
</patterns>`;

/** Fields that n8n shows as a page; versions up to 2.41, and the published types, do not know of it. */
interface RenderedFields {
	outputFieldRendering: Record<string, 'html'>;
}

export class LegalNotice implements INodeType {
	description: INodeTypeDescription & RenderedFields = {
		displayName: 'Legal Notice',
		name: 'legalNotice',
		icon: {
			light: 'file:../../icons/legalNotice.svg',
			dark: 'file:../../icons/legalNotice.dark.svg',
		},
		group: ['transform'],
		version: 1,
		// The name of the node says the operation already; several of one kind differ by category, department and newspaper. Of
		// what is chosen from a list an expression gets only the value: the name that was shown is in the JSON.
		subtitle:
			'={{((given) => [given.category?.value, given.department?.value,\
			given.publication?.mode === "list" && given.publication.value && given.publication.cachedResultName?.split(" · ")[0].slice(0, 30)]\
			.filter((one) => one && one[0] !== "=").join(" · ")\
			|| (given.operation + " · " + given.resource).replace(/[A-Z]/g, " $&").replace(/\\b[a-z]/g, (one) => one.toUpperCase())\
			)($rawParameter.toJSON())}}',
		description: 'Quote, order and follow legal notices (annonces légales) in French newspapers',
		defaults: { name: 'Legal Notice' },
		usableAsTool: true,
		builderHint: {
			searchHint: HINT.join(' '),
			extraTypeDefContent: [
				{
					content: PATTERNS,
					displayOptions: {
						show: { resource: ['notice'], operation: ['quote', 'order', 'replace'] },
					},
				},
			],
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint:
						'Keep the reference and the last statut of each ordered notice, the input of Get Status Changes',
				},
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint:
						'Behind Invoice: Get Many on a schedule, by numero, so that accounting gets each invoice once',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		outputFieldRendering: { epreuve_html: 'html' },
		credentials: [
			{
				name: 'legalNoticeApi',
				required: true,
				// It works offline, so it requires no keys.
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
