/** An AI agent on a real n8n that fills in what a person chooses from lists. The model follows a script. */
import assert from 'node:assert/strict';
import { startModelServer, type ModelServer, type Turn } from '../journeys/modelServer.mts';
import type { Json } from '../lib/execution.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import type { WorkflowNode } from '../lib/workflow.mts';
import { openWorld, type World } from '../lib/world.mts';

const TOOL = 'Quote a notice';
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const CHOICES = { department: '75', publication: '12', category: 'CONSTI', forfait: 'SARL' };
const TEXT = 'Constitution de la SARL EXEMPLE DÉMO.';

const fromModel = (name: string) => `={{ $fromAI('${name}', '${name} of the notice', 'string') }}`;
/** What the editor stores of a field in By ID mode whose value is an expression. */
const byModel = (name: string) => ({ __rl: true, mode: 'id', value: fromModel(name) });
const answersIn = ({ messages }: Turn) =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

describe('an AI agent on n8n 2.41', () => {
	let world: World;
	let server: ModelServer;

	before(async () => {
		world = await openWorld('agentTool');
		server = await startModelServer((turn) => {
			const answers = answersIn(turn);
			const call = turn.tools[0]?.name ?? '';
			// The second of its calls corrects what the answer to the first complains of.
			const department = answers.length === 0 ? 'Paris' : CHOICES.department;
			if (answers.length < 2) return { call, with: { ...CHOICES, department, text: TEXT } };
			return { say: answers.at(-1) ?? '' };
		});
	});
	after(async () => {
		await server?.close();
		await world?.close();
	});

	it('fills in department, publication, category and forfait, also after it was saved twice', async () => {
		const { client, credential, sandbox } = world;
		const model = await client.createCredential({
			name: 'Language model',
			type: 'openAiApi',
			data: { apiKey: 'demo-model-key', url: server.url },
		});
		const node = (name: string, type: string, typeVersion: number, parameters: Json) => ({
			id: name,
			name,
			type,
			typeVersion,
			position: [0, 0] as const,
			parameters,
		});
		const nodes: WorkflowNode[] = [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Agent', `${LANGCHAIN}.agent`, 3.1, {
				promptType: 'define',
				text: 'What does this notice cost?',
				options: {},
			}),
			{
				...node('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.2, {
					model: { __rl: true, mode: 'id', value: 'demo' },
					options: {},
				}),
				credentials: { openAiApi: { id: model.id, name: model.name } },
			},
			{
				...node(TOOL, `${PACKAGE_NAME}.legalNoticeTool`, 1, {
					resource: 'notice',
					operation: 'quote',
					...Object.fromEntries(Object.keys(CHOICES).map((name) => [name, byModel(name)])),
					text: fromModel('text'),
					options: {},
				}),
				credentials: { legalNoticeApi: { id: credential.id, name: credential.name } },
			},
		];
		const to = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });
		const workflow = {
			name: 'Agent',
			nodes,
			connections: {
				Start: to('Agent', 'main'),
				Model: to('Agent', 'ai_languageModel'),
				[TOOL]: to('Agent', 'ai_tool'),
			},
			settings: { executionOrder: 'v1' },
		};
		const { id } = await client.createWorkflow(workflow);
		await client.updateWorkflow(id, workflow);
		const saved = await client.workflow(id);
		const tool = saved.nodes.find(({ name }) => name === TOOL);
		assert.deepEqual(tool?.parameters['department'], byModel('department'));

		const run = await client.run(id, 'Start');
		assert.equal(run.status, 'success', run.error);
		const [first] = server.turns;
		const fields = Object.keys(first?.tools[0]?.parameters.properties ?? {});
		assert.deepEqual(fields.sort(), [...Object.keys(CHOICES), 'text'].sort());
		assert.match(first?.tools[0]?.description ?? '', /Quote notice \(orders nothing\)/);
		const [refused = '', quoted = ''] = answersIn(
			server.turns.at(-1) ?? { messages: [], tools: [] },
		);
		assert.match(refused, /'Department' cannot be/);
		assert.match(quoted, /"total_ttc":\d/);
		const asked = sandbox.journal.calls().findLast(({ path }) => path.endsWith('/devis'));
		const { departement, publication, categorie, forfait } = JSON.parse(
			String(asked?.body),
		) as Json;
		assert.deepEqual(
			{ departement, publication, categorie, forfait },
			{
				departement: CHOICES.department,
				publication: 12,
				categorie: CHOICES.category,
				forfait: CHOICES.forfait,
			},
		);
	});
});
