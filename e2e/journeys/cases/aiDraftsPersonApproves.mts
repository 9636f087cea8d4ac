import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { modelServer, toolAnswers, type Turn } from '../modelServer.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';
import { decided } from './approval.mts';

const EXAMPLE = 'ai-drafts-person-approves';
const START = 'From another workflow';
const APPROVER = 'approbation@cabinet-demo.example';
const DRAFT =
	'EXEMPLE DÉMO, SAS au capital de 1 000 €.\n\nTransfert du siège au 5 avenue de la Démonstration.';

const CHOICES = { department: '75', publication: '12', category: 'CONSTI', forfait: 'SARL' };
/** Whether the model is asked for what a person chooses from lists. */
const choosing = ({ tools }: Turn) => 'department' in (tools[0]?.parameters.properties ?? {});

export function aiDraftsPersonApproves(): void {
	// What a model would do: try what cannot be ordered, correct it, answer with what was quoted.
	const { server, turns } = modelServer((turn) => {
		const said = turn.messages.find(({ role }) => role === 'user');
		const text = `${DRAFT}\n\n${String(said?.content)}`;
		const [first, second] = toolAnswers(turn);
		if (second !== undefined) return { say: text };
		const wrong = choosing(turn) ? { department: 'Paris' } : { text: `${text} đ` };
		const args = { ...(choosing(turn) && CHOICES), text, ...(first === undefined && wrong) };
		return { call: 'Quote_a_notice', with: args };
	});

	const own = (dossier: string, values: Json = {}): Own => {
		const json = { Dossier: dossier, 'Décision à publier': `Décision de ${dossier}.` };
		return {
			model: `${server.url}/v1`,
			values: { approver: APPROVER, office: APPROVER, ...values },
			pinned: { [START]: [{ json }] },
		};
	};
	async function play(workflow: StoredWorkflow, dossier: string) {
		return await decided(await stage.start(workflow, START), APPROVER, dossier);
	}

	it('orders the text that the person approved, who has seen its proof, price and dates', async () => {
		const workflow = await stage.open(EXAMPLE, { ...own('AI-1'), pinned: {} });
		await stage.active(workflow, async () => {
			const fields = { Dossier: 'AI-1', 'Décision à publier': 'Décision du 3 novembre 2026.' };
			const form = await stage.form('legal-notice-draft', fields);
			// The form's own run starts the one that drafts and asks.
			succeeded(await stage.next(workflow));
			succeeded(await decided(await stage.begun(workflow), APPROVER, 'AI-1'));
			await form.close();
		});
		const [order] = stage.ordered('AI-1');
		const mail = await stage.mail.received(APPROVER, /^Annonce commandée : AI-1/);
		assert.match(mail.text, new RegExp(order?.reference ?? 'no order'));

		// The model heard what to correct in its first draft, and had no tool that orders.
		const told = turns.map(({ messages }) => JSON.stringify(messages)).join('\n');
		assert.match(told, /đ.*Text/s);
		const tools = new Set(turns.flatMap((turn) => turn.tools.map(({ name }) => name)));
		assert.deepEqual([...tools], ['Quote_a_notice']);
	});

	it('lets the model fill in what a person chooses from lists, and orders nothing that is refused', async () => {
		const fromModel = (name: string) => `={{ $fromAI('${name}', '${name}', 'string') }}`;
		// What the editor stores of a field in By ID mode whose value is an expression.
		const byModel = (name: string) => [name, { __rl: true, mode: 'id', value: fromModel(name) }];
		const tool = Object.fromEntries(Object.keys(CHOICES).map(byModel)) as Json;
		const parameters = { 'Quote a notice': tool };
		const workflow = await stage.open(EXAMPLE, { ...own('AI-3'), parameters });
		// Saved once more, as the editor does.
		await stage.client.updateWorkflow(workflow.id, await stage.client.workflow(workflow.id));
		succeeded(await decided(await stage.start(workflow, START), APPROVER, 'AI-3', 'Non'));
		assert.deepEqual(stage.ordered('AI-3'), []);
		await stage.mail.received(APPROVER, /^Annonce non approuvée : AI-3/);
		const last = turns.at(-1) ?? { messages: [], tools: [] };
		const [offered] = last.tools;
		const fields = Object.keys(offered?.parameters.properties ?? {});
		assert.deepEqual(fields.sort(), [...Object.keys(CHOICES), 'text'].sort());
		const [refused = '', quoted = ''] = toolAnswers(last);
		assert.match(refused, /'Department' cannot be/);
		assert.match(quoted, /"total_ttc":\d/);
		const bodies = stage.sandbox.journal
			.calls()
			.filter(({ route }) => route === 'quote')
			.map(({ body }) => JSON.parse(body) as Json);
		assert.ok(bodies.some(({ categorie, forfait }) => `${categorie} ${forfait}` === 'CONSTI SARL'));
	});

	const told = (dossier: string) =>
		stage.mailsTo(APPROVER).some(({ subject }) => subject.includes(`commandée : ${dossier},`));
	survives({
		example: EXAMPLE,
		trigger: START,
		single: true,
		nodes: {
			'OpenAI Chat Model': () => ({ system: server, one: /./ }),
			// Its tool may fail: the model hears of it, and what it ends with is quoted here.
			'Quote the notice': () => ({ service: { path: 'quote' }, skip: 1 }),
			'Ask a professional': () => ({ mail: /./ }),
			'Order the notice': () => ({ service: { path: 'order' } }),
			// Ordered is remembered by the service alone: run again, the order is found and told.
			'Send the outcome': () => ({ mail: /Annonce commandée/ }),
		},
		prepare(dossier) {
			const done = () => (told(dossier) ? stage.ordered(dossier).map(() => dossier) : []);
			return { own: own(dossier), done, remembered: done };
		},
		play,
	});

	const untold = {
		'Nothing was ordered': ['Annonce non approuvée', {}],
		'Say what to correct': ['Annonce à corriger', { forfait: 'NONE' }],
	} as const;
	for (const [node, [subject, wrong]] of Object.entries(untold)) {
		const named = (dossier: string) =>
			stage.mailsTo(APPROVER).filter((mail) => mail.subject === `${subject} : ${dossier}`);
		survives({
			example: EXAMPLE,
			trigger: START,
			single: true,
			retried: true,
			nodes: { [node]: () => ({ mail: new RegExp(subject) }) },
			prepare: (file) => ({ own: own(file, wrong), done: () => named(file).map(() => file) }),
			play: async (workflow, file) =>
				await decided(await stage.start(workflow, START), APPROVER, file, 'Non'),
		});
	}
}
