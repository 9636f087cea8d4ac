/** What every journey finds: n8n with the sandbox, a mail server, credentials for all that its nodes talk to. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import type { JournalOrder } from '../../sandbox/index.mts';
import { withCredentials } from '../lib/attach.mts';
import { openBrowser } from '../lib/chromium.mts';
import type { Client, StoredCredential, StoredWorkflow } from '../lib/client.mts';
import type { Execution, Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { PATIENCE_MS, until } from '../lib/until.mts';
import { readExample } from '../lib/workflow.mts';
import { openWorld, type World } from '../lib/world.mts';
import { ACCESS } from './httpStandIn.mts';
import { MailServer, type Mail } from './mailServer.mts';
import { withOwn, type Own } from './ownValues.mts';

/** Of a browser with a window: n8n answers a robot in another way. */
const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** Who may fill in the forms, and who may read the page. */
export const COLLEAGUE = { user: 'cabinet', password: 'demo-form-password' };
export const READER = { user: 'lecture', password: 'demo-page-password' };
/** Forms and approvals lead to the address that n8n thinks it has. */
const environment = { N8N_HOST: LOOPBACK, GENERIC_TIMEZONE: 'Europe/Paris' };

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
	const reader = { name: 'page', type: 'httpBasicAuth', data: READER };
	stage = new Stage(world, mail, stored, await world.client.createCredential(reader));
	return stage;
}

export class Stage {
	readonly world: World;
	readonly mail: MailServer;
	readonly client: Client;
	readonly #stored: readonly StoredCredential[];
	/** Of the page of notices, whose password is another one than that of the forms. */
	readonly #reader: StoredCredential;
	readonly #seen = new Set<string>();
	/** ID of the workflow that n8n starts when another fails. */
	#errorWorkflow: string | undefined;
	#browser: Browser | undefined;

	constructor(
		world: World,
		mail: MailServer,
		stored: readonly StoredCredential[],
		reader: StoredCredential,
	) {
		this.world = world;
		this.mail = mail;
		this.client = world.client;
		this.#stored = stored;
		this.#reader = reader;
	}

	get sandbox() {
		return this.world.sandbox;
	}

	/** The credentials of an example's nodes that are not of this package. */
	others(example: string): readonly StoredCredential[] {
		return example === 'page-of-notices' ? [this.#reader, ...this.#stored] : this.#stored;
	}

	/** Imports an example, with own values, credentials and the error workflow. */
	async open(example: string, own: Own = {}): Promise<StoredWorkflow> {
		const others = [...this.others(example)];
		if (own.model !== undefined) {
			const data = { apiKey: 'demo-model-key', url: own.model };
			others.push(
				await this.client.createCredential({ name: 'Language model', type: 'openAiApi', data }),
			);
		}
		const workflow = withOwn(await readExample(example), own);
		const whole = withCredentials(workflow, this.world.credential, others);
		const errorWorkflow = this.#errorWorkflow;
		const settings = { ...whole.settings, ...(errorWorkflow !== undefined && { errorWorkflow }) };
		const stored = await this.client.createWorkflow({ ...whole, settings });
		if (example === 'when-something-fails') this.#errorWorkflow = stored.id;
		return stored;
	}

	/** Runs a workflow from one of its triggers; it has to succeed. */
	async run(workflow: StoredWorkflow, trigger: string): Promise<Execution> {
		const run = await this.attempt(workflow, trigger);
		assert.equal(run.status, 'success', run.error);
		return run;
	}

	/** Runs it, whatever becomes of it. */
	async attempt({ id }: StoredWorkflow, trigger: string): Promise<Execution> {
		const run = await this.client.start(id, trigger);
		this.#seen.add(run);
		return await this.client.finished(run, PATIENCE_MS);
	}

	/** "Retry with original workflow" of a run. */
	async retry(run: string): Promise<void> {
		await this.client.request('POST', `/rest/executions/${run}/retry`, { loadWorkflow: false });
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
	}

	/** The next run that nobody has seen yet, of a workflow that starts by itself, once it has ended. */
	async next({ id, name }: StoredWorkflow): Promise<Execution> {
		const ids = async () => await this.client.executionIds(id);
		const look = async () => (await ids()).filter((run) => !this.#seen.has(run)).at(-1);
		const found = await until(`Another run of "${name}"`, look, PATIENCE_MS);
		this.#seen.add(found);
		return await this.client.finished(found, PATIENCE_MS);
	}

	/** Ends n8n as a power cut would, and starts it again on the same data. */
	async kill(): Promise<void> {
		await this.world.instance.kill();
		await this.world.instance.startServer({ port: this.world.server.port, environment });
	}

	/** An empty page of a real browser, as a person has it who knows a password. */
	async page({ user, password } = COLLEAGUE): Promise<Page> {
		this.#browser ??= await openBrowser();
		const httpCredentials = { username: user, password };
		const page = await this.#browser.newPage({ userAgent: PERSON, httpCredentials });
		page.setDefaultTimeout(PATIENCE_MS);
		// n8n's pages ask a server of the outside for a font.
		await page.route(
			({ hostname }) => hostname !== LOOPBACK,
			async (route) => await route.abort(),
		);
		return page;
	}

	/** What the service has of a file (dossier). */
	ordered(dossier: string): readonly JournalOrder[] {
		return this.sandbox.journal.orders().filter((order) => order.dossier === dossier);
	}

	mailsTo(recipient: string): readonly Mail[] {
		return this.mail.mails.filter(({ to }) => to.includes(recipient));
	}

	/** Orders a notice outside of n8n. @returns its reference */
	async order(dossier: string, fields: Json = {}): Promise<string> {
		const answer = await orderNotice(this.sandbox, {
			dossier,
			numero_commande: dossier,
			...fields,
		});
		assert.equal(answer['resultat'], 'succes', JSON.stringify(answer));
		return String(answer['reference']);
	}

	async close(): Promise<void> {
		await this.#browser?.close();
		await this.world.close();
		await this.mail.close();
	}
}
