/** Workflows that do the same work: with the package, with n8n's own nodes, and in between. */
import { PACKAGE_NAME } from '../../e2e/lib/paths.mts';
import type { Workflow, WorkflowNode } from '../../e2e/lib/workflow.mts';
import { CREDENTIAL_TYPE } from '../../e2e/lib/world.mts';
import { PREFIX } from './bare.mts';
import { START } from './n8n.mts';
import type { Keys } from './service.mts';

export interface Target {
	readonly url: string;
	readonly keys: Keys;
	readonly credential: { readonly id: string; readonly name: string };
}

/** One call for each item, as an expression over `$json`. */
export interface ItemCall {
	readonly method: 'GET' | 'POST';
	/** Behind {@link PREFIX}. */
	readonly path: string;
	/** JavaScript of the body object; absent for GET. */
	readonly body?: string;
}

type Parameters = Readonly<Record<string, unknown>>;
export interface Step {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Parameters;
	readonly credentials?: NonNullable<WorkflowNode['credentials']>;
}

const step = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Parameters,
	settings: Pick<Step, 'credentials'> = {},
): Step => ({ name, type, typeVersion, parameters, ...settings });

/** A straight line of nodes, from the manual trigger on. */
export function line(name: string, steps: readonly Step[]): Workflow {
	const all = [step(START, 'n8n-nodes-base.manualTrigger', 1, {}), ...steps];
	const connections = Object.fromEntries(
		all
			.slice(1)
			.map((next, at) => [
				all[at]?.name ?? '',
				{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
			]),
	);
	const nodes = all.map((node, at) => ({
		...node,
		id: String(at),
		position: [200 * at, 0] as const,
	}));
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Puts out the given JSON objects. */
export const items = (list: readonly object[]): Step =>
	step('Items', 'n8n-nodes-base.code', 2, {
		jsCode: `return ${JSON.stringify(list)}.map((json) => ({ json }));`,
	});

/** The package's node. */
export const ours = (name: string, { credential }: Target, parameters: Parameters): Step =>
	step(name, `${PACKAGE_NAME}.legalNotice`, 1, parameters, {
		credentials: { [CREDENTIAL_TYPE]: credential },
	});

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

/** n8n's HTTP Request node, signed by the package's credential; what comes back is checked as by hand. */
export const httpWithCredential = (
	name: string,
	{ url, credential }: Target,
	call: ItemCall,
): Step[] => [
	step(
		`${name}: send`,
		'n8n-nodes-base.httpRequest',
		4.2,
		{
			method: call.method,
			url: `=${url}${PREFIX}${call.path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			...(call.body !== undefined && rawBody(`={{ JSON.stringify(${call.body}) }}`)),
			options: {},
		},
		{ credentials: { [CREDENTIAL_TYPE]: credential } },
	),
	check(`${name}: check`),
];

const rawBody = (body: string): Parameters => ({
	sendBody: true,
	contentType: 'raw',
	rawContentType: 'application/json',
	body,
});

/** Every answer is HTTP 200: without this step a refusal looks like a success. */
const check = (name: string): Step =>
	step(name, 'n8n-nodes-base.code', 2, {
		jsCode: `for (const { json } of $input.all()) {
	if (json.resultat !== 'succes') throw new Error((json.erreurs || ['no answer']).join(', '));
}
return $input.all();`,
	});

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
