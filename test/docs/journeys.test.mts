import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documents.mts';
import { brokenRules } from './exampleRules.mts';
import { PACKAGE, type SavedNode, type SavedWorkflow } from './workflowFiles.mts';

const FIRST_STEPS = 'quote-order-status';
const names = readdirSync(join(ROOT, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));
const read = (name: string) =>
	JSON.parse(readFileSync(join(ROOT, 'examples', `${name}.json`), 'utf8')) as SavedWorkflow;

describe.each(names)('the example %s', (name) => {
	test('has its own values in one place, no program, no long expression, no foreign data', () => {
		expect(brokenRules(read(name))).toEqual([]);
	});
});

test('two newspapers that give their invoices one number are both booked', () => {
	const { nodes } = read('invoices-to-accounting');
	for (const name of ['Is it booked?', 'Book it']) {
		const { parameters } = nodes.find((node) => node.name === name) ?? {};
		const key = JSON.stringify(parameters?.['headerParameters'] ?? parameters?.['queryParameters']);
		for (const field of ['type', 'numero', 'date_facture'])
			expect(key).toContain(`json.${field} }}`);
	}
});

describe('docs/journeys.md', () => {
	const document = readFileSync(join(ROOT, 'docs', 'journeys.md'), 'utf8');
	const sections = document.split(/^## /m).slice(1);
	const journeys = names.filter((name) => name !== FIRST_STEPS);

	test('tells of every journey, and the README of the first steps', () => {
		expect(sections).toHaveLength(journeys.length);
		expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`examples/${FIRST_STEPS}.json`);
	});

	test.each(journeys)('shows %s with its file, its picture and how to adapt it', (name) => {
		const section = sections.find((text) => text.includes(`(../examples/${name}.json)`)) ?? '';
		const picture = `images/journeys/${name}.jpg`;
		expect(section).toMatch(new RegExp(`^!\\[.{10,}\\]\\(${picture}\\)$`, 'm'));
		expect(existsSync(join(ROOT, 'docs', picture))).toBe(true);
		expect(section).toMatch(/^Adapt it: .{20,}/m);
	});
});

describe('what an example must not be', () => {
	const node = (more: Partial<SavedNode>): SavedNode => ({
		name: 'Planted',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [480, 0],
		parameters: {},
		...more,
	});
	const note = node({
		type: 'n8n-nodes-base.stickyNote',
		position: [-64, -64],
		parameters: { color: 5, width: 240, height: 240 },
	});
	const values = node({ name: 'Values', type: 'n8n-nodes-base.set', position: [0, 0] });
	const quote = node({
		name: 'Quote',
		type: `${PACKAGE}legalNotice`,
		parameters: { operation: 'quote' },
	});
	const order = node({
		name: 'Order',
		type: `${PACKAGE}legalNotice`,
		parameters: { operation: 'order', options: { maximumTotal: 300 } },
	});
	const call = node({ name: 'Call', type: 'n8n-nodes-base.webhook' });
	const assigned = (name: string, value: string) =>
		node({
			name,
			type: 'n8n-nodes-base.set',
			parameters: { assignments: { assignments: [{ name: 'id', type: 'string', value }] } },
		});
	const workflow = (...nodes: SavedNode[]): SavedWorkflow => ({ nodes, connections: {} });
	const good = [note, values, quote];

	test('nothing is said against a good one', () => {
		expect(brokenRules(workflow(...good))).toEqual([]);
	});

	test.each([
		['no node of this package', [note, values], /has 0 nodes/],
		['too many of them', [...good, quote, quote, quote], /has 4 nodes/],
		['a program', [...good, node({ type: 'n8n-nodes-base.code' })], /is a program/],
		['a credential', [...good, node({ credentials: {} })], /brings a credential/],
		[
			'an expression of two lines',
			[...good, node({ parameters: { a: ['={{ 1 +\n2 }}'] } })],
			/longer than a line/,
		],
		[
			'an expression that is too long',
			[...good, node({ parameters: { a: `={{ ${'1 + '.repeat(40)}1 }}` } })],
			/longer than a line/,
		],
		[
			'own values beside their note',
			[note, { ...values, position: [300, 0] as const }, quote],
			/no Edit Fields node/,
		],
		[
			'an address elsewhere',
			[...good, node({ parameters: { to: 'name@example.com' } })],
			/somebody's own/,
		],
		['an order that everybody may place', [...good, order, call], /Call lets everybody order/],
		[
			'an order at any price',
			[...good, { ...order, parameters: { operation: 'order', options: {} } }],
			/Order has no ceiling/,
		],
		[
			'an operation that another version may change',
			[note, values, { ...quote, parameters: {} }],
			/Quote leaves its operation to the default/,
		],
		[
			'an address made of what a stranger says',
			[
				...good,
				node({ type: 'n8n-nodes-base.httpRequest', parameters: { url: '={{ $json.id }}' } }),
			],
			/puts \$json.id into an address as it is/,
		],
		[
			'an ID that nobody has checked',
			[...good, order, assigned('Caller', '={{ $json.body.dealId }}')],
			/nothing checks id/,
		],
		[
			'a failure taken for success',
			[...good, node({ onError: 'continueErrorOutput' })],
			/Planted is taken to have worked/,
		],
	] as const)('%s', (_what, nodes, expected) => {
		expect(brokenRules(workflow(...nodes)).join()).toMatch(expected);
	});

	test('a cell that a spreadsheet runs', () => {
		const list = node({ name: 'List', type: 'n8n-nodes-base.convertToFile' });
		const rows = (value: string) => ({
			...workflow(...good, list, assigned('Rows', value)),
			connections: { Rows: { main: [[{ node: 'List', type: 'main', index: 0 }]] } },
		});
		const found = (value: string) => brokenRules(rows(value)).join();
		expect(found("={{ $('Table').item.json.id }}")).toMatch(/id may be a formula/);
		expect(found('={{ $json.numeros }}')).toMatch(/id may be a formula/);
		expect(found('={{ $json.numeros.replace(/^[=+@\\t\\r-]/, "\'$&") }}')).toBe('');
	});

	test('data of an execution', () => {
		const pinned = { ...workflow(...good), pinData: { Quote: [{ json: {} }] } };
		expect(brokenRules(pinned)).toEqual(['brings the data of an execution']);
	});
});
