/** Workflows with the package, or with its credential alone, and the parts that all peers' workflows are made of. */
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

export type Parameters = Readonly<Record<string, unknown>>;
export interface Step {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Parameters;
	readonly credentials?: NonNullable<WorkflowNode['credentials']>;
}

export const step = (
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

export const rawBody = (body: string): Parameters => ({
	sendBody: true,
	contentType: 'raw',
	rawContentType: 'application/json',
	body,
});

/** Every answer is HTTP 200: without this step a refusal looks like a success. */
export const check = (name: string): Step =>
	step(name, 'n8n-nodes-base.code', 2, {
		jsCode: `for (const { json } of $input.all()) {
	if (json.resultat !== 'succes') throw new Error((json.erreurs || ['no answer']).join(', '));
}
return $input.all();`,
	});
