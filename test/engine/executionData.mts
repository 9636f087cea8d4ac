/** What an execution gets from n8n in addition to its workflow: the credential of a test, held in memory. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { credentialsInMemory, executionInMemory } from './inMemory.mts';
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

let executions = 0;

/** @returns with the credentials, which count how often they were read */
export function additionalData(
	credential: Credential,
	mode: WorkflowExecuteMode = 'manual',
): { data: IWorkflowExecuteAdditionalData; credentials: { readonly reads: number } } {
	const credentials = credentialsInMemory(workflowPackage, credentialType, decrypted(credential));
	const data = executionInMemory(core, credentials, String(++executions), mode);
	return { data, credentials };
}
