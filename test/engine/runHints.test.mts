/** What the editor says above the output of a run that changed something, or that did not do all it was given. */
import type { NodeExecutionHint } from 'n8n-workflow';

import { byId, runNode, type NodeSettings } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
const NOTICE = {
	resource: 'notice',
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: byId('SARL'),
	textFormat: 'plainText',
	text: 'AVIS DE CONSTITUTION',
	billingMode: 'prescripteur',
	fileReference: '={{ $json.file }}',
	reference: '={{ $json.reference }}',
};

async function run(
	environment: 'test' | 'production',
	operation: string,
	items: Array<Record<string, string>>,
	settings: NodeSettings = {},
) {
	const credential = { ...sandbox.credential, environment };
	const parameters = { ...NOTICE, operation };
	const result = await runNode({ credential, parameters, items, settings, mode: 'trigger' });
	const hints = result.hints as NodeExecutionHint[];
	for (const { message } of hints) expect(message.length).toBeLessThan(120);
	return { ...result, says: hints.map(({ message }) => message) };
}

test.each([
	[
		'production',
		'A real notice was ordered',
		'A real notice was replaced',
		'2 real notices were cancelled',
	],
	[
		'test',
		'A test notice was ordered',
		'A test notice was replaced',
		'2 test notices were cancelled',
	],
] as const)(
	'what was done on %s is said once',
	async (environment, ordered, replaced, cancelled) => {
		const quote = await run(environment, 'quote', [{ file: 'H-1' }]);
		expect(quote.says).toEqual([]);
		const first = await run(environment, 'order', [{ file: 'H-1' }]);
		expect(first.says).toEqual([ordered]);
		const again = await run(environment, 'order', [{ file: 'H-1' }, { file: 'H-2' }]);
		expect(again.says).toEqual([ordered]);
		expect((await run(environment, 'order', [{ file: 'H-1' }])).says).toEqual([]);
		const [one = {}, two = {}] = again.json;
		const anew = await run(environment, 'replace', [
			{ reference: String(one.reference), file: 'H-3' },
		]);
		expect(anew.error).toBeUndefined();
		expect(anew.says).toEqual([replaced]);
		const both = [anew.json[0], two].map((json) => ({ reference: String(json?.reference) }));
		expect((await run(environment, 'cancel', both)).says).toEqual([cancelled]);
	},
);

test.each([
	['continueRegularOutput', "1 of 2 items failed; 'error' in the output says why"],
	['continueErrorOutput', "1 of 2 items failed; 'error' in the error output says why"],
] as const)('how many items failed is said, and where: %s', async (onError, sentence) => {
	for (const retryOnFail of [false, true]) {
		const items = [{ file: `F-${String(retryOnFail)}` }, { file: '' }];
		const settings = { onError, retryOnFail, maxTries: 2, waitBetweenTries: 0 };
		const { says, items: main, errorItems } = await run('test', 'order', items, settings);
		expect(says).toEqual(['A test notice was ordered', sentence]);
		const failed = onError === 'continueErrorOutput' ? errorItems : main;
		expect(failed.filter(({ json }) => typeof json.error === 'string')).toHaveLength(1);
	}
	const read = await run('test', 'getStatus', [{ reference: '' }], { onError });
	expect(read.says).toEqual([sentence.replace('1 of 2 items', '1 of 1 item')]);
});
