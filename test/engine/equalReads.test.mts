/** A list that several items want is read once in an execution; items that want another one have theirs. */
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const READS: ReadonlyArray<
	readonly [resource: string, operation: string, paths: string, more: object]
> = [
	['account', 'get', 'client', {}],
	['contact', 'getMany', 'contacts', {}],
	['publication', 'getMany', 'publications', { department: byId('75') }],
	// The names of the newspapers come with it.
	[
		'publication',
		'getDates',
		'dates-parutions publications',
		{ department: byId('75'), quantity: 3 },
	],
	['referenceData', 'getCategories', 'categories', {}],
	['referenceData', 'getCountries', 'pays', {}],
	['referenceData', 'getDepartments', 'departements', {}],
	['referenceData', 'getForfaits', 'forfaits', {}],
	['referenceData', 'getStyleSheets', 'feuilles-styles', { styleType: 'filet' }],
];

const read = async (resource: string, operation: string, more: object, items: object[]) =>
	await runNode({
		credential: sandbox.credential,
		items: items as never,
		parameters: { resource, operation, returnAll: true, ...more } as never,
	});
const calls = () =>
	sandbox.journal.calls().map(({ method, path, query }) => [method, path.split('/').at(-1), query]);

test.each(READS)(
	'%s %s for twenty items reads each list once, and each item has its own answer',
	async (resource, operation, paths, more) => {
		const { items, error } = await read(resource, operation, more, Array<object>(20).fill({}));
		expect(error).toBeUndefined();
		expect(calls().map(([method, path]) => `${method} ${path}`)).toEqual(
			paths.split(' ').map((path) => `GET ${path}`),
		);
		const ofFirst = items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === 0);
		expect(ofFirst.length).toBeGreaterThan(0);
		expect(items).toHaveLength(20 * ofFirst.length);
		// What a later node changes in one item must not show in another.
		expect(new Set(items.map(({ json }) => json)).size).toBe(items.length);
	},
);

test('items that want other publications or dates have theirs, with a call for each list', async () => {
	const departments = [{ code: '75' }, { code: '13' }, { code: '75' }];
	for (const [operation, lists] of [
		['getMany', 1],
		['getDates', 2],
	] as const) {
		sandbox.journal.clear();
		const department = byId('={{ $json.code }}');
		const { json, error } = await read('publication', operation, { department }, departments);
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ departement }) => departement))).toEqual(new Set(['75', '13']));
		expect(calls()).toHaveLength(2 * lists);
	}
});
