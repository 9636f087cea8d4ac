/** A real n8n with the package installed, and the same work as workflows: the package's node, and as people build it by hand. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../e2e/lib/client.mts';
import type { NodeRun } from '../../e2e/lib/execution.mts';
import { Instance } from '../../e2e/lib/instance.mts';
import { PACKAGE_NAME } from '../../e2e/lib/paths.mts';
import type { Workflow, WorkflowNode } from '../../e2e/lib/workflow.mts';
import { CREDENTIAL_TYPE, OWNER } from '../../e2e/lib/world.mts';
import { PREFIX, type Keys } from './bare.mts';
import type { Item, Work } from './work.mts';

const START = 'Start';

type Step = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

const step = (name: string, type: string, typeVersion: number, parameters: object): Step => {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters: { ...parameters } };
};

/** A straight line of nodes, from the manual trigger on. */
function line(steps: readonly Step[]): Workflow {
	const all = [step(START, 'manualTrigger', 1, {}), ...steps];
	const nodes = all.map((node, at) => {
		return { ...node, id: String(at), position: [200 * at, 0] as const };
	});
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const pairs = steps.map(({ name }, at) => [all[at]?.name, to(name)]);
	const connections = Object.fromEntries(pairs) as Workflow['connections'];
	return { name: 'bench', nodes, connections, settings: { executionOrder: 'v1' } };
}

/**
 * A signed call for each item without the package. The secret lies in an expression, because generic credentials cannot
 * hash and expressions cannot read credentials. Every answer is HTTP 200: without the last step a refusal looks like a
 * success.
 */
function byHand(url: string, keys: Keys, { call: { method, path, body } }: Work): Step[] {
	const field = (name: string, value: string) => ({ id: name, name, value, type: 'string' });
	const header = (name: string, value: string) => ({ name, value });
	const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
	return [
		step('Build', 'set', 3.4, {
			includeOtherFields: true,
			assignments: {
				assignments: [
					field('path', `=${PREFIX}${path}`),
					field('body', body === undefined ? '' : `={{ JSON.stringify(${body}) }}`),
					field('ts', '={{ Math.floor(Date.now() / 1000) }}'),
				],
			},
			options: {},
		}),
		step('Sign', 'crypto', 1, {
			action: 'hash',
			type: 'SHA256',
			value: `={{ '${keys.secretKey}+${method}+' + $json.path + '+' + $json.body + '+' + $json.ts }}`,
			dataPropertyName: 'signature',
			encoding: 'hex',
		}),
		step('Send', 'httpRequest', 4.2, {
			method,
			url: `=${url}{{ $json.path }}`,
			sendHeaders: true,
			headerParameters: {
				parameters: [
					header('Application', keys.publicKey),
					header('Timestamp', '={{ $json.ts }}'),
					header('Signature', '={{ $json.signature }}'),
				],
			},
			...(method === 'POST' && { ...raw, body: '={{ $json.body }}' }),
			options: {},
		}),
		step('Check', 'code', 2, {
			jsCode: `for (const { json } of $input.all()) {
	if (json.resultat !== 'succes') throw new Error((json.erreurs || ['no answer']).join(', '));
}
return $input.all();`,
		}),
	];
}

/** @throws Failure when n8n is not installed or does not start */
export async function startN8n(packageFolder: string) {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-bench-n8n-'));
	const target = join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await mkdir(target, { recursive: true });
	await cp(packageFolder, target, { recursive: true });
	const instance = new Instance(folder);
	// A peer may log the calls that it sees refused; nobody reads it here.
	const environment = { N8N_LOG_LEVEL: 'error', EXECUTIONS_DATA_PRUNE: 'false' };
	const server = await instance.startServer({ environment });
	const client = new Client(server.url);
	await client.signIn(OWNER);

	const credentialOf = async (baseUrl: string, keys: Keys) => {
		const data = { environment: 'test', baseUrl, ...keys, requestsPerMinute: 300 };
		const name = keys.publicKey;
		const { id } = await client.createCredential({ name, type: CREDENTIAL_TYPE, data });
		return { id, name };
	};

	return {
		close: async () => {
			await instance.stop();
			await rm(folder, { recursive: true, force: true });
		},
		/** Milliseconds from the beginning of the first node of the work to the end of its last. */
		run: async (
			peer: 'ours' | 'byHand',
			work: Work,
			items: readonly Item[],
			url: string,
			keys: Keys,
		): Promise<number> => {
			const node: Step = {
				name: 'Work',
				type: `${PACKAGE_NAME}.legalNotice`,
				typeVersion: 1,
				parameters: work.parameters,
				credentials: { [CREDENTIAL_TYPE]: await credentialOf(url, keys) },
			};
			const steps = peer === 'ours' ? [node] : byHand(url, keys, work);
			const jsCode = `return ${JSON.stringify(items)}.map((json) => ({ json }));`;
			const { id } = await client.createWorkflow(
				line([step('Items', 'code', 2, { jsCode }), ...steps]),
			);
			const execution = await client.run(id, START, 120_000);
			const runs = steps.map(({ name }) => execution.runs(name)[0] as Timed | undefined);
			const [first, last] = [runs[0], runs.at(-1)];
			if (execution.status !== 'success' || !first || !last) {
				throw new Error(`${peer}: ${execution.status}, ${execution.error}`);
			}
			const came = last.data?.main?.[0]?.length ?? 0;
			if (came < items.length) throw new Error(`${peer}: ${came} items came for ${items.length}.`);
			return last.startTime + last.executionTime - first.startTime;
		},
	};
}

interface Timed extends NodeRun {
	readonly startTime: number;
	readonly executionTime: number;
}
