/**
 * What an execution gets from n8n in addition to its workflow, made in memory, for whichever copy of n8n is loaded:
 * credentials, and no more of the rest than the engine asks for.
 */
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';

type Helper = WorkflowPackage.ICredentialsHelper;

/**
 * The part of n8n's credential service that the engine asks.
 *
 * @returns with `reads`: how often the credential was read, which costs n8n a query and a decryption
 */
export function credentialsInMemory(
	{ ICredentialsHelper }: typeof WorkflowPackage,
	type: ICredentialType,
	decrypted: ICredentialDataDecryptedObject,
): Helper & { readonly reads: number } {
	const helper = {
		reads: 0,
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => type.properties,
		preAuthentication: async () => await Promise.resolve(undefined),
		runPreAuthentication: async () => await Promise.resolve(undefined),
		getDecrypted: async () => {
			helper.reads++;
			return await Promise.resolve({ ...decrypted });
		},
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			_type: string,
			options: IHttpRequestOptions,
		) => {
			if (typeof type.authenticate !== 'function') throw new Error('no authenticate');
			return await type.authenticate(credentials, options);
		},
	};
	Object.setPrototypeOf(helper, ICredentialsHelper.prototype as object);
	return helper as unknown as Helper & { readonly reads: number };
}

/** @param id of the execution, and of the workflow that its hooks receive */
export function executionInMemory(
	core: typeof Core,
	credentialsHelper: Helper,
	id: string,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const data = {
		credentialsHelper,
		hooks: new core.ExecutionLifecycleHooks(mode, id, {
			id,
			name: 'made up',
			active: false,
			isArchived: false,
			activeVersionId: null,
			nodes: [],
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		executionId: id,
		currentNodeExecutionIndex: 0,
		// Expressions such as `$execution.resumeUrl` are made of these; nothing calls them.
		webhookWaitingBaseUrl: 'http://127.0.0.1:1/',
		formWaitingBaseUrl: 'http://127.0.0.1:1/',
		variables: {},
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
	};
	return data as unknown as IWorkflowExecuteAdditionalData;
}
