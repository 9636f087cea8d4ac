/**
 * Every parameter of every operation, found in the descriptions, with values that expressions may give: names that JavaScript
 * objects have of their own, megabytes, objects, lists, choices that do not exist, or nothing at all. Each gives a normal
 * result or a short, clear sentence, and a guard that is not understood never lets a notice out.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operations as offered } from '../structure/package.mts';
import { byId, GOES_ON, withFile } from './engine.mts';
import { BILLED } from './notices.mts';
import { png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

interface Field {
	/** As in `notice.order header.text`. */
	title: string;
	operation: string;
	name: string;
	collection: string | undefined;
	label: string;
	type: string;
}

const operations = offered.map(({ name: operation, properties }) => ({ operation, properties }));
const everyField: Field[] = operations.flatMap(({ operation, properties }) =>
	properties.flatMap((property) => {
		const collection = property.type === 'collection' ? property.name : undefined;
		const inside = collection === undefined ? [property] : (property.options ?? []);
		return inside
			.filter((one): one is INodeProperties => 'type' in one)
			.map(({ name, displayName: label, type }) => {
				const title = `${operation} ${[collection, name].filter(Boolean).join('.')}`;
				return { title, operation, name, collection, label, type };
			});
	}),
);
/** What a quote has in common with an order is read by the same function, and looked at in the order. */
const isOfOrder = ({ name, collection }: Field) =>
	everyField.some(
		(one) => one.operation === 'notice.order' && one.name === name && one.collection === collection,
	);
const fields = everyField.filter((one) => one.operation !== 'notice.quote' || !isOfOrder(one));
const ofType = (...types: string[]) => fields.filter(({ type }) => types.includes(type));

/** Values with which every operation goes on to a call. */
const complete: Record<string, unknown> = {
	...BILLED,
	text: 'Un avis.',
	reference: 'AL-1',
	textFormat: 'plainText',
	header: { text: 'CABINET' },
	fileReference: 'F-1',
	orderNumberMode: 'custom',
	// Each item its own.
	orderNumber: '=N-{{ $itemIndex }}',
	billingMode: 'annonceur',
	advertiser: { name: 'A', address: 'B', postcode: '75001', city: 'C', country: 'FRA' },
	email: 'name@example.com',
	lastName: 'A',
	firstName: 'B',
	options: {},
};

/** Runs the operation on an item for each value. @returns the items that failed, as text */
async function failures(
	{ operation, name, collection, type }: Field,
	values: readonly unknown[],
	expression = '={{ $json.value }}',
): Promise<string[]> {
	const given = type === 'resourceLocator' ? byId(expression) : expression;
	const inside = { ...(complete[collection ?? ''] as object | undefined), [name]: given };
	const parameters = collection === undefined ? inside : { [collection]: inside };
	const fullItems = values.map((value) => withFile({ value } as IDataObject, png));
	const more = { fullItems, settings: GOES_ON };
	const { json, told, advice } = await sandbox.run(operation, { ...complete, ...parameters }, more);
	const failed = json.filter((item) => 'error' in item).map((item) => JSON.stringify(item));
	return told === '' ? failed : [...failed, `${told} ${advice}`];
}
const nothingOrdered = () =>
	expect(sandbox.calls().filter((call) => /POST .*(commande|contact)$|^DELETE/.test(call))).toEqual(
		[],
	);

