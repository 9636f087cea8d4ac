/** What every journey finds: n8n with the sandbox, a mail server, credentials for all that its nodes talk to. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../lib/chromium.mts';
import type { StoredCredential, StoredWorkflow } from '../lib/client.mts';
import type { Execution, Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { callService, demoOrder } from '../lib/serviceCall.mts';
import { readExample, withCredential, type Workflow, type WorkflowNode } from '../lib/workflow.mts';
import { openWorld, type World } from '../lib/world.mts';
import { ACCESS } from './httpStandIn.mts';
import { startMailServer, type MailServer } from './mailServer.mts';
import { withOwn, type Own } from './ownValues.mts';

/** Of a browser with a window: an approval by a headless one is a robot's to n8n, and does not count. */
const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export interface Stage {
	readonly world: World;
	readonly mail: MailServer;
	/** Imports an example, with own values and credentials. */
	open(example: string, own?: Own): Promise<StoredWorkflow>;
	/** Runs a workflow from one of its triggers; it has to succeed. */
	run(workflow: StoredWorkflow, trigger: string): Promise<Execution>;
	/** Starts it without waiting for the end. @returns the ID of the run */
	start(workflow: StoredWorkflow, trigger: string): Promise<string>;
	/** Runs it, whatever becomes of it. */
	attempt(workflow: StoredWorkflow, trigger: string): Promise<Execution>;
	/** Gives the node without credential its credential back. */
	mend(workflow: StoredWorkflow): Promise<void>;
	/** "Retry" of a failed run, with the workflow as it is saved now. */
	retry(run: Execution): Promise<void>;
	/** Switches its triggers on, and waits until they are. */
	activate(workflow: StoredWorkflow): Promise<void>;
	/** The next finished run that nobody has seen yet, of a workflow that starts by itself. */
	next(workflow: StoredWorkflow, timeoutMs?: number): Promise<Execution>;
	/** The newest run of a workflow, once it waits. */
	sleeping(workflow: StoredWorkflow): Promise<string>;
	/** Ends n8n and starts it again on the same data. */
	restart(): Promise<void>;
	/** An empty page of a real browser, as a person has it who knows the password of the forms. */
	page(): Promise<Page>;
	/** A form of n8n in a real browser, of somebody who knows the password. @param path as the form's node has it */
	form(path: string): Promise<Page>;
	/** Orders a notice outside of n8n. */
	order(fields?: Json): Promise<Json>;
	/** The same of each order number, or of so many notices. @returns their references */
	orders(numbers: readonly string[] | number): Promise<string[]>;
	close(): Promise<void>;
}

/** Who may fill in the forms. */
const COLLEAGUE = { user: 'cabinet', password: 'demo-form-password' };

/** Which credential belongs to which node. */
const wanted: ReadonlyArray<[(node: WorkflowNode) => boolean, 'smtp' | 'header' | 'basic']> = [
	[({ type }) => type.startsWith('n8n-nodes-base.emailSend'), 'smtp'],
	[({ parameters }) => parameters['genericAuthType'] === 'httpHeaderAuth', 'header'],
	[({ parameters }) => parameters['authentication'] === 'headerAuth', 'header'],
	[({ parameters }) => parameters['authentication'] === 'basicAuth', 'basic'],
];

