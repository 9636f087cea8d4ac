/** What every journey finds: n8n with the sandbox, a mail server, credentials for all that its nodes talk to. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { JournalOrder } from '../../sandbox/index.mts';
import { idOf, inCallOrder } from '../../tools/desk/package.mts';
import { withCredentials } from '../lib/attach.mts';
import { openBrowser } from '../lib/chromium.mts';
import type { Client, StoredCredential, StoredWorkflow } from '../lib/client.mts';
import type { Execution, Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { until } from '../lib/until.mts';
import { attached, readExample, type Workflow, type WorkflowNode } from '../lib/workflow.mts';
import { openWorld, type World } from '../lib/world.mts';
import { ACCESS } from './httpStandIn.mts';
import { MailServer, type Mail } from './mailServer.mts';
import { withOwn, type Own } from './ownValues.mts';

/** Of a browser with a window: an approval by a headless one is a robot's to n8n, and does not count. */
const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** Who may fill in the forms. */
export const COLLEAGUE = { user: 'cabinet', password: 'demo-form-password' };
/** Forms and approvals lead to the address that n8n thinks it has. */
const environment = {
	N8N_HOST: LOOPBACK,
	NODE_OPTIONS: `--require=${join(import.meta.dirname, '../lib/impatientMail.cjs')}`,
};

/** The one that is open; journeys are played one after the other. */
export let stage: Stage;

/** @param more settings of n8n */
export async function openStage(
	name = 'journeys',
	more: Readonly<Record<string, string>> = {},
): Promise<Stage> {
	const world = await openWorld(name, { ...environment, ...more });
	const mail = new MailServer();
	const credentials = {
		smtp: { host: LOOPBACK, port: await mail.listen(), secure: false, disableStartTls: true },
		httpHeaderAuth: { ...ACCESS },
		httpBasicAuth: COLLEAGUE,
	};
	const stored = [];
	for (const [type, data] of Object.entries(credentials)) {
		stored.push(await world.client.createCredential({ name: type, type, data }));
	}
	stage = new Stage(world, mail, stored);
	return stage;
}

export class Stage {
	readonly world: World;
	readonly mail: MailServer;
	readonly client: Client;
	readonly #stored: readonly StoredCredential[];
	readonly #seen = new Set<string>();
	/** By the ID of a workflow: the credential that is deleted once it runs, and what it would be with all of them. */
	readonly #shortLived = new Map<string, { credential: string | undefined; whole: Workflow }>();
	/** IDs of the examples that are there to be called. */
	readonly #called = new Set<string>();
	#browser: Browser | undefined;

	constructor(world: World, mail: MailServer, stored: readonly StoredCredential[]) {
		this.world = world;
		this.mail = mail;
		this.client = world.client;
		this.#stored = stored;
	}

	get sandbox() {
		return this.world.sandbox;
	}

