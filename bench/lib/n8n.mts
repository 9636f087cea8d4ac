/** A real n8n with the package installed; runs workflows and says how long each node took. */
import { mkdtemp, rm } from 'node:fs/promises';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../e2e/lib/client.mts';
import type { Execution, NodeRun } from '../../e2e/lib/execution.mts';
import { Instance } from '../../e2e/lib/instance.mts';
import { PACKAGE_NAME } from '../../e2e/lib/paths.mts';
import type { Workflow } from '../../e2e/lib/workflow.mts';
import { CREDENTIAL_TYPE, OWNER } from '../../e2e/lib/world.mts';
import type { Keys } from './service.mts';

export const START = 'Start';

export interface Ran {
	/** Milliseconds from the beginning of the first named node to the end of the last. */
	readonly ms: number;
	/** Items that the last named node put out, in all its runs. */
	readonly items: number;
	readonly execution: Execution;
}

interface Timed extends NodeRun {
	readonly startTime: number;
	readonly executionTime: number;
}

export class RealN8n {
	readonly client: Client;
	readonly #instance: Instance;
	readonly #folder: string;

	private constructor(client: Client, instance: Instance, folder: string) {
		this.client = client;
		this.#instance = instance;
		this.#folder = folder;
	}

	/** @throws Failure when n8n is not installed or does not start */
	static async start(packageFolder: string): Promise<RealN8n> {
		const folder = await mkdtemp(join(tmpdir(), 'legal-notice-bench-n8n-'));
		const instance = new Instance(folder);
		try {
			const target = join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
			await mkdir(target, { recursive: true });
			await cp(packageFolder, target, { recursive: true });
			const server = await instance.startServer({
				environment: {
					// The peers may log the calls that they see refused; nobody reads it here.
					N8N_LOG_LEVEL: 'error',
					EXECUTIONS_DATA_PRUNE: 'false',
				},
			});
			const client = new Client(server.url);
			await client.signIn(OWNER);
			return new RealN8n(client, instance, folder);
		} catch (error) {
			await instance.stop();
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}

	async credential(
		url: string,
		{ publicKey, secretKey }: Keys,
		requestsPerMinute = 300,
	): Promise<{ id: string; name: string }> {
		const data = { environment: 'test', baseUrl: url, publicKey, secretKey, requestsPerMinute };
		const { id, name } = await this.client.createCredential({
			name: publicKey,
			type: CREDENTIAL_TYPE,
			data,
		});
		return { id, name };
	}

	/** @param nodes the ones that are timed, in order */
	async run(workflow: Workflow, nodes: readonly string[], timeoutMs = 120_000): Promise<Ran> {
		const { id } = await this.client.createWorkflow(workflow);
		const execution = await this.client.run(id, START, timeoutMs);
		const runs = nodes.map((name) => execution.runs(name) as readonly Timed[]);
		const first = runs[0]?.[0];
		const last = runs.at(-1)?.at(-1);
		if (execution.status !== 'success' || !first || !last) {
			throw new Error(`${workflow.name}: ${execution.status}, ${execution.error}`);
		}
		return {
			ms: last.startTime + last.executionTime - first.startTime,
			items: (runs.at(-1) ?? []).reduce((sum, { data }) => sum + (data?.main?.[0]?.length ?? 0), 0),
			execution,
		};
	}

	async close(): Promise<void> {
		await this.#instance.stop();
		await rm(this.#folder, { recursive: true, force: true });
	}
}
