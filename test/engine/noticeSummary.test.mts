import type { INodeParameterResourceLocator } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';

/** What `resume` says of newspaper, department and category to a person who approves or files a notice. */
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
});

/** As the editor stores a choice from a list. */
const fromList = (value: unknown, line: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'list',
	value: value as string,
	cachedResultName: line,
});

const codes = {
	department: byId('75'),
	publication: byId(12),
	category: byId('MODIF'),
	forfait: byId('MOD_DENOM'),
};
const lines = {
	department: fromList('75', '75 - Paris'),
	publication: fromList('12', 'La Gazette de la Seine · Hebdomadaire · digital + paper proof'),
	category: fromList('MODIF', 'Modification (MODIF)'),
	forfait: fromList('MOD_DENOM', 'Dénomination (MOD_DENOM)'),
};

async function resume(choices: object, more: object = {}): Promise<unknown> {
	const { json, error } = await runNode({
		credential: { ...sandbox, baseUrl: sandbox.url },
		parameters: {
			resource: 'notice',
			operation: 'quote',
			textFormat: 'plainText',
			text: 'Un avis.',
			...choices,
			...more,
		} as never,
		items: [{ publication: 12 }],
	});
	expect(error).toBeUndefined();
	return json[0]?.resume;
}

const callsTo = (path: string): number =>
	sandbox.journal.calls().filter((call) => call.path.includes(path)).length;

describe('the summary of a notice', () => {
	test('names everything that was chosen from a list, and asks for nothing more', async () => {
		const before = sandbox.journal.calls().length;
		expect(await resume(lines)).toMatch(
			/^Quote: Modification \(MODIF\), Dénomination \(MOD_DENOM\), in La Gazette de la Seine \(publication 12\), 75 - Paris, published on \d{4}-/,
		);
		expect(sandbox.journal.calls()).toHaveLength(before + 1);
	});

	test('of an order names it as well', async () => {
		const order = { operation: 'order', fileReference: 'D-1', billingMode: 'prescripteur' };
		expect(await resume(lines, order)).toMatch(/^Ordered: .* in La Gazette de la Seine \(/);
	});

	test('tells the codes where only these were given, and that it has no title', async () => {
		expect(await resume(codes)).toMatch(
			/^Quote: MODIF, MOD_DENOM, in publication 12 \(title not known here\), department 75, published on/,
		);
	});

	test('does not take the line of a choice for what an expression gives', async () => {
		const publication = fromList('={{ $json.publication }}', 'Another newspaper · Quotidien');
		expect(await resume({ ...lines, publication })).toContain('in publication 12 (title not');
	});

	test('does not name what a program has changed behind the line', async () => {
		const changed = {
			...lines,
			department: fromList('75', '69 - Rhône'),
			category: fromList('MODIF', 'Constitution (CONSTI)'),
			forfait: fromList('MOD_DENOM', 'SARL'),
		};
		expect(await resume(changed)).toMatch(/^Quote: MODIF, MOD_DENOM, .*, department 75,/);
	});

	test('takes the title from a list that was asked for anyway', async () => {
		const before = callsTo('/publications');
		const options = { digitalProof: true };
		expect(await resume(codes, { options })).toContain(
			'in La Gazette de la Seine (publication 12)',
		);
		expect(callsTo('/publications')).toBe(before + 1);
	});

	test('goes on without a title when that list fails', async () => {
		const refusals = ['err_departement_incorrect'];
		sandbox.fault({ kind: 'codes', codes: refusals, match: { path: 'publications' } });
		const options = { digitalProof: true };
		expect(await resume(codes, { options })).toContain('in publication 12 (title not known here)');
	});
});
