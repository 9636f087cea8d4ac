import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import * as account from './account';
import * as contact from './contact';
import * as document from './document';
import * as invoice from './invoice';
import * as notice from './notice';
import type { Operation } from './operation.types';
import * as publication from './publication';
import * as referenceData from './referenceData';

/** Operations of one resource; each is exported under the value of its own option. */
type OperationsOf<Exports> = { readonly [Name in keyof Exports]: Operation<Name & string> };

interface ResourceEntry<Exports extends OperationsOf<Exports>> {
	readonly name: string;
	readonly description: string;
	/** What a saved workflow without an operation runs: frozen, and never one that changes something. */
	readonly defaultOperation: keyof Exports & string;
	readonly operations: Exports;
}

/** The compiler refuses an export whose name is not the value of its option. */
export function resource<Exports extends OperationsOf<Exports>>(
	name: string,
	description: string,
	defaultOperation: keyof Exports & string,
	operations: Exports,
): ResourceEntry<Exports> {
	return { name, description, defaultOperation, operations };
}

/** Every operation of the action node. Adding one: its file, and its line in the resource's `index.ts`. */
export const registry = {
	account: resource('Account', 'Your customer account', 'get', account),
	contact: resource('Contact', 'People of your account who follow notices', 'getMany', contact),
	document: resource(
		'Document',
		'Attestations, proofs (justificatifs), invoices and credit notes as PDF',
		'download',
		document,
	),
	invoice: resource(
		'Invoice',
		'Invoices (factures) and credit notes (avoirs) as data',
		'getMany',
		invoice,
	),
	notice: resource('Notice', 'Quote, order and follow notices (annonces légales)', 'quote', notice),
	publication: resource(
		'Publication',
		'Newspapers and their dates (parutions)',
		'getDates',
		publication,
	),
	referenceData: resource(
		'Reference Data',
		'Lists that the service keeps up to date',
		'getCategories',
		referenceData,
	),
};

type Resources = Record<
	string,
	{
		name: string;
		description: string;
		defaultOperation: string;
		operations: Record<string, Operation>;
	}
>;

const resources: Resources = registry;

export function findOperation(resourceName: string, operationName: string): Operation | undefined {
	return resources[resourceName]?.operations[operationName];
}

export function resourceOptions(): INodePropertyOptions[] {
	return Object.entries(resources)
		.map(([value, { name, description }]) => ({ name, value, description }))
		.sort(byName);
}

/** The Operation dropdown of each resource, then the parameters of each operation, shown where they belong. */
export function operationProperties(): INodeProperties[] {
	return Object.entries(resources).flatMap(([name, { defaultOperation, operations }]) => {
		const listed = Object.values(operations).sort((a, b) => byName(a.option, b.option));
		const dropdown: INodeProperties = {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [name] } },
			options: listed.map(({ option }) => ({ ...option })),
			default: defaultOperation,
		};
		const parameters = listed.flatMap(({ option, properties }) =>
			updateDisplayOptions({ show: { resource: [name], operation: [option.value] } }, properties),
		);
		return [dropdown, ...parameters];
	});
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : 1;
}
