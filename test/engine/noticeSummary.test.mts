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

describe('the summary of a notice', () => {
	test.each([
		['codes', codes],
		['lists', lines],
	])('tells what is published where (%s)', async (_name, choices) => {
		expect(await resume(choices)).toMatch(
			/^Quote: MODIF, MOD_DENOM, in publication 12, department 75, published on/,
		);
	});

	test('counts what was corrected in text and header', async () => {
		const corrected = { text: 'Capital\u202f: 10\u202f000 €', header: { text: 'L\u202fA' } };
		expect(await resume(codes, corrected)).toMatch(/, 3 typographic corrections$/);
		expect(await resume(codes)).not.toContain('correction');
	});
});
