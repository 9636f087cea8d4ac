/** The workflow that people build for the same work without the package, out of n8n's own nodes. */
import type { Account } from '../../e2e/lib/serviceCall.mts';
import { node, type WorkflowNode } from '../../e2e/lib/workflow.mts';
import { PREFIX } from './bare.mts';
import type { Work } from './work.mts';

/** What is refused leaves the step Check by its other way. */
const SUCCEEDED = {
	options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'strict' },
	combinator: 'and',
	conditions: [
		{
			id: 'succes',
			leftValue: '={{ $json.resultat }}',
			rightValue: 'succes',
			operator: { type: 'string', operation: 'equals' },
		},
	],
};

/**
 * A signed call for each item without the package, in four steps. The secret lies in an expression, because generic
 * credentials cannot hash and expressions cannot read credentials. Every answer is HTTP 200: without the last step a refusal
 * looks like a success. n8n sends all items at once, each over a connection of its own, unless somebody adds batches.
 */
export function byHand(account: Account, { call: { method, path, body } }: Work): WorkflowNode[] {
	const field = (name: string, value: string) => ({ id: name, name, value, type: 'string' });
	const assignments = [
		field('path', `=${PREFIX}${path}`),
		field('body', body === undefined ? '' : `={{ JSON.stringify(${body}) }}`),
		field('ts', '={{ Math.floor(Date.now() / 1000) }}'),
	];
	const parameters = [
		{ name: 'Application', value: account.publicKey },
		{ name: 'Timestamp', value: '={{ $json.ts }}' },
		{ name: 'Signature', value: '={{ $json.signature }}' },
	];
	const raw = { sendBody: true, contentType: 'raw', rawContentType: 'application/json' };
	return [
		node('Build', 'set', 3.4, {
			includeOtherFields: true,
			assignments: { assignments },
			options: {},
		}),
		node('Sign', 'crypto', 1, {
			action: 'hash',
			type: 'SHA256',
			value: `={{ '${account.secretKey}+${method}+' + $json.path + '+' + $json.body + '+' + $json.ts }}`,
			dataPropertyName: 'signature',
			encoding: 'hex',
		}),
		node('Send', 'httpRequest', 4.2, {
			method,
			url: `=${account.url}{{ $json.path }}`,
			sendHeaders: true,
			headerParameters: { parameters },
			...(method === 'POST' && { ...raw, body: '={{ $json.body }}' }),
			options: {},
		}),
		node('Check', 'if', 2.2, { conditions: SUCCEEDED, options: {} }),
	];
}
