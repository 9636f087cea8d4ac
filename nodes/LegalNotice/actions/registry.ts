/** The table of resources and their operations, from which the dropdowns and the dispatch are made. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from './context';
import { get as getAccount } from './account/get.operation';
import { createOrGet } from './contact/createOrGet.operation';
import { getMany as getContacts } from './contact/getMany.operation';
import { download } from './document/download.operation';
import { getMany as getDocuments } from './document/getMany.operation';
import { getMany as getInvoices } from './invoice/getMany.operation';
import { checkText } from './notice/checkText.operation';
import { getStatus } from './notice/getStatus.operation';
import { getStatusChanges } from './notice/getStatusChanges.operation';
import { cancel } from './order/cancel.operation';
import { order } from './order/order.operation';
import { quote } from './order/quote.operation';
import { replace } from './order/replace.operation';
import { getDates } from './publication/getDates.operation';
import { getMany as getPublications } from './publication/getMany.operation';
import { getStyleSheets } from './referenceData/getStyleSheets.operation';
import {
	getCategories,
	getCountries,
	getDepartments,
	getForfaits,
} from './referenceData/lists.operations';

interface Resource<Operations = Readonly<Record<string, Operation>>> {
	readonly name: string;
	readonly description: string;
	/** What a saved workflow without an operation runs: frozen, and never one that changes something. */
	readonly defaultOperation: string;
	readonly operations: Operations;
}

/** The compiler refuses a name that is not the value of the operation's option. */
export function resource<
	Operations extends { readonly [Name in keyof Operations]: Operation<Name & string> },
>(
	name: string,
	description: string,
	defaultOperation: keyof Operations & string,
	operations: Operations,
): Resource<Operations> {
	return { name, description, defaultOperation, operations };
}

/**
 * Every operation of the action node, by name, as the dropdowns list them. Adding one: its file, its line here, and
 * its schema in `__schema__`.
 */
const registry = {
	account: resource('Account', 'Your customer account', 'get', { get: getAccount }),
	contact: resource('Contact', 'People of your account who follow notices', 'getMany', {
		getMany: getContacts,
		createOrGet,
	}),
	document: resource(
		'Document',
		'Attestations, proofs of publication (justificatifs), invoices and credit notes as PDF',
		'download',
		{ download, getMany: getDocuments },
	),
	invoice: resource('Invoice', 'Invoices (factures) and credit notes (avoirs) as data', 'getMany', {
		getMany: getInvoices,
	}),
	notice: resource('Notice', 'Quote, order and follow notices (annonces légales)', 'quote', {
		checkText,
		getStatus,
		getStatusChanges,
		order,
		quote,
		replace,
		// What cannot be undone is not the first that a person meets.
		cancel,
	}),
	publication: resource('Publication', 'Newspapers and their dates (parutions)', 'getDates', {
		getDates,
		getMany: getPublications,
	}),
	referenceData: resource(
		'Reference Data',
		'Lists that the service keeps up to date',
		'getCategories',
		{
			getCategories,
			getCountries,
			getDepartments,
			getForfaits,
			getStyleSheets,
		},
	),
};

const resources: Readonly<Record<string, Resource>> = registry;

export function findOperation(resourceName: string, operationName: string): Operation | undefined {
	const [, entry] = Object.entries(resources).find(([name]) => name === resourceName) ?? [];
	const operations = Object.values(entry?.operations ?? {});
	return operations.find(({ option }) => option.value === operationName);
}

export function resourceOptions(): INodePropertyOptions[] {
	return Object.entries(resources).map(([value, { name, description }]) => ({
		name,
		value,
		description,
	}));
}

/** The Operation dropdown of each resource, then the parameters of each operation, shown where they belong. */
export function operationProperties(): INodeProperties[] {
	return Object.entries(resources).flatMap(([name, { defaultOperation, operations }]) => [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [name] } },
			options: Object.values(operations).map(({ option }) => ({ ...option })),
			default: defaultOperation,
		},
		// The helper of n8n for this merges deeply, which takes a tenth of what n8n's start spends on this package.
		...Object.values(operations).flatMap(({ option, properties }) =>
			properties.map((property) => {
				const { displayOptions } = property;
				const show = { resource: [name], operation: [option.value], ...displayOptions?.show };
				return { ...property, displayOptions: { ...displayOptions, show } };
			}),
		),
	]);
}