/** What a program says of itself, and nobody can act on. */
const OF_A_PROGRAM =
	/Cannot read|is not a function|is not iterable|\[object|native code|undefined|NaN|Unexpected/;

test.each(ofType('string', 'resourceLocator', 'options', 'multiOptions', 'number'))(
	'$title takes hostile values literally',
	async (field) => {
		const own = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
		for (const failure of await failures(field, [...own, 'x'.repeat(100_000)])) {
			expect(failure).not.toMatch(OF_A_PROGRAM);
			expect(failure).not.toMatch(/x{201}/);
			expect(failure.length).toBeLessThan(2_000);
		}
	},
);

const texts = ofType('string', 'resourceLocator');
test.each(texts)('$title refuses an object and a list with its label', async (field) => {
	expect(texts.length).toBeGreaterThan(60);
	const failed = await failures(field, [{ a: 1 }, ['AVIS']]);
	expect(failed.map((failure) => failure.includes(`'${field.label}'`))).toEqual([true, true]);
	nothingOrdered();
});

// These come from the service, which knows them, or from its account.
const LISTED = ['layout', 'accountLogo', 'country'];
const choices = ofType('options', 'boolean').filter(({ name }) => !LISTED.includes(name));
test.each(choices)('$title that is not understood is refused', async (field) => {
	const [failure] = await failures(field, ['maybe']);
	expect(failure).toContain(`'${field.label}' cannot be \\"maybe\\"`);
	expect(failure).toMatch(/Choose|true or false/);
	nothingOrdered();
});

/** Left empty, one of these would let out a notice that it was to stop. */
const GUARDS =
	'maximumTotal approvedPrint publishBy ifDateMoves ifTextChanges ifAlreadyOrdered ifTextLooksUnfinished'.split(
		' ',
	);
const options = fields.filter(({ collection }) => collection === 'options');

test.each(options.filter(({ name }) => GUARDS.includes(name)))(
	'$title stops when it was added and is empty, before any call',
	async (field) => {
		const sentence = `The option '${field.label}' was added, but is empty.`;
		// The third is a sign that nobody sees, as copies out of web pages bring it.
		const failed = await failures(field, ['', ' ', '\u200b', null, []]);
		expect(failed.map((failure) => failure.includes(sentence))).toEqual(Array(5).fill(true));
		expect(sandbox.calls()).toEqual([]);
	},
);

test.each(options.filter(({ name }) => !GUARDS.includes(name)))(
	'$title counts as not set when its cell is empty',
	async (field) => {
		const failed = await failures(field, ['', ' ', '\u200b', null, []]);
		expect(failed.filter((failure) => failure.includes(`'${field.label}'`))).toEqual([]);
	},
);

/** Refused also where it is empty, so that \`??\` would be no way out. */
const NEVER_EMPTY = ['fileReference', 'orderNumber', 'reference', 'text'];
/** A table that leaves out its empty fields says with \`??\` what they mean. */
const decisive = fields.filter(
	({ name, type }) => type !== 'notice' && type !== 'collection' && !name.startsWith('previous'),
);
test.each(decisive)(
	'$title stops when its expression finds nothing or fails, says how to allow it, and changes nothing',
	async (field) => {
		const inside = {
			options: " of 'Options'",
			header: " of 'Header'",
			advertiser: " of 'Advertiser'",
		};
		const place = inside[field.collection as keyof typeof inside] ?? '';
		const sentence = `The expression in '${field.label.replace(' Name or ID', '')}'${place} returns no value.`;
		let wayOut = field.type === 'boolean' ? '?? false' : "?? ''";
		if (GUARDS.includes(field.name)) wayOut = 'a guard cannot be empty';
		if (place === '' && NEVER_EMPTY.includes(field.name)) wayOut = 'again, or type the value';
		for (const missing of ['$json.mispelt', 'DateTime.fromISO().x.y']) {
			const failed = await failures(field, [1], `={{ ${missing} }}`);
			expect(failed.map((failure) => failure.includes(sentence))).toEqual([true]);
			if (missing === '$json.mispelt') expect(failed.join()).toContain(wayOut);
		}
		nothingOrdered();
	},
);

test.each([
	['={{ $json.mispelt }} ', '{{ $json.mispelt }}'],
	['=\n{{ $json.mispelt }}', '{{ $json.mispelt }}'],
	['={{ $json.a }}{{ $json.b }}', '{{ $json.a }}'],
	['={{ $json.client?.date }} ', '{{ $json.client?.date }}'],
	['={{ $json["Date de parution ?"] }}\n', '{{ $json["Date de parution ?"] }}'],
])('a date that its expression does not find stops also within other words: %j', async (...row) => {
	const [written, part] = row;
	const publicationDate = byId(written);
	const { told } = await sandbox.run('notice.order', { ...complete, publicationDate });
	expect(told).toBe(`F-1: The expression ${part} in 'Publication Date' returns no value.`);
	nothingOrdered();
});

describe('an expression among the words of a field', () => {
	const TEXT = '=La société {{ $json.nom }} est dissoute à compter du {{ $json.date }}.';
	const run = async (parameters: object, item: IDataObject) =>
		await sandbox.run('notice.order', { ...complete, ...parameters }, { items: [item] });

	test.each<[string, object, string]>([
		['the text', { text: TEXT }, "The expression {{ $json.nom }} in 'Text' returns no value."],
		[
			'the file reference',
			{ fileReference: '=D-{{ $json.nope }}' },
			"The expression {{ $json.nope }} in 'File Reference' returns no value.",
		],
		[
			'the advertiser',
			{ billingMode: 'annonceur', advertiser: { name: '=SARL {{ $json.nom }}' } },
			"The expression {{ $json.nom }} in 'Name' of 'Advertiser' returns no value.",
		],
	])(
		'it leaves no hole in %s: what it does not find stops',
		async (_where, parameters, sentence) => {
			const { told, advice } = await run(parameters, { date: '1er mars 2026' });
			expect(told).toContain(sentence);
			expect(advice).toContain("add ?? '' after its name");
			nothingOrdered();
		},
	);

	test.each<[string, string, IDataObject, string]>([
		['an empty cell', TEXT, { nom: 'LES PINS', date: '' }, 'LES PINS est dissoute à compter du .'],
		['a cell of null', '=A{{ $json.sigle }}B.', { sigle: null }, 'AB.'],
		['what is allowed to lack', "=A{{ $json.sigle ?? '' }}B.", {}, 'AB.'],
		['a condition', "=A{{ $json.sigle && ', ' + $json.sigle }}B.", {}, 'AB.'],
		['nought', '=A{{ $json.x }}B.', { x: 0 }, 'A0B.'],
		['braces that are not closed', '=A{{ $json.x', { x: 1 }, 'A1'],
	])('it is read as n8n reads it: %s', async (_what, text, item, words) => {
		const options = { ifTextLooksUnfinished: 'warn' };
		await run({ text, options }, item);
		expect(String(sandbox.journal.orders()[0]?.['texte'])).toContain(words);
		sandbox.reset();
	});
});

test('an operation that this version does not have is named, and nothing is sent', async () => {
	const { told, advice } = await sandbox.run('notice.orderTwice', complete);
	expect(told).toMatch(
		/^The operation "orderTwice" of "notice" does not exist in this version of the node$/,
	);
	expect(advice).toBe("Choose another 'Operation', or update the package.");
	expect(sandbox.calls()).toEqual([]);
});

test('an empty cell means the next date', async () => {
	const items = ['', null].map((date) => ({ date }));
	const publicationDate = byId('={{ $json.date }}');
	const { json, told } = await sandbox.run(
		'notice.quote',
		{ ...BILLED, publicationDate },
		{ items },
	);
	expect(told).toBe('');
	expect(json).toHaveLength(2);
});

const NAMES = ['fileReference', 'name', 'nameComplement', 'postcode', 'city'];
test.each([...NAMES, 'address', 'addressComplement', 'phone', 'mobile', 'email'])(
	'%s with control characters or half of a character orders nothing and says why',
	async (name) => {
		const field = fields.find((one) => one.operation === 'notice.order' && one.name === name);
		// Streets have several lines; numbers and e-mails say what they are.
		const lines = NAMES.includes(name) ? ['A\n2'] : [];
		const failed = await failures(field as Field, ['A\u00002', 'A \ud83d', ...lines]);
		expect(failed).toHaveLength(2 + lines.length);
		for (const failure of failed) {
			const isSaid = /contains a .*(control character|half of a character)/.test(failure);
			expect(isSaid || /phone|mobile|email/.test(name)).toBe(true);
			expect(failure).toContain(name === 'fileReference' ? "'File Reference'" : "of 'Advertiser'");
		}
		nothingOrdered();
	},
);

test.each([
	...['name', 'phone', 'city'].map((name) => ['notice.order', name, "' of 'Advertiser'"]),
	['notice.order', 'fileReference', "'File Reference'"],
	['notice.order', 'orderNumber', "'Order Number'"],
	['contact.createOrGet', 'lastName', "'Last Name'"],
])('%s accepts what an expression left behind as no %s', async (operation, name, label) => {
	const field = fields.find((one) => one.operation === operation && one.name === name);
	const left = ['null', ' undefined', 'NaN', 'Invalid DateTime', 'Invalid Date', '[object Object]'];
	const failed = await failures(field as Field, left);
	expect(failed.map((failure) => failure.includes(String(label)))).toEqual(left.map(() => true));
	nothingOrdered();
});

test('a text with many refused parts is quoted only in part', async () => {
	const lost = `<p class="fs-filet">${'x'.repeat(300)}</p>`.repeat(30);
	const letters = `${'x'.repeat(50)}ğ`.repeat(30);
	// Of each place the whole word is shown, as far as sixty characters.
	for (const text of [`<p>Un avis.</p>${lost}`, `<p>${letters}</p>`]) {
		const { told } = await sandbox.run('notice.quote', { ...complete, textFormat: 'html', text });
		expect((told.match(/x/g) ?? []).length).toBeGreaterThan(5);
		expect((told.match(/x/g) ?? []).length).toBeLessThanOrEqual(305);
	}
});

/** A change of it throws. */
function frozen<Value>(value: Value): Value {
	if (typeof value !== 'object' || value === null) return value;
	for (const inner of Object.values(value)) frozen(inner);
	return Object.freeze(value);
}

test.each(operations)('$operation leaves the items that it was given as they were', async (one) => {
	const taken = ['text', 'header', 'options', 'advertiser', 'fileReference', 'documentTypes'];
	const expressions = Object.fromEntries(taken.map((name) => [name, `={{ $json.${name} }}`]));
	const item = () => ({
		text: 'Dissolution\u202fanticipée',
		fileReference: `INPUT-${one.operation}`,
		header: { layout: 'carton_texte_sans_image', text: 'Étude\u202fDémo' },
		options: { paperProofs: '1', ifTextChanges: 'warn' },
		advertiser: { ...(complete.advertiser as object), email: 'input@example.com' },
		documentTypes: ['attestation', 'facture'],
	});
	const items = [frozen(item()), frozen(item())] as unknown as IDataObject[];
	const parameters = { ...complete, ...expressions, orderNumberMode: 'automatic' };
	const more = { items, settings: GOES_ON };
	const { told, stored } = await sandbox.run(one.operation, parameters, more);
	expect(told).toBe('');
	expect(stored).not.toMatch(/read only|not extensible/);
	expect(items).toEqual([item(), item()]);
});