	/** Imports an example, with own values and credentials. */
	async open(example: string, own: Own = {}): Promise<StoredWorkflow> {
		const workflow = withOwn(await readExample(example), own);
		const credentials = [...this.#stored];
		if (own.model !== undefined) {
			const data = { apiKey: 'demo-model-key', url: own.model };
			const model = { name: 'Language model', type: 'openAiApi', data };
			credentials.push(await this.client.createCredential(model));
		}
		const whole = withCredentials(workflow, this.world.credential, credentials);
		await this.#callees(whole);
		const robbed = whole.nodes.findIndex(({ name }) => name === own.withoutCredential);
		const [type] = Object.keys(whole.nodes[robbed]?.credentials ?? {});
		if (type === undefined) return await this.client.createWorkflow(whole);
		const short = await this.client.createCredential({ name: 'Short-lived', type, data: {} });
		const left = whole.nodes.map((one, at) => (at === robbed ? attached(one, short) : one));
		const created = await this.client.createWorkflow({ ...whole, nodes: left });
		this.#shortLived.set(created.id, { credential: short.id, whole });
		return created;
	}

	/** Runs a workflow from one of its triggers; it has to succeed. */
	async run(workflow: StoredWorkflow, trigger: string): Promise<Execution> {
		return succeeded(await this.attempt(workflow, trigger));
	}

	/** Starts it without waiting for the end. @returns the ID of the run */
	async start({ id }: StoredWorkflow, trigger: string): Promise<string> {
		await this.#forget(id);
		const run = await this.client.start(id, trigger);
		this.#seen.add(run);
		return run;
	}

	/** Runs it, whatever becomes of it. */
	async attempt(workflow: StoredWorkflow, trigger: string): Promise<Execution> {
		return await this.client.finished(await this.start(workflow, trigger));
	}

	/** Gives the node without credential its credential back. */
	async mend({ id }: StoredWorkflow): Promise<void> {
		const { whole } = this.#shortLived.get(id) ?? {};
		if (whole) await this.client.updateWorkflow(id, whole);
	}

	/** "Retry" of a failed run, with the workflow as it is saved now. */
	async retry({ id }: { readonly id: string }): Promise<void> {
		await this.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: true });
	}

	/** Switches its triggers on, and waits until they are. */
	async activate({ id, name }: StoredWorkflow): Promise<void> {
		await this.client.activate(id);
		// n8n publishes after it has answered.
		await until(`The publication of "${name}"`, async () => {
			const route = `/rest/workflows/${id}/publication-status`;
			const { status } = await this.client.request<Json>('GET', route);
			return status === 'published' || undefined;
		});
		await this.#forget(id);
	}

	/** Has it switched on only meanwhile. */
	async active<Result>(workflow: StoredWorkflow, work: () => Promise<Result>): Promise<Result> {
		await this.activate(workflow);
		try {
			return await work();
		} finally {
			await this.client.deactivate(workflow.id);
		}
	}

	/** The next run that nobody has seen yet, of a workflow that starts by itself. @returns its ID */
	async begun({ id, name }: StoredWorkflow): Promise<string> {
		const ids = async () => await this.client.executionIds(id);
		const look = async () => (await ids()).filter((run) => !this.#seen.has(run)).at(-1);
		const found = await until(`Another run of "${name}"`, look, 40_000);
		this.#seen.add(found);
		return found;
	}

	/** The same, once it has ended. */
	async next(workflow: StoredWorkflow): Promise<Execution> {
		return await this.client.finished(await this.begun(workflow));
	}

	/** Waits until a run waits or has ended. */
	async rested(id: string): Promise<{ id: string; status: string }> {
		return await until(`Rest of run ${id}`, async () => {
			const status = await this.client.status(id);
			return /new|running/.test(status) ? undefined : { id, status };
		});
	}

	/** Ends n8n as a power cut would, and starts it again on the same data. */
	async kill(): Promise<void> {
		await this.world.instance.kill();
		await this.world.instance.startServer({ port: this.world.server.port, environment });
	}

	/** An empty page of a real browser, as a person has it who knows the password of the forms. */
	async page(): Promise<Page> {
		this.#browser ??= await openBrowser();
		return await this.#browser.newPage({
			userAgent: PERSON,
			httpCredentials: { username: COLLEAGUE.user, password: COLLEAGUE.password },
		});
	}

	/** Fills a form in and sends it. @param path as the form's node has it @param fields by label */
	async form(path: string, fields: Readonly<Record<string, string>>): Promise<Page> {
		const page = await this.page();
		await page.goto(`${this.world.server.url}/form/${path}`);
		for (const [label, value] of Object.entries(fields)) {
			await page.getByLabel(label).fill(value);
		}
		await page.getByRole('button').click();
		return page;
	}

	/** Answers the question of a page of n8n's, with a reason where it is no. */
	async decide(page: Page, answer: string): Promise<void> {
		await page.getByLabel(answer, { exact: true }).check();
		const reason = page.getByLabel('Motif du refus');
		if (answer === 'Non' && (await reason.isVisible())) await reason.fill('Siège à corriger');
		await page.getByRole('button').click();
	}

	/** What the service has of a file (dossier). */
	ordered(dossier: string): readonly JournalOrder[] {
		return this.sandbox.journal.orders().filter((order) => order.dossier === dossier);
	}

	mailsTo(recipient: string): readonly Mail[] {
		return this.mail.mails.filter(({ to }) => to.includes(recipient));
	}

	/** Orders a notice outside of n8n. */
	async order(fields: Json = {}): Promise<Json> {
		const answer = await orderNotice(this.sandbox, fields);
		assert.equal(answer['resultat'], 'succes', JSON.stringify(answer));
		return answer;
	}

	/** The same with that order number. @returns its reference */
	async numbered(number: string): Promise<string> {
		return String((await this.order({ dossier: number, numero_commande: number }))['reference']);
	}

	/** The same of so many notices. @returns their references */
	async orders(count: number): Promise<string[]> {
		const references: string[] = [];
		while (references.length < count) {
			references.push(String((await this.order())['reference']));
		}
		return references;
	}

	async close(): Promise<void> {
		await this.#browser?.close();
		await this.world.close();
		await this.mail.close();
	}

	/** Puts in what a workflow calls, by the ID that the desk's package gives it, and publishes it, as n8n wants it. */
	async #callees({ nodes }: Workflow): Promise<void> {
		const wanted = nodes.filter(({ type }) => type.endsWith('.executeWorkflow')).map(called);
		for (const example of inCallOrder().filter((one) => wanted.includes(idOf(one)))) {
			const id = idOf(example);
			if (this.#called.has(id)) continue;
			this.#called.add(id);
			const workflow = withOwn(await readExample(example), {});
			const whole = withCredentials(workflow, this.world.credential, this.#stored);
			await this.#callees(whole);
			const there = await this.client.request<readonly Json[]>('GET', '/rest/workflows');
			const put = there.some((one) => one['id'] === id)
				? this.client.updateWorkflow(id, whole)
				: this.client.createWorkflow({ ...whole, id });
			await this.activate(await put);
		}
	}

	async #forget(workflow: string): Promise<void> {
		const short = this.#shortLived.get(workflow);
		if (short?.credential === undefined) return;
		await this.client.deleteCredential(short.credential);
		short.credential = undefined;
	}
}

/** The ID of the workflow that a node calls. */
const called = ({ parameters }: WorkflowNode): unknown =>
	(parameters['workflowId'] as Json)['value'];

export function succeeded(run: Execution): Execution {
	assert.equal(run.status, 'success', run.error);
	return run;
}
