/** A real n8n with the package installed, and the same work as workflows: the package's node, and as people build it by hand. */
import { PACKAGE_NAME } from '../../e2e/lib/paths.mts';
import type { Account } from '../../e2e/lib/serviceCall.mts';
import { attached, chained, node, type WorkflowNode } from '../../e2e/lib/workflow.mts';
import { CREDENTIAL_TYPE, openWorld } from '../../e2e/lib/world.mts';
import { byHand } from './byHand.mts';
import { type Item, requestParameters, type Work } from './work.mts';

const START = 'Start';

type Peer = 'ours' | 'byHand' | 'request';

/** @throws Failure when n8n is not installed or does not start */
export async function startN8n() {
	// A peer may log the calls that it sees refused; nobody reads it here.
	const environment = { N8N_LOG_LEVEL: 'error', EXECUTIONS_DATA_PRUNE: 'false' };
	const world = await openWorld('bench', environment);
	const { client } = world;

	async function credentialFor({ url: baseUrl, ...keys }: Account) {
		const data = { environment: 'test', baseUrl, ...keys, requestsPerMinute: 300 };
		return await client.createCredential({ name: keys.publicKey, type: CREDENTIAL_TYPE, data });
	}

	async function byPackage(account: Account, { parameters }: Work): Promise<WorkflowNode[]> {
		const work = node('Work', `${PACKAGE_NAME}.legalNotice`, 1, parameters);
		return [attached(work, await credentialFor(account))];
	}

	/** n8n's own node with our credential, which signs: nothing of the answers is looked at. */
	async function byRequest(account: Account, work: Work): Promise<WorkflowNode[]> {
		const request = node('Send', 'httpRequest', 4.2, requestParameters(account.url, work));
		return [attached(request, await credentialFor(account))];
	}

	const makeSteps = { ours: byPackage, byHand, request: byRequest };

	/** Milliseconds from the beginning of the first node of the work to the end of its last. */
	async function run(peer: Peer, work: Work, items: readonly Item[], account: Account) {
		const steps = await makeSteps[peer](account, work);
		const jsCode = `return ${JSON.stringify(items)}.map((json) => ({ json }));`;
		const given = [node(START, 'manualTrigger', 1), node('Items', 'code', 2, { jsCode })];
		const { id } = await client.createWorkflow(chained('bench', [...given, ...steps]));
		const execution = await client.run(id, START, 120_000);
		const runs = steps.map(({ name }) => execution.runs(name)[0]);
		const [first, last] = [runs[0], runs.at(-1)];
		if (execution.status !== 'success' || !first || !last) {
			throw new Error(`${peer}: ${execution.status}, ${execution.error}`);
		}
		const came = last.data?.main?.[0]?.length ?? 0;
		if (came < items.length) throw new Error(`${peer}: ${came} items came for ${items.length}.`);
		return last.startTime + last.executionTime - first.startTime;
	}

	return { run, close: async () => await world.close() };
}
