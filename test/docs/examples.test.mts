import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedNodes } from '../structure/package.mts';
import { ROOT } from './documents.mts';
import {
	findings,
	looseEnds,
	PACKAGE,
	type SavedNode,
	type SavedWorkflow,
} from './workflowFiles.mts';

const FOLDERS = ['examples', 'docs/examples'].filter((folder) => existsSync(join(ROOT, folder)));
const examples = FOLDERS.flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => ({
			name: `${folder}/${name}`,
			workflow: JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8')) as SavedWorkflow,
		})),
);

function descriptionOf(type: string) {
	const name = type.slice(PACKAGE.length).replace(/Tool$/, '');
	return publishedNodes.find(({ node }) => node.description.name === name)?.node.description;
}

function allFindings({ nodes }: SavedWorkflow): string[] {
	return nodes
		.filter(({ type }) => type.startsWith(PACKAGE))
		.flatMap((node) => {
			const description = descriptionOf(node.type);
			return description ? findings(node, description) : [`${node.name}: no type ${node.type}`];
		});
}

test('there are examples', () => {
	expect(examples.length).toBeGreaterThan(0);
});

describe.each(examples)('$name', ({ workflow }) => {
	test('uses a node of this package', () => {
		expect(workflow.nodes.some(({ type }) => type.startsWith(PACKAGE))).toBe(true);
	});

	test('saves only parameters and values that exist, and all that are required', () => {
		expect(allFindings(workflow)).toEqual([]);
	});

	test("has besides only n8n's own nodes, so that it runs where it is imported", () => {
		const others = workflow.nodes.filter(({ type }) => !type.startsWith(PACKAGE));
		for (const { type } of others)
			expect(type).toMatch(/^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./);
	});

	test('connects nodes that are there, each name once', () => {
		expect(looseEnds(workflow)).toEqual([]);
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
	});

	test('explains itself, and brings no credential of somebody else', () => {
		expect(workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	});
});

describe('what a file must not save', () => {
	const planted = (parameters: Record<string, unknown>): string[] => {
		const node: SavedNode = {
			name: 'Planted',
			type: `${PACKAGE}legalNotice`,
			typeVersion: 1,
			parameters: { resource: 'notice', operation: 'getStatus', reference: 'X', ...parameters },
		};
		return allFindings({ nodes: [node], connections: {} });
	};

	test.each([
		[{}, []],
		[{ operation: 'fly' }, ['has no value fly of operation']],
		[{ text: 'of another operation' }, ['has no parameter text here']],
		[{ reference: '' }, ['needs reference']],
		[{ options: { colour: 'red' } }, ['has no options.colour']],
		[{ options: { ifNotFound: 'explode' } }, ['has no value explode of ifNotFound']],
		[{ reference: '={{ $json.reference }}', options: {} }, []],
	])('%j', (parameters, expected) => {
		const found = planted(parameters);
		for (const text of expected) expect(found).toContain(`Planted ${text}`);
		if (expected.length === 0) expect(found).toEqual([]);
	});

	test('a connection to a node that was renamed', () => {
		const connections = { Gone: { main: [[{ node: 'Also “gone”', type: 'main', index: 0 }]] } };
		expect(looseEnds({ nodes: [], connections })).toEqual(['Gone', 'Also “gone”']);
	});
});
