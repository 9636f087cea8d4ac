/** What an execution gets from n8n beside its workflow: credentials held in memory, and no more than it asks for. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { core, workflowPackage } from './n8n.mts';

/** What the credential form holds. */
export interface Credential {
	environment?: 'test' | 'production';
	baseUrl: string;
	publicKey: string;
	secretKey: string;
	requestsPerMinute?: number;
}

export const credentialType: ICredentialType = new LegalNoticeApi();

/** As n8n hands it to a node. */
export function decrypted(credential: Credential): ICredentialDataDecryptedObject {
	return { requestsPerMinute: 300, environment: 'test', ...credential };
}

/** The part of n8n's credential service that the engine asks, over credentials held in memory. */
class MemoryCredentials extends workflowPackage.ICredentialsHelper {
	reads = 0;

	private readonly credential: Credential;

	constructor(credential: Credential) {
		super();
		this.credential = credential;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		if (typeof credentialType.authenticate !== 'function') throw new Error('no authenticate');
		return await credentialType.authenticate(credentials, options);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials(): Promise<never> {
		return Promise.reject(new Error('not used by the engine here'));
	}

	getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		return Promise.resolve(decrypted(this.credential));
	}

	updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}

	getCredentialsProperties(): ICredentialType['properties'] {
		return credentialType.properties;
	}
}

let executions = 0;

export function additionalData(
	credential: Credential,
	mode: WorkflowExecuteMode = 'manual',
): { data: IWorkflowExecuteAdditionalData; credentials: MemoryCredentials } {
	const executionId = String(++executions);
	const credentials = new MemoryCredentials(credential);
	const url = 'http://127.0.0.1:1/';
	const data = {
		credentialsHelper: credentials,
		hooks: new core.ExecutionLifecycleHooks(mode, executionId, {
			id: executionId,
			name: 'test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			nodes: [],
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: url,
		instanceBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		variables: {},
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
	};
	return { data: data as unknown as IWorkflowExecuteAdditionalData, credentials };
}
