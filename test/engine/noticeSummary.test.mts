/** What `resume` says of newspaper, department and category to a person who approves or files a notice. */
import type { INodeParameterResourceLocator } from 'n8n-workflow';

import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

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
		credential: sandbox.credential,
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
			/^Quote: Modification \(MODIF\), Dénomination \(MOD_DENOM\), in publication 12 \(chosen in the editor as "La Gazette de la Seine"\), 75 - Paris, published on \d{4}-/,
		);
		expect(sandbox.journal.calls()).toHaveLength(before + 1);
	});

	test('of an order names it as well', async () => {
		const order = { operation: 'order', fileReference: 'D-1', billingMode: 'prescripteur' };
		expect(await resume(lines, order)).toMatch(/^Ordered: .* in publication 12 \(chosen in /);
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

	test('does not take a code for another one that begins or ends like it', async () => {
		const changed = {
			...lines,
			department: fromList('75', 'Saint-Pierre-et-Miquelon (975)'),
			category: fromList('CONSTI', 'Modification (MODIF)'),
			forfait: fromList('SA', 'SAS (SAS)'),
		};
		expect(await resume(changed)).toMatch(/^Quote: CONSTI, SA, in publication .*, department 75,/);
	});

	test.each([
		['75', 'Paris (75)'],
		['75', '75 - Paris'],
		['75', '75'],
	])('takes the line of %s that says "%s"', async (code, line) => {
		const changed = { ...lines, department: fromList(code, line) };
		expect(await resume(changed)).toContain(`, ${line}, published on`);
	});

	test('takes the line of a category that says who may order it', async () => {
		const category = fromList('MODIF', 'Modification (MODIF) (reserved)');
		expect(await resume({ ...lines, category })).toContain(
			'Quote: Modification (MODIF) (reserved)',
		);
	});

	test('never states a title that the service did not tell of this number', async () => {
		const publication = fromList('12', 'Another newspaper · Quotidien');
		expect(await resume({ ...lines, publication })).toContain(
			'in publication 12 (chosen in the editor as "Another newspaper")',
		);
		const options = { digitalProof: true };
		const known = await resume({ ...lines, publication }, { options });
		expect(known).toContain('in La Gazette de la Seine (publication 12)');
		expect(known).not.toContain('Another newspaper');
	});

	test('takes the title from a list that was asked for anyway', async () => {
		const before = callsTo('/publications');
		const options = { digitalProof: true };
		expect(await resume(codes, { options })).toContain(
			'in La Gazette de la Seine (publication 12)',
		);
		expect(callsTo('/publications')).toBe(before + 1);
	});

	test('counts what was corrected in text and header', async () => {
		const corrected = { text: 'Capital\u202f: 10\u202f000 €', header: { text: 'L\u202fA' } };
		expect(await resume(codes, corrected)).toMatch(/, 3 typographic corrections$/);
		expect(await resume(codes)).not.toContain('correction');
	});

	test('goes on without a title when that list fails', async () => {
		const refusals = ['err_departement_incorrect'];
		sandbox.fault({ kind: 'codes', codes: refusals, match: { path: 'publications' } });
		const options = { digitalProof: true };
		expect(await resume(codes, { options })).toContain('in publication 12 (title not known here)');
	});
});
