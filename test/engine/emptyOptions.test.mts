/**
 * An option that was added and whose expression comes to nothing: n8n turns an expression that throws into
 * `undefined`. Taken for an option that was not added, a guard would let the notice out. Every option is tried.
 */
import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const options = Object.entries(registry).flatMap(([resource, { operations }]) =>
	Object.entries(operations as Record<string, Operation>).flatMap(([operation, { properties }]) =>
		((properties.find(({ name }) => name === 'options')?.options ?? []) as INodeProperties[]).map(
			({ name, displayName, type }) => ({ resource, operation, name, label: displayName, type }),
		),
	),
);

const complete = {
	...BILLED,
	reference: 'AL-1',
	fileReference: 'EMPTY',
	orderNumber: 'N-1',
	email: 'name@example.com',
};

const nothings = [
	'={{ $json.missing }}',
	'={{ $json.missing.deeper.still }}',
	'={{ "" }}',
	'={{ null }}',
	'={{ [] }}',
];

async function run(resource: string, operation: string, more: object) {
	const { error } = await runNode({
		credential: sandbox.credential,
		parameters: { resource, operation, ...complete, ...more } as never,
	});
	return error?.message ?? '';
}

test.each(options)(
	'$resource $operation stops when $label comes to nothing, before any call',
	async ({ resource, operation, name, label, type }) => {
		for (const nothing of nothings) {
			const value = type === 'resourceLocator' ? byId(nothing) : nothing;
			expect(await run(resource, operation, { options: { [name]: value } })).toBe(
				`The option '${label}' was added, but is empty.`,
			);
		}
		expect(sandbox.journal.calls()).toEqual([]);
	},
);

test('a date that must not move and comes to nothing stops', async () => {
	for (const nothing of nothings) {
		const dated = { publicationDate: byId(nothing), options: { ifDateMoves: 'fail' } };
		expect(await run('notice', 'order', dated)).toMatch(/'Publication Date'/);
	}
	expect(sandbox.journal.calls()).toEqual([]);
});

test('a list is no publication date', async () => {
	for (const value of ['={{ [] }}', '={{ ["2027-01-04"] }}']) {
		const message = await run('notice', 'order', { publicationDate: byId(value) });
		expect(message).toMatch(/^'Publication Date' (cannot be|is) /);
	}
	expect(sandbox.journal.calls()).toEqual([]);
});

test('a billing that comes to nothing stops', async () => {
	for (const nothing of nothings) {
		expect(await run('notice', 'order', { billingMode: nothing })).toMatch(/^'Billing' is /);
	}
	expect(sandbox.journal.calls()).toEqual([]);
});
