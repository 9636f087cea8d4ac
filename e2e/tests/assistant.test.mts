/** An assistant that builds a workflow with the package through n8n's own MCP server: what it reads, and what runs. */
import assert from 'node:assert/strict';
import { Assistant } from '../lib/assistant.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import { openWorld, type World } from '../lib/world.mts';

const NODE = `${PACKAGE_NAME}.legalNotice`;
const FILE = 'DEMO-ASSISTANT-1';

const notice = (name: string, operation: string, own: string): string => `node({
	type: '${NODE}', version: 1,
	config: { name: '${name}', credentials: { legalNoticeApi: newCredential('Sandbox') }, parameters: {
		resource: 'notice', operation: '${operation}', ${own}
	} },
})`;

/** The same in Quote and in Order, as the hint of the node asks for. */
const SAME = `
	department: { __rl: true, mode: 'id', value: '75' },
	publication: { __rl: true, mode: 'id', value: '12' },
	category: { __rl: true, mode: 'id', value: 'MODIF' },
	forfait: { __rl: true, mode: 'id', value: 'MOD_TRS_SIE' },
	text: 'EXEMPLE DÉMO, siège transféré au 2 rue de l’Exemple, 75002 Paris.',`;

/** What an assistant writes who knows n8n's type definitions and hints, and nothing else. */
const CODE = `
import { workflow, node, trigger, ifElse, newCredential, expr } from '@n8n/workflow-sdk';
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const quote = ${notice('Quote', 'quote', `${SAME} options: { includePreview: true }`)};
const ask = node({ type: 'n8n-nodes-base.set', version: 3.4, config: { name: 'Ask', parameters: {
	assignments: { assignments: [
		{ id: 'a', name: 'sentence', type: 'string', value: expr('{{ $json.resume }}') },
		{ id: 'b', name: 'preview', type: 'string', value: expr('{{ $json.epreuve_html }}') },
		{ id: 'c', name: 'page', type: 'string', value: expr('{{ $execution.resumeFormUrl }}') },
	] },
} } });
const approval = node({ type: 'n8n-nodes-base.wait', version: 1.1, config: { name: 'Approval', parameters: {
	resume: 'form', formTitle: 'Approve the notice', formDescription: expr('{{ $json.sentence }}'),
	formFields: { values: [{ fieldLabel: 'decision', fieldType: 'dropdown', requiredField: true,
		fieldOptions: { values: [{ option: 'approve' }, { option: 'refuse' }] } }] },
} } });
const approved = ifElse({ version: 2.2, config: { name: 'Approved?', parameters: { conditions: {
	options: { caseSensitive: true, typeValidation: 'loose' }, combinator: 'and',
	conditions: [{ leftValue: expr('{{ $json.decision }}'), rightValue: 'approve', operator: { type: 'string', operation: 'equals' } }],
} } } });
const order = ${notice('Order', 'order', `${SAME} fileReference: '${FILE}', options: { maximumTotal: '300' }`)};
const status = ${notice('Status', 'getStatus', "reference: expr('{{ $json.reference }}')")};
export default workflow('legal-notice', 'Quote, approve, order')
	.add(start).to(quote).to(ask).to(approval).to(approved.onTrue(order.to(status)));
`;

/** What an assistant reads of Order: what is required, what comes out, how the calls belong together, what is a person's. */
const READ = [
	...['require department', 'fileReference', 'maximumTotal', 'epreuve_html'],
	...['Quote, approve, order', 'A limit that a person sets'],
];

describe('an assistant that builds workflows', () => {
	let world: World;
	let assistant: Assistant;

	before(async () => {
		world = await openWorld('assistant');
		assistant = await Assistant.connect(world.client, world.server.url);
	});
	after(async () => await world?.close());

	it('the assistant finds the node, and reads which order to use, what is required and what comes out', async () => {
		const queries = ['legal notice', 'annonce légale', 'french newspaper'];
		for (const query of queries) {
			const { text } = await assistant.use('search_nodes', { queries: [query] });
			assert.match(text.split('\n').slice(0, 5).join('\n'), new RegExp(`^- ${NODE}$`, 'm'), query);
		}
		const discriminators = { nodeId: NODE, resource: 'notice', operation: 'order' };
		const { text } = await assistant.use('get_node_types', { nodeIds: [discriminators] });
		for (const word of READ) {
			assert.ok(text.includes(word), word);
		}
		assert.match(text, /@builderHint Required for the category CONSTI and for MODIF/);
	});

	it('the assistant gets the codes of newspapers from the lists of the node', async () => {
		const { text } = await assistant.use('explore_node_resources', {
			nodeType: NODE,
			version: 1,
			methodName: 'searchPublications',
			methodType: 'listSearch',
			credentialType: world.credential.type,
			credentialId: world.credential.id,
			currentNodeParameters: { department: { __rl: true, mode: 'id', value: '75' } },
		});
		assert.match(text, /La Gazette de la Seine[^}]*"value":"12"/);
	});

	it('the assistant builds "quote, let somebody approve, order", which passes validation and runs', async () => {
		const { fields: checked } = await assistant.use('validate_workflow', { code: CODE });
		assert.deepEqual([checked['valid'], checked['warnings'] ?? []], [true, []]);
		const built = await assistant.use('create_workflow_from_code', {
			code: CODE,
			name: 'Quote, approve, order',
			description: 'Quotes a legal notice, lets somebody approve it, orders it.',
		});
		const workflowId = String(built.fields['workflowId']);
		const mode = { workflowId, executionMode: 'manual' };
		const { fields } = await assistant.use('execute_workflow', mode);
		const executionId = String(fields['executionId']);
		const { client, sandbox } = world;
		await until('The page that approves', async () => {
			return (await client.status(executionId)) === 'waiting' || undefined;
		});
		assert.deepEqual(sandbox.journal.orders(), []);
		const [asked] = (await client.execution(executionId)).items('Ask');
		assert.match(String(asked?.json['sentence']), /^Devis.*La Gazette de la Seine/);
		assert.match(String(asked?.json['preview']), /Bon à tirer/i);
		const answer = new FormData();
		answer.append('field-0', 'approve');
		const page = String(asked?.json['page']);
		assert.equal((await fetch(page, { method: 'POST', body: answer })).status, 200);
		const run = await client.finished(executionId);
		assert.equal(run.items('Status')[0]?.json['statut'], 'a-paraitre', run.error);
		assert.equal(sandbox.journal.orders().length, 1);
	});
});
