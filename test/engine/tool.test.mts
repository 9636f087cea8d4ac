import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { byId, runTool, workflowPackage, type Credential } from './engine.mts';
import { NODE_TYPE, workflowNode } from './nodeTypes.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let credential: Credential;
beforeAll(() => {
	credential = { ...sandbox.credential, environment: 'production' };
});

const ai = (name: string) => `={{ $fromAI('${name}', '${name} of the notice', 'string') }}`;
const order = (fileReference: string) => ({
	resource: 'notice',
	operation: 'order',
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: { __rl: true, mode: 'id', value: ai('forfait') },
	textFormat: 'plainText',
	text: ai('text'),
	fileReference,
	billingMode: 'prescripteur',
});

test('a model that words the same order anew is given the first order', async () => {
	const answers = await runTool(order('AI-1'), credential, [
		{ forfait: 'SARL', text: 'Constitution de la SARL Exemple.' },
		{ forfait: 'SARL', text: 'Il a été constitué une SARL dénommée Exemple.' },
	]);
	expect(answers[0]).toContain('"existant":false');
	expect(answers[1]).toContain('"existant":true');
	// The model must not tell its user that this wording was ordered.
	expect(answers[1]).toContain('the text given now was NOT ordered');
	expect(answers[1]).toContain('"texte_compare":false');
	expect(answers[1]).toContain("For a second publication set 'Order Number Mode' to Custom.");
	expect(sandbox.journal.orders().filter(({ dossier }) => dossier === 'AI-1')).toHaveLength(1);
});

test('an order on production succeeds although a tool cannot show hints', async () => {
	const [answer] = await runTool(order('AI-2'), credential, [
		{ forfait: 'SARL', text: 'Un avis.' },
	]);
	expect(answer).toContain('"environnement":"production"');
});

test('the model is told what to change', async () => {
	const answers = await runTool(order('AI-3'), credential, [
		{ forfait: 'MOD_CAP', text: 'Un avis.' },
		{ forfait: 'SARL', text: 'Un avis avec Łódź.' },
	]);
	expect(answers[0]).toMatch(/Choose one of EURL \(EURL\)/);
	expect(answers[1]).toMatch(/"Ł" \(U\+0141\) at position/);
	expect(sandbox.journal.orders().filter(({ dossier }) => dossier === 'AI-3')).toEqual([]);
});

test.each([
	['quote', { ...order('AI-4'), operation: 'quote' }],
	[
		'publications',
		{ resource: 'publication', operation: 'getMany', department: byId('75'), simplify: true },
	],
	['account', { resource: 'account', operation: 'get', simplify: true }],
])('the answer to a %s is short enough for a model', async (_name, parameters) => {
	const [answer] = await runTool(parameters, credential, [{ forfait: 'SARL', text: 'Un avis.' }]);
	expect(answer?.length).toBeGreaterThan(50);
	expect(answer?.length).toBeLessThan(2_000);
});

test.each([
	['quote', 'Quote notice (orders nothing) in Legal Notice'],
	['order', 'Order notice (binding, billed) in Legal Notice'],
	['replace', 'Replace notice (cancels, orders anew) in Legal Notice'],
	['cancel', 'Cancel notice for good in Legal Notice'],
])(
	'what %s does and costs is the description that a model reads unless another is written',
	(operation, words) => {
		const tool = workflowNode('Tool', NODE_TYPE, { resource: 'notice', operation });
		const type = new LegalNotice();
		expect(workflowPackage.NodeHelpers.getToolDescriptionForNode(tool, type)).toBe(words);
	},
);
