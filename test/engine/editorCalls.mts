/** What the editor asks of the package: lists for its fields, and whether a credential works. */
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { additionalData, credentialType, decrypted, type Credential } from './executionData.mts';
import { core, workflowPackage } from './n8n.mts';
import { CREDENTIAL_TYPE, NODE_TYPE, registerNodeType, standIn } from './nodeTypes.mts';
import { typeNamed, workflowNode, workflowOf } from './nodeTypes.mts';

/** Calls a list method of the node as the editor does. */
export async function callMethod<Returned>(
	kind: 'listSearch' | 'loadOptions',
	name: string,
	parameters: INodeParameters,
	credential: Credential,
	...args: unknown[]
): Promise<Returned> {
	const { data } = additionalData(credential, 'internal');
	data.currentNodeParameters = parameters;
	const node = workflowNode('Temp-Node', NODE_TYPE, parameters);
	const context = new core.LoadOptionsContext(workflowOf([node]), node, data, '');
	const methods = typeNamed(node.type).methods?.[kind] as
		| Record<string, (this: unknown, ...given: unknown[]) => Promise<Returned>>
		| undefined;
	const method = methods?.[name];
	if (!method) throw new Error(`the node has no ${kind} method ${name}`);
	return await method.call(context, ...args);
}

/**
 * Tests the credential as n8n's credential tester does: its request through the declarative engine, then its rules
 * on what came back, the first that matches being the failure.
 */
export async function testCredential(credential: Credential) {
	const { data } = additionalData(credential, 'internal');
	const test = credentialType.test;
	if (!test) throw new Error('the credential has no test');
	const field = { displayName: 'Temp', name: 'temp', type: 'string', default: '' } as const;
	const credentials = [{ name: CREDENTIAL_TYPE, required: true }];
	const properties = [{ ...field, routing: { request: test.request } }];
	const probe: INodeType = { description: standIn('temp', { credentials, properties }) };
	const node = workflowNode('Temp', 'temp', {});
	registerNodeType('temp', probe);
	const items = [{ json: {} }];
	const context = new core.ExecuteContext(
		workflowOf([node]),
		node,
		data,
		'internal',
		workflowPackage.createRunExecutionData({}),
		0,
		items,
		{ main: [items] },
		{ node, data: {}, source: null },
		[],
	);
	const named = { id: '1', name: 'Legal Notice API', type: CREDENTIAL_TYPE };
	const stored = { ...named, data: decrypted(credential) };
	let answer: unknown;
	try {
		const output = await new core.RoutingNode(context, probe, stored).runNode();
		answer = output?.[0]?.[0]?.json;
	} catch (error) {
		const { cause, message } = error as Error & {
			cause?: { response?: { status: number; statusText: string }; code?: string };
		};
		const { response } = Object(cause) as NonNullable<typeof cause>;
		const ofStatus = (test.rules ?? []).find(
			({ type, properties: rule }) => type === 'responseCode' && rule.value === response?.status,
		);
		const shown = ofStatus?.properties.message ?? response?.statusText ?? cause?.code;
		return { status: 'Error', message: shown ?? message };
	}
	/** The value at a key such as `erreurs[0]`. */
	const at = (key: string) => {
		const names = key.split(/[.[\]]+/).filter((name) => name !== '');
		return names.reduce<unknown>((value, name) => Reflect.get(Object(value), name), answer);
	};
	for (const { type, properties } of test.rules ?? []) {
		if (type !== 'responseSuccessBody' || at(properties.key) !== properties.value) continue;
		return { status: 'Error', message: properties.message };
	}
	return { status: 'OK', message: 'Connection successful!' };
}
