/** Nodes that do the work of the package in n8n's engine: n8n's own HTTP Request node, and n8n's request helper alone. */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import type { Account } from '../../e2e/lib/serviceCall.mts';
import { type BareCall, CONNECTIONS, PREFIX } from './bare.mts';
import type { Peer } from './engine.mts';
import { ownNode } from './ownNodes.mts';

export const httpRequest: Peer = {
	// n8n lets a node of this type alone use any credential.
	type: 'n8n-nodes-base.httpRequest',
	node: ownNode('n8n-nodes-base.httpRequest', 4.2),
};

/** The least that a node can do: its calls go out as they are, signed by the credential, 64 at once. */
export function helperAlone(account: Account, calls: readonly BareCall[]): Peer {
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const answers: INodeExecutionData[] = [];
		const left = calls.entries();
		const worker = async () => {
			for (const [at, { method, path, body }] of left) {
				const request: IHttpRequestOptions = {
					method,
					url: `${account.url}${PREFIX}${path}`,
					headers: { 'Content-Type': 'application/json' },
					body: Buffer.from(JSON.stringify(body)),
				};
				const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'legalNoticeApi',
					request,
				);
				answers[at] = { json: answer as IDataObject };
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, worker));
		return [answers];
	}
	const credentials = [{ name: 'legalNoticeApi', required: true }];
	const description = { name: 'helper', version: 1, properties: [], inputs: [], outputs: ['main'] };
	const node = { description: { ...description, credentials }, execute } as unknown as INodeType;
	return { type: 'helper', node };
}