export async function openStage(): Promise<Stage> {
	const mail = await startMailServer();
	// Forms and approvals lead to the address that n8n thinks it has.
	const environment = { N8N_HOST: LOOPBACK };
	const world = await openWorld('journeys', { environment }).catch(async (error: unknown) => {
		await mail.close();
		throw error;
	});
	const { client } = world;
	const seen = new Set<string>();
	let browser: Browser | undefined;
	const stored = {
		smtp: await client.createCredential({
			name: 'Mail server',
			type: 'smtp',
			data: { host: LOOPBACK, port: mail.port, secure: false, disableStartTls: true },
		}),
		header: await client.createCredential({
			name: 'Outside',
			type: 'httpHeaderAuth',
			data: { ...ACCESS },
		}),
		basic: await client.createCredential({
			name: 'Colleagues',
			type: 'httpBasicAuth',
			data: COLLEAGUE,
		}),
	};

	/** Credentials that are deleted once their workflow runs, by its ID. */
	const shortLived = new Map<string, string>();
	/** What such a workflow would be with all its credentials. */
	const healthy = new Map<string, Workflow>();
	async function end(workflow: string): Promise<void> {
		const credential = shortLived.get(workflow);
		if (credential !== undefined) await client.deleteCredential(credential);
		shortLived.delete(workflow);
	}

	const modelCredential = async (url: string) =>
		await client.createCredential({
			name: 'Language model',
			type: 'openAiApi',
			data: { apiKey: 'demo-model-key', url },
		});

	const stage: Stage = {
		world,
		mail,
		async open(example, own = {}) {
			const workflow = withOwn(await readExample(example), own);
			const model = own.model === undefined ? undefined : await modelCredential(own.model);
			const nodes = workflow.nodes.map((node) => {
				if (model && node.type.endsWith('.lmChatOpenAi')) return attached(node, model);
				const [, name] = wanted.find(([fits]) => fits(node)) ?? [];
				return name ? attached(node, stored[name]) : node;
			});
			const complete = withCredential({ ...workflow, nodes }, world.credential);
			const node = complete.nodes.find(({ name }) => name === own.withoutCredential);
			if (!node) return await client.createWorkflow(complete);
			const [type = ''] = Object.keys(node.credentials ?? {});
			const short = await client.createCredential({ name: 'Short-lived', type, data: {} });
			const created = await client.createWorkflow({
				...complete,
				nodes: complete.nodes.map((one) => (one === node ? attached(one, short) : one)),
			});
			shortLived.set(created.id, short.id);
			healthy.set(created.id, complete);
			return created;
		},
		async run(workflow, trigger) {
			const run = await stage.attempt(workflow, trigger);
			assert.equal(run.status, 'success', run.error);
			return run;
		},
		async start({ id }, trigger) {
			await end(id);
			const run = await client.start(id, trigger);
			seen.add(run);
			return run;
		},
		async attempt(workflow, trigger) {
			return await client.finished(await stage.start(workflow, trigger));
		},
		async mend({ id }) {
			const whole = healthy.get(id);
			if (whole) await client.updateWorkflow(id, whole);
		},
		async retry({ id }) {
			await client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: true });
		},
		async activate({ id, name }) {
			await client.activate(id);
			// n8n publishes after it has answered.
			const deadline = Date.now() + 30_000;
			for (;;) {
				const told = await client.request<Json>('GET', `/rest/workflows/${id}/publication-status`);
				if (told['status'] === 'published') return await end(id);
				if (Date.now() > deadline) {
					throw new Error(`"${name}" is not published: ${JSON.stringify(told)}`);
				}
				await sleep(100);
			}
		},
		async next({ id, name }, timeoutMs = 40_000) {
			const deadline = Date.now() + timeoutMs;
			for (;;) {
				const found = (await client.executionIds(id)).filter((run) => !seen.has(run)).at(-1);
				if (found !== undefined) {
					seen.add(found);
					return await client.finished(found);
				}
				if (Date.now() > deadline) throw new Error(`"${name}" has not run again.`);
				await sleep(200);
			}
		},
		async sleeping({ id, name }) {
			const deadline = Date.now() + 30_000;
			for (;;) {
				const [newest] = await client.executionStatuses(id);
				const [run = ''] = await client.executionIds(id);
				if (newest === 'waiting') return run;
				if (Date.now() > deadline) throw new Error(`"${name}" does not wait: ${newest}.`);
				await sleep(200);
			}
		},
		async restart() {
			await world.instance.stop();
			await world.instance.startServer({ port: world.server.port, environment });
		},
		async page() {
			browser ??= await openBrowser();
			return await browser.newPage({
				userAgent: PERSON,
				httpCredentials: { username: COLLEAGUE.user, password: COLLEAGUE.password },
			});
		},
		async form(path) {
			const page = await stage.page();
			await page.goto(`${world.server.url}/form/${path}`);
			return page;
		},
		async order(fields = {}) {
			const answer = await callService(
				world.sandbox,
				'POST',
				'/annonce-legale/api/externe/commande',
				{ ...demoOrder, ...fields },
			);
			assert.equal(answer['resultat'], 'succes', JSON.stringify(answer));
			return answer;
		},
		async orders(numbers) {
			const list =
				typeof numbers === 'number' ? Array.from({ length: numbers }, () => '') : numbers;
			const references = [];
			for (const number of list) {
				const numbered = number === '' ? {} : { dossier: number, numero_commande: number };
				references.push(String((await stage.order(numbered))['reference']));
			}
			return references;
		},
		async close() {
			await browser?.close();
			await world.close();
			await mail.close();
		},
	};
	return stage;
}

function attached(node: WorkflowNode, { id, name, type }: StoredCredential): WorkflowNode {
	return { ...node, credentials: { [type]: { id, name } } };
}
