import type { ICredentialTestRequest } from 'n8n-workflow';

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

/**
 * What the test of the credential takes for a failure. The service answers 200 to everything, so every rule describes
 * a refusal; the first that matches is shown. The last ones catch answers that are not the service's at all, such as
 * a web page.
 */
export const CREDENTIAL_RULES: SuccessRule[] = [
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
];

/** n8n takes the test for failed when the answer has exactly this value there. */
function fails(key: string, value: string | null | undefined, message: string): SuccessRule {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}
