/**
 * An expression may hand over an object or a list where a text belongs. None of them may pass for an empty text: a
 * notice would be ordered without it. Every text parameter is tried, found in the descriptions.
 */
import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

interface TextParameter {
	resource: string;
	operation: string;
	/** Name, within its collection if it lies in one. */
	name: string;
	collection: string | undefined;
	label: string;
	locator: boolean;
	/** As in `order header.text`. */
	title: string;
}

const found: TextParameter[] = Object.entries(registry).flatMap(([resource, { operations }]) =>
	Object.entries(operations as Record<string, Operation>).flatMap(([operation, { properties }]) =>
		properties.flatMap((property) => {
			const inside = property.type === 'collection' ? (property.options ?? []) : [property];
			return inside
				.filter((one): one is INodeProperties => 'type' in one)
				.filter(({ type }) => type === 'string' || type === 'resourceLocator')
				.map(({ name, displayName, type }) => ({
					resource,
					operation,
					name,
					collection: property.type === 'collection' ? property.name : undefined,
					label: displayName,
					locator: type === 'resourceLocator',
					title: `${resource} ${operation} ${inside[0] === property ? '' : `${property.name}.`}${name}`,
				}));
		}),
	),
);

/** Values with which every operation would go on to a call. */
const complete = {
	reference: 'AL-1',
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: byId('SARL'),
	textFormat: 'plainText',
	text: 'Un avis.',
	header: { text: 'CABINET' },
	fileReference: 'F-1',
	orderNumberMode: 'custom',
	orderNumber: 'N-1',
	billingMode: 'annonceur',
	advertiser: { name: 'A', address: 'B', postcode: '75001', city: 'C', country: 'FRA' },
	email: 'name@example.com',
	lastName: 'A',
	firstName: 'B',
	options: {},
};

const sandbox = sandboxForTests();

test('there are texts to look at', () => {
	const names = found.map(({ collection, name }) => (collection ? `${collection}.${name}` : name));
	expect(names).toEqual(
		expect.arrayContaining([
			'text',
			'header.text',
			'reference',
			'orderNumber',
			'fileReference',
			'advertiser.name',
			'advertiser.phone',
			'email',
			'previousStatus',
			'options.width',
			'department',
		]),
	);
});

test.each(found)(
	'$title refuses an object and a list with its label',
	async ({ resource, operation, name, collection, label, locator }) => {
		for (const value of [{ a: 1 }, ['AVIS']]) {
			const given = locator ? byId('={{ $json.value }}') : '={{ $json.value }}';
			const parameters: Record<string, unknown> = { ...complete, resource, operation };
			if (collection === undefined) parameters[name] = given;
			else {
				const others = Reflect.get(complete, collection) as object | undefined;
				parameters[collection] = { ...others, [name]: given };
			}
			const calls = sandbox.journal.calls().length;
			const { error } = await runNode({
				credential: sandbox.credential,
				items: [{ value } as never],
				parameters: parameters as never,
			});
			expect(error?.message).toContain(`'${label}'`);
			expect(error?.description).toMatch(/\w/);
			const since = sandbox.journal.calls().slice(calls);
			expect(since.filter(({ path }) => /commande|contact$/.test(path))).toEqual([]);
		}
	},
);
