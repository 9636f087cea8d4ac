/** The REST interface that n8n's editor uses, as far as a person needs it to set up and run workflows. */
import { Execution, type Json, type StoredExecution } from './execution.mts';
import { until } from './until.mts';
import type { Workflow } from './workflow.mts';

export interface Owner {
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	/** 8 to 64 characters with a digit and a capital. */
	readonly password: string;
}

export interface CredentialData {
	readonly name: string;
	readonly type: string;
	readonly data: Json;
}

export interface StoredCredential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

export interface StoredWorkflow extends Workflow {
	readonly id: string;
	readonly versionId: string;
	readonly active: boolean;
}

const UNFINISHED = new Set(['new', 'running', 'waiting']);

export class Client {
	readonly #url: string;
	#cookie = '';

	/** @param url the address of the n8n server, without a final slash */
	constructor(url: string) {
		this.#url = url;
	}

	/** Signs in; on a fresh n8n the account is made first. */
	async signIn(owner: Owner): Promise<void> {
		const { userManagement } = await this.request<{ userManagement: Json }>(
			'GET',
			'/rest/settings',
		);
		if (userManagement['showSetupOnFirstLoad'] === true) {
			await this.request('POST', '/rest/owner/setup', owner);
			return;
		}
		const { email, password } = owner;
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	async credentials(): Promise<readonly StoredCredential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	async createCredential(credential: CredentialData): Promise<StoredCredential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	async updateCredential(id: string, credential: CredentialData): Promise<void> {
		await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/rest/credentials/${id}`);
	}

	/** Presses the button in the credential window: `data` is what the fields hold at that moment. */
	async testCredential({ id, name, type }: StoredCredential, data: Json): Promise<Json> {
		const credentials = { id, name, type, data };
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	async createWorkflow(workflow: Workflow & { id?: string }): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', workflow);
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	async workflows(): Promise<ReadonlyArray<{ id: string; name: string }>> {
		return await this.request('GET', '/rest/workflows');
	}

	async updateWorkflow(id: string, workflow: Workflow): Promise<StoredWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.request('PATCH', `/rest/workflows/${id}`, { ...workflow, versionId });
	}

	/** Switches the workflow's triggers on. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** "Execute workflow" in the editor. @returns the finished run, failed or not */
	async run(id: string, trigger: string, timeoutMs = 60_000): Promise<Execution> {
		return await this.finished(await this.start(id, trigger), timeoutMs);
	}

	/** The same without waiting for the end. @returns the id of the run */
	async start(id: string, trigger: string): Promise<string> {
		const workflowData = await this.workflow(id);
		const { executionId } = await this.request<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Waits for a run to end. @throws Error when it takes longer than `timeoutMs` */
	async finished(executionId: string, timeoutMs = 60_000): Promise<Execution> {
		let status = '';
		return await until(
			() => `The end of run ${executionId}, which is "${status}",`,
			async () => {
				// While it runs there is nothing to decode yet.
				const stored = await this.#storedExecution(executionId);
				({ status } = stored);
				return UNFINISHED.has(status) ? undefined : new Execution(stored);
			},
			timeoutMs,
		);
	}

	async status(id: string): Promise<string> {
		return (await this.#storedExecution(id)).status;
	}

	async execution(id: string): Promise<Execution> {
		return new Execution(await this.#storedExecution(id));
	}

	async #storedExecution(id: string): Promise<StoredExecution> {
		return await this.request('GET', `/rest/executions/${id}`);
	}

	/** The runs of a workflow, the newest first, without their data. */
	async executions(workflowId: string): Promise<ReadonlyArray<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const route = `/rest/executions?filter=${filter}`;
		return (await this.request<{ results: Array<{ id: string; status: string }> }>('GET', route))
			.results;
	}

	async executionIds(workflowId: string): Promise<readonly string[]> {
		return (await this.executions(workflowId)).map(({ id }) => id);
	}

	/** @throws Error with n8n's own message on any answer that is not a success */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const isForm = body instanceof FormData;
		const response = await fetch(this.#url + path, {
			method,
			headers: {
				...(!isForm && { 'content-type': 'application/json' }),
				...(this.#cookie && { cookie: this.#cookie }),
			},
			...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
			signal: AbortSignal.timeout(30_000),
		});
		for (const header of response.headers.getSetCookie()) {
			this.#cookie = header.split(';', 1)[0] ?? '';
		}
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
		}
		return (JSON.parse(text) as { data: T }).data;
	}
}
