/** Workflows as people build them from n8n's own nodes. */
import type { Workflow } from '../../e2e/lib/workflow.mts';
import { PREFIX } from './bare.mts';
import {
	check,
	items,
	line,
	rawBody,
	step,
	type ItemCall,
	type Step,
	type Target,
} from './workflows.mts';

/**
 * One signed call without the package: Edit Fields, Crypto, HTTP Request, Code. The secret lies in an expression,
 * because generic credentials cannot hash and expressions cannot read credentials.
 */
export function byHand(name: string, { url, keys }: Target, call: ItemCall): Step[] {
	const field = (field: string, value: string) => ({
		id: field,
		name: field,
		value,
		type: 'string',
	});
	const post = call.method === 'POST';
	return [
		step(`${name}: build`, 'n8n-nodes-base.set', 3.4, {
			includeOtherFields: true,
			assignments: {
				assignments: [
					field('path', `=${PREFIX}${call.path}`),
					field('body', call.body === undefined ? '' : `={{ JSON.stringify(${call.body}) }}`),
					field('ts', '={{ Math.floor(Date.now() / 1000) }}'),
				],
			},
			options: {},
		}),
		step(`${name}: sign`, 'n8n-nodes-base.crypto', 1, {
			action: 'hash',
			type: 'SHA256',
			value: `={{ '${keys.secretKey}+${call.method}+' + $json.path + '+' + $json.body + '+' + $json.ts }}`,
			dataPropertyName: 'signature',
			encoding: 'hex',
		}),
		step(`${name}: send`, 'n8n-nodes-base.httpRequest', 4.2, {
			method: call.method,
			url: `=${url}{{ $json.path }}`,
			sendHeaders: true,
			headerParameters: {
				parameters: [
					{ name: 'Application', value: keys.publicKey },
					{ name: 'Timestamp', value: '={{ $json.ts }}' },
					{ name: 'Signature', value: '={{ $json.signature }}' },
				],
			},
			...(post && rawBody('={{ $json.body }}')),
			options: {},
		}),
		check(`${name}: check`),
	];
}

/** The calls by hand in batches with a minute between them, the least that keeps them under a quota. */
export function spreadByHand(
	name: string,
	target: Target,
	call: ItemCall,
	list: readonly object[],
	perMinute: number,
): { workflow: Workflow; timed: string[] } {
	const loop = `${name}: loop`;
	const calls = byHand(name, target, call);
	const wait = step(`${name}: wait`, 'n8n-nodes-base.wait', 1.1, { amount: 60, unit: 'seconds' });
	const straight = line('by hand, spread', [
		items(list),
		step(loop, 'n8n-nodes-base.splitInBatches', 3, { batchSize: perMinute, options: {} }),
		...calls,
		wait,
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const connections = {
		...straight.connections,
		// The first output is for the end, the second goes round.
		[loop]: { main: [[], to(calls[0]?.name ?? '')] },
		[wait.name]: { main: [to(loop)] },
	};
	// The wait after the last batch helps nobody and is left out.
	return { workflow: { ...straight, connections }, timed: [loop, calls.at(-1)?.name ?? ''] };
}
