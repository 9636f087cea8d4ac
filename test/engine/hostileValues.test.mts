/**
 * Names that JavaScript objects have of their own, halves of characters and megabytes, in every field that takes free
 * text, codes or a choice: each gives a normal result or a short, clear sentence.
 */
import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode, withFile } from './engine.mts';
import { BILLED } from './notices.mts';
import { png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';

const FREE = ['string', 'resourceLocator', 'options', 'multiOptions', 'number'];

interface Field {
	resource: string;
	operation: string;
	name: string;
	collection: string | undefined;
	locator: boolean;
	title: string;
}

const fields: Field[] = Object.entries(registry).flatMap(([resource, { operations }]) =>
	Object.entries(operations as Record<string, Operation>).flatMap(([operation, { properties }]) =>
		properties.flatMap((property) => {
			const collection = property.type === 'collection' ? property.name : undefined;
			const inside = collection === undefined ? [property] : (property.options ?? []);
			return inside
				.filter((one): one is INodeProperties => 'type' in one && FREE.includes(one.type))
				.map(({ name, type }) => ({
					resource,
					operation,
					name,
					collection,
					locator: type === 'resourceLocator',
					title: `${resource} ${operation} ${collection === undefined ? '' : `${collection}.`}${name}`,
				}));
		}),
	),
);

const complete = {
	...BILLED,
	reference: 'AL-1',
	textFormat: 'plainText',
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

// More calls than a minute allows.
const sandbox = sandboxForTests({ settings: { quotaPerMinute: 1_000_000 } });

const fast = () => ({ ...sandbox.credential, requestsPerMinute: 1_000_000 });

/** Runs the operation on an item for each value. */
async function run(
	{ resource, operation, name, collection, locator }: Omit<Field, 'title'>,
	values: readonly string[],
) {
	const given = locator ? byId('={{ $json.value }}') : '={{ $json.value }}';
	const parameters: Record<string, unknown> = { ...complete, resource, operation };
	if (collection === undefined) parameters[name] = given;
	else {
		const others = Reflect.get(complete, collection) as object | undefined;
		parameters[collection] = { ...others, [name]: given };
	}
	const { error, json } = await runNode({
		credential: fast(),
		fullItems: await Promise.all(
			values.map(async (value) => await withFile({ value }, 'data', png, 'logo.png', 'image/png')),
		),
		parameters: parameters as never,
		settings: { onError: 'continueRegularOutput' },
	});
	const failures = json.filter((item) => 'error' in item).map((item) => JSON.stringify(item));
	return error ? [...failures, `${error.message} ${error.description ?? ''}`] : failures;
}

const OWN_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
/** What a program says of itself, and nobody can act on. */
const OF_A_PROGRAM =
	/Cannot read|is not a function|is not iterable|\[object|native code|undefined|NaN|Unexpected/;

test('there are fields to look at', () => {
	expect(fields.length).toBeGreaterThan(80);
});

test.each(fields)('$title takes hostile values for what they are', async (field) => {
	const failures = await run(field, [...OWN_NAMES, 'x'.repeat(100_000)]);
	for (const failure of failures) {
		expect(failure).not.toMatch(OF_A_PROGRAM);
		expect(failure).not.toMatch(/x{201}/);
		expect(failure.length).toBeLessThan(2_000);
	}
});

const ADVERTISER = ['name', 'nameComplement', 'address', 'addressComplement', 'postcode', 'city'];

describe.each(['fileReference', ...ADVERTISER, 'phone', 'mobile', 'email'])('%s', (name) => {
	const inAdvertiser = name !== 'fileReference';
	const field = {
		resource: 'notice',
		operation: 'order',
		name,
		collection: inAdvertiser ? 'advertiser' : undefined,
		locator: false,
	};

	test.each([
		['a line break', 'Dossier\n2', /contains a line break, tab or other control character/],
		['a control character', 'Dossier\u00002', /contains a line break, tab or other control/],
		['half of a character', 'Dossier \ud83d', /contains a .* or half of a character/],
	])('with %s orders nothing and says why', async (_what, value, sentence) => {
		const [failure] = await run(field, [value]);
		expect(failure).toMatch(sentence);
		expect(failure).toContain(inAdvertiser ? "of 'Advertiser'" : "'File Reference'");
		expect(sandbox.journal.orders()).toEqual([]);
	});
});

test.each([
	['={{ 1 / 0 }}', /^'Text' is Infinity, not a text/],
	['={{ 0 / 0 }}', /^'Text' is NaN, not a text/],
	['={{ ({ a: 1 }) }}', /^'Text' is an object, not a text/],
])('a text %s is refused in words', async (text, sentence) => {
	const { error } = await runNode({
		credential: fast(),
		parameters: { resource: 'notice', operation: 'quote', ...complete, text } as never,
	});
	expect(error?.message).toMatch(sentence);
});

test.each(['0x10', '1e3', 'Infinity', '12 34 56 abc', '1.250,50'])(
	'a Maximum Total of %p is no amount',
	async (maximumTotal) => {
		const { error } = await runNode({
			credential: fast(),
			parameters: {
				resource: 'notice',
				operation: 'order',
				...complete,
				options: { maximumTotal },
			} as never,
		});
		expect(error?.message).toBe(`'Maximum Total' cannot be "${maximumTotal}".`);
		expect(sandbox.journal.orders()).toEqual([]);
	},
);

test.each(['notice.getStatus', 'notice.cancel', 'document.getMany', 'invoice.getMany'])(
	'%s sends no reference that is longer than any real one',
	async (name) => {
		const [resource = '', operation = ''] = name.split('.');
		const { error } = await runNode({
			credential: fast(),
			parameters: { resource, operation, reference: 'A'.repeat(201) },
		});
		expect(error?.message).toBe(`'Reference or Order Number' cannot be "${'A'.repeat(40)}".`);
		expect(sandbox.journal.calls()).toEqual([]);
	},
);

test('a text with much that is refused is quoted only in part', async () => {
	const lost = Array.from({ length: 30 }, () => `<div>${'x'.repeat(300)}</div>`).join('');
	const letters = Array.from({ length: 30 }, () => `${'x'.repeat(50)}ğ`).join('');
	for (const text of [`<p>Un avis.</p>${lost}`, `<p>${letters}</p>`]) {
		const { error } = await runNode({
			credential: fast(),
			parameters: { resource: 'notice', operation: 'quote', ...complete, textFormat: 'html', text },
		} as never);
		expect(error?.message).toMatch(/x{5}/);
		expect((error?.message.match(/x/g) ?? []).length).toBeLessThanOrEqual(205);
	}
});
