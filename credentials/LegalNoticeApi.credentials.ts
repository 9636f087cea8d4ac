/**
 * The credential: the two keys and the address of the service, how each call is signed with them, and the test that
 * shows whether they work.
 */
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { CODES } from '../nodes/LegalNotice/errors/table';
import { signRequest } from '../nodes/LegalNotice/transport/signing';

const CHECK_BASE_URL =
	"Check the 'Base URL': it is the address of the instance, not of its website.";
const NOT_THE_SERVICE = `The address answers, but not as the legal notice service does. ${CHECK_BASE_URL}`;
const NOT_TESTED = 'The keys were not tested.';

/** The service answers 200 to everything, so any other status is of a server on the way, or of another one. */
const RULES_OF_STATUS = [
	...forStatus(
		[407],
		'A proxy between n8n and the service asks for a login',
		`${NOT_TESTED} Ask the administrator of n8n.`,
	),
	...forStatus(
		[500, 502, 503, 504],
		'The service is not available, perhaps because of maintenance',
		`${NOT_TESTED} Try again later.`,
	),
	...forStatus(
		[401, 403],
		'Something in front of the service refused the call',
		`${NOT_TESTED} Check the 'Base URL', and a proxy or firewall between n8n and the service.`,
	),
	...forStatus([404], 'There is no legal notice service at this address', CHECK_BASE_URL),
	...forStatus(
		[301, 302, 303, 307, 308],
		'The address redirects elsewhere, and a signed call cannot follow',
		"Correct the 'Base URL': it is the final address of the instance.",
	),
];

function forStatus(statuses: readonly number[], what: string, fix: string) {
	return statuses.map((value) => ({
		type: 'responseCode' as const,
		properties: { value, message: `${what} (HTTP ${value}). ${fix}` },
	}));
}

/** What the test takes for a failure in an answer with status 200; n8n shows the first that matches. */
const RULES_OF_BODY = [
	...Object.entries(CODES)
		.filter(([, { kind }]) => kind !== 'field' && kind !== 'state')
		.map(([code, { what, fix }]) => fails('erreurs[0]', code, `${what}. ${fix}`)),
	fails('resultat', 'erreur', 'The service refused the call. Run Account > Get to see the reason.'),
	fails('resultat', null, NOT_THE_SERVICE),
	fails('resultat', undefined, NOT_THE_SERVICE),
];

function fails(key: string, value: string | null | undefined, message: string) {
	return { type: 'responseSuccessBody' as const, properties: { key, value, message } };
}

export class LegalNoticeApi implements ICredentialType {
	name = 'legalNoticeApi';

	displayName = 'Legal Notice API';

	icon: Icon = {
		light: 'file:../icons/legalNotice.svg',
		dark: 'file:../icons/legalNotice.dark.svg',
	};

	documentationUrl =
		'https://github.com/legal-notice-node/n8n-nodes-legal-notice/blob/main/docs/installing.md#credentials';

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
			default: '',
			required: true,
			description:
				'Instance that the keys and the base URL belong to; every order repeats what you choose',
			hint: 'n8n cannot check it',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://legal-notices.example.com',
			required: true,
			description: 'Address of the instance, as the service gave it to you',
			hint: 'Starts with https://; http:// only for this machine or Docker',
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
				'The key that signs every call and is never sent; called private key (clé privée) before version 1.26',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300,
			hint: 'The service allows 300 for each key, and refuses calls above that',
			description:
				'Calls of this n8n process. Divide 300 by the number of workers and programs that share the key.',
		},
	];

	/** Signs a request of any node; n8n calls it last, right before the bytes go out. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signRequest(credentials, requestOptions) as IHttpRequestOptions;
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: '/annonce-legale/api/externe/client',
			method: 'GET',
		},
		// Its type allows rules of one kind only; n8n reads each kind where it applies.
		rules: [...RULES_OF_STATUS, ...RULES_OF_BODY] as NonNullable<ICredentialTestRequest['rules']>,
	};
}
