import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => ({ resource, operation })),
);

/** Every parameter whose value can be an object or a list takes it from the item. */
const PARAMETERS = {
	department: byId('75'),
	publication: byId(12),
	category: byId('DISSOL'),
	textFormat: 'plainText',
	text: '={{ $json.text }}',
	header: '={{ $json.header }}',
	options: '={{ $json.options }}',
	billingMode: 'annonceur',
	advertiser: '={{ $json.advertiser }}',
	fileReference: '={{ $json.fileReference }}',
	reference: '={{ $json.reference }}',
	email: '={{ $json.advertiser.email }}',
	documentTypes: '={{ $json.types }}',
};

function item(operation: string): IDataObject {
	return {
		text: 'Dissolution\u202fanticipée',
		fileReference: `INPUT-${operation}`,
		reference: 'INPUT-order',
		header: { layout: 'carton_texte_sans_image', text: 'Étude\u202fDémo' },
		options: { paperProofs: '1', ifTextChanges: 'warn' },
		advertiser: {
			name: 'Société Exemple',
			address: '1, rue de la Gare',
			postcode: '75001',
			city: 'Paris',
			country: 'FR',
			email: 'input@example.com',
		},
		types: ['attestation', 'facture'],
	};
}

/** A change of it throws. */
function frozen<Value>(value: Value): Value {
	if (typeof value !== 'object' || value === null) return value;
	for (const inner of Object.values(value)) frozen(inner);
	return Object.freeze(value);
}

test.each(operations)(
	'$operation leaves the items that it was given as they were',
	async ({ resource, operation }) => {
		const items = [frozen(item(operation)), frozen(item(operation))];
		const { error, run } = await runNode({
			credential: sandbox.credential,
			items,
			parameters: { ...PARAMETERS, resource, operation } as never,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(JSON.stringify(run.data)).not.toMatch(/read only|not extensible/);
		expect(items).toEqual([item(operation), item(operation)]);
	},
);
