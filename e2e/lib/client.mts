/** The REST interface that n8n's editor uses, as far as a person needs it to set up and run workflows. */
import { Execution, type Json, type StoredExecution } from './execution.mts';
import { until } from './until.mts';
import type { Workflow } from './workflow.mts';

export interface Owner {
	readonly email: string;
	/** 8 to 64 characters with a digit and a capital. */
	readonly password: string;
}

interface Credential {
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
	async signIn({ email, password }: Owner): Promise<void> {
		const { userManagement } = await this.request<{ userManagement: Json }>(
			'GET',
			'/rest/settings',
		);
		if (userManagement['showSetupOnFirstLoad'] === true) {
			const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
			await this.request('POST', '/rest/owner/setup', owner);
		} else {
			await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** The first of that name. */
	async find<Stored extends { name: string }>(
		kind: 'credentials' | 'workflows',
		wanted: string,
	): Promise<Stored | undefined> {
		const stored = await this.request<Stored[]>('GET', `/rest/${kind}`);
		return stored.find(({ name }) => name === wanted);
	}

	async createCredential(credential: Credential): Promise<StoredCredential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/rest/credentials/${id}`);
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', workflow);
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
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
		const body = { workflowData, triggerToStartFrom: { name: trigger } };
		const route = `/rest/workflows/${id}/run`;
		return (await this.request<{ executionId: string }>('POST', route, body)).executionId;
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

	/** The runs of a workflow, the newest first. */
	async executionIds(workflowId: string): Promise<readonly string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const route = `/rest/executions?filter=${filter}`;
		const { results } = await this.request<{ results: Array<{ id: string }> }>('GET', route);
		return results.map(({ id }) => id);
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
			signal: AbortSignal.timeout(180_000),
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
