/** What an execution gets from n8n beside its workflow: here only credentials, held in memory. */
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

export type Credential = Readonly<Record<string, string | number>>;

/** Expressions such as `$execution.resumeUrl` are made of these; nothing calls them. */
const ADDRESSES = [
	'restApiUrl',
	'instanceBaseUrl',
	'formBaseUrl',
	'formWaitingBaseUrl',
	'formTestBaseUrl',
	'webhookBaseUrl',
	'webhookWaitingBaseUrl',
	'webhookTestBaseUrl',
	'mcpBaseUrl',
	'mcpTestBaseUrl',
];

/** @param reads counts how often the credential is read, which costs n8n a query and a decryption */
export function credentialsHelper(
	prototype: object,
	type: ICredentialType,
	credential: Credential,
	reads: { count: number },
): object {
	return Object.assign(Object.create(prototype) as object, {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			_type: string,
			options: IHttpRequestOptions,
		) =>
			typeof type.authenticate === 'function'
				? await type.authenticate(credentials, options)
				: options,
		preAuthentication: () => Promise.resolve(undefined),
		runPreAuthentication: () => Promise.resolve(undefined),
		getDecrypted: () => {
			reads.count++;
			return Promise.resolve({ environment: 'test', requestsPerMinute: 300, ...credential });
		},
		getCredentialsProperties: () => type.properties,
	});
}

export function executionData(
	core: typeof Core,
	credentials: object,
	id: string,
): IWorkflowExecuteAdditionalData {
	const data = {
		credentialsHelper: credentials,
		executionId: id,
		currentNodeExecutionIndex: 0,
		...Object.fromEntries(ADDRESSES.map((name) => [name, 'http://127.0.0.1:1/'])),
		variables: {},
		hooks: new core.ExecutionLifecycleHooks('trigger', id, {
			id,
			name: 'bench',
			active: false,
			isArchived: false,
			activeVersionId: null,
			nodes: [],
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
	};
	return data as unknown as IWorkflowExecuteAdditionalData;
}
