import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { signRequest } from '../nodes/LegalNotice/transport/signer';

type SuccessRule = Extract<
	NonNullable<ICredentialTestRequest['rules']>[number],
	{ type: 'responseSuccessBody' }
>;

const NOT_THE_SERVICE =
	'The address answers, but not as the legal notice service does. Check the Base URL: it is the address of the instance, not of its website.';

/** What the codes mean for a person who is entering keys; the likely ones first. */
const REFUSALS: ReadonlyArray<readonly [code: string, message: string]> = [
	[
		'err_cle_inconnue',
		'The service does not know this public key. Check the Public Key, and that the Base URL is the address of the same instance (test or production).',
	],
	[
		'err_application_incorrect',
		'The service does not accept the form of this public key. Copy the Public Key again, without spaces.',
	],
	[
		'err_signature_calculee',
		'The secret key does not belong to this public key. Copy the Secret Key again; if it is right, a proxy between n8n and the service changes the requests.',
	],
	[
		'err_signature_incorrect',
		'The service does not accept the form of the signature. A proxy between n8n and the service may change the headers.',
	],
	[
		'err_timestamp_controle',
		'The clock of the n8n server differs from the service by more than 5 seconds. Synchronise the clock of the server (NTP), then test again.',
	],
	[
		'err_client_inactif',
		'The keys are right, but the access to the service is not finalised yet. Contact the service to have it opened.',
	],
	[
		'err_requetes_max',
		'The keys reached their limit of 300 calls a minute. Wait a minute, then test again.',
	],
	[
		'err_application_absent',
		'The Application header did not reach the service. A proxy between n8n and the service removes it.',
	],
	[
		'err_signature_absent',
		'The Signature header did not reach the service. A proxy between n8n and the service removes it.',
	],
	[
		'err_timestamp_absent',
		'The Timestamp header did not reach the service. A proxy between n8n and the service removes it.',
	],
	[
		'err_internal_server',
		'The service is having an internal trouble (err_internal_server). Try again in a few minutes.',
	],
];

export class LegalNoticeApi implements ICredentialType {
	name = 'legalNoticeApi';

	displayName = 'Legal Notice API';

	icon: Icon = {
		light: 'file:../icons/legalNotice.svg',
		dark: 'file:../icons/legalNotice.dark.svg',
	};

	documentationUrl = 'https://github.com/legal-notice-node/n8n-nodes-legal-notice#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{
					name: 'Production',
					value: 'production',
					description: 'Orders are real: they are published and billed',
				},
				{
					name: 'Test',
					value: 'test',
					description: 'Orders on the test instance: nothing is published',
				},
			],
			default: 'test',
			description:
				'Which instance of the service the keys and the base URL belong to. It is shown in the result of every order.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://legal-notices.example.com',
			required: true,
			description:
				'Address of the instance, as the service gave it to you. The test and the production instance have different addresses.',
		},
		{
			displayName: 'Public Key',
			name: 'publicKey',
			type: 'string',
			default: '',
			required: true,
			description: 'The key that names your account; it is sent with every call',
		},
		{
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The key that signs every call and is never sent. It was called private key (clé privée) before version 1.26.',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300,
			description:
				'How many calls a minute this n8n process may make with this key. The service allows 300 for each key: divide them when several n8n workers or other programs use the same key.',
		},
	];

	/**
	 * Signs a request of the Legal Notice nodes, of the credential test or of the HTTP Request node.
	 * n8n calls it last, right before the bytes go out, and uses what it returns.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { baseUrl, publicKey, secretKey } = credentials;
		const signed = signRequest({ baseUrl, publicKey, secretKey }, requestOptions);
		return signed as IHttpRequestOptions;
	}

	/**
	 * The service answers 200 to everything, so every rule below describes a refusal; the first that matches is
	 * shown. The last one catches answers that are not the service's at all, such as a web page.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: '/annonce-legale/api/externe/client',
			method: 'GET',
		},
		rules: [
			...REFUSALS.map(([code, message]) => fails('erreurs[0]', code, message)),
			...REFUSALS.map(([code, message]) => fails('erreurs[1]', code, message)),
			...REFUSALS.map(([code, message]) => fails('erreurs', code, message)),
			fails(
				'resultat',
				'erreur',
				'The service refused the call. Run Account > Get with this credential to see why.',
			),
			fails('resultat', null, NOT_THE_SERVICE),
			fails('resultat', undefined, NOT_THE_SERVICE),
		],
	};
}

/** n8n takes the test for failed when the answer has exactly this value there. */
function fails(key: string, value: string | null | undefined, message: string): SuccessRule {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}
