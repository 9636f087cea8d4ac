/** The examples can be imported, read and adapted, and their pages show them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publishedNodes, ROOT } from '../structure/package.mts';
import { brokenRules } from './exampleRules.mts';
import { findings, looseEnds, PACKAGE, type SavedWorkflow } from './workflowFiles.mts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const examples = globSync('examples/*.json', { cwd: ROOT }).map((path) => ({
	path,
	name: basename(path, '.json'),
	workflow: JSON.parse(read(path)) as SavedWorkflow,
}));

test.each(examples)('$path can be imported as it is', ({ workflow }) => {
	const { nodes } = workflow;
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE));
	expect(own.length).toBeGreaterThan(0);
	const wrong = own.flatMap((node) => {
		const name = node.type.slice(PACKAGE.length).replace(/Tool$/, '');
		const published = publishedNodes.find((one) => one.node.description.name === name);
		return published ? findings(node, published.node.description) : [`no type ${node.type}`];
	});
	expect(wrong).toEqual([]);
	const n8ns = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
	expect(nodes.filter((node) => !own.includes(node) && !n8ns.test(node.type))).toEqual([]);
	expect(looseEnds(workflow)).toEqual([]);
	expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
});

test.each(examples)(
	'$path explains itself, is guarded, and holds nothing of somebody else',
	(one) => {
		expect(one.workflow.nodes.some(({ type }) => type.endsWith('.stickyNote'))).toBe(true);
		expect(brokenRules(one.workflow)).toEqual([]);
	},
);

test.each(examples)('$path has its page', ({ name }) => {
	if (name === 'quote-order-status') {
		expect(read('README.md')).toContain(`examples/${name}.json`);
		return;
	}
	const sections = read('docs/journeys.md').split(/^## /m);
	const section = sections.find((text) => text.includes(`(../examples/${name}.json)`)) ?? '';
	const picture = `images/journeys/${name}.jpg`;
	expect(section).toMatch(new RegExp(`^!\\[.{10,}\\]\\(${picture}\\)$`, 'm'));
	expect(existsSync(join(ROOT, 'docs', picture))).toBe(true);
	expect(section).toMatch(/^Adapt it: .{20,}/m);
});

test('two newspapers that give their invoices one number are both booked', () => {
	const { workflow } = examples.find(({ name }) => name === 'invoices-to-accounting') ?? {};
	for (const name of ['Look for it', 'Remember that it is booked']) {
		const { parameters } = workflow?.nodes.find((node) => node.name === name) ?? {};
		for (const field of [/\.(number|numero)\b/, /\.date(_facture)?\b/])
			expect(JSON.stringify(parameters)).toMatch(field);
	}
});

test.each([
	[{}, ''],
	[{ operation: 'fly' }, 'has no value fly of operation'],
	[{ text: 'of another operation' }, 'has no parameter text here'],
	[{ reference: '' }, 'needs reference'],
	[{ options: { colour: 'red' } }, 'has no options.colour'],
	[{ options: { ifNotFound: 'explode' } }, 'has no value explode of ifNotFound'],
])('a saved node with %j is seen', (more, expected) => {
	const parameters = { resource: 'notice', operation: 'getStatus', reference: 'X', ...more };
	const [published] = publishedNodes;
	if (!published) throw new Error('no node');
	const node = { name: '', type: '', typeVersion: 1, parameters };
	expect(findings(node, published.node.description).join().trim()).toMatch(expected);
});
