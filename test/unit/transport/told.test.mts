/** The whole of what n8n shows and stores of a failure. */
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { OperationStop } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { entryFor } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { isListedCode } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { explain, fullText, toNodeError } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	ServiceFailure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LegalNotice/transport/failures.ts';
import { node, NodeApiError, NodeOperationError } from './nodeErrors.mts';

const base = "the 'Base URL' of the credential";

type Told = [FailureKind, FailureFacts, string, string, string | undefined, string | undefined];

const CERTIFICATE_CODES = [
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

test.each<Told>([
	[
		'notStarted',
		{},
		'Not started, because another item stopped the execution',
		'',
		undefined,
		undefined,
	],
	['cancelled', {}, 'The execution was stopped', '', undefined, undefined],
	[
		'busy',
		{},
		'The calls a minute of this key are used up by other work',
		"Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.",
		'429',
		'quota-exhausted',
	],
	[
		'notSent',
		{},
		'The service cannot be reached (no connection)',
		`Nothing was sent. Check ${base} and the network of the n8n server.`,
		'503',
		'temporarily-unavailable',
	],
	[
		'notSent',
		{ networkCode: 'ECONNREFUSED' },
		'Nothing answers at the host and port of the service (ECONNREFUSED)',
		`Nothing was sent. Check ${base}, and that the service runs. In a container, localhost is the container itself.`,
		'503',
		'temporarily-unavailable',
	],
	...['ENOTFOUND', 'EAI_AGAIN'].map(
		(networkCode): Told => [
			'notSent',
			{ networkCode },
			`The host of the service was not found (${networkCode})`,
			`Nothing was sent. Check the spelling of ${base}, and the DNS of the n8n server.`,
			'503',
			'temporarily-unavailable',
		],
	),
	[
		'notSent',
		{ networkCode: 'EPROTO' },
		'The address of the service does not speak https, or not in a version that n8n accepts (EPROTO)',
		`Nothing was sent. Check https:// and the port in ${base}, and a proxy between n8n and the service.`,
		'503',
		'temporarily-unavailable',
	],
	...CERTIFICATE_CODES.map(
		(networkCode): Told => [
			'notSent',
			{ networkCode },
			`n8n does not trust the certificate of the service (${networkCode})`,
			`Nothing was sent. Check the host in ${base}. For a certificate of your own, set NODE_EXTRA_CA_CERTS on the n8n server.`,
			'503',
			'temporarily-unavailable',
		],
	),
	[
		'notSent',
		{ refusedByN8n: 'It is restricted' },
		'n8n did not send the call: It is restricted',
		`Nothing was sent. Check ${base}. If it is right, ask the administrator of n8n to allow its host.`,
		undefined,
		'configuration-invalid',
	],
	[
		'noAnswer',
		{},
		'The connection to the service was lost before its answer (no answer)',
		'It is not known whether the service did what was asked.',
		'503',
		'temporarily-unavailable',
	],
	[
		'noAnswer',
		{ networkCode: 'ECONNRESET', readOnly: true },
		'The connection to the service was lost before its answer (ECONNRESET)',
		'Nothing was changed by it. Try again later.',
		'503',
		'temporarily-unavailable',
	],
	[
		'redirect',
		{ status: 301 },
		'The address redirects elsewhere (HTTP 301), and a signed call cannot follow',
		"Correct the 'Base URL' of the credential: it is the final address of the instance.",
		'301',
		'configuration-invalid',
	],
	[
		'blocked',
		{ status: 403, excerpt: 'Denied' },
		'Something in front of the service refused the call (HTTP 403). It answered: "Denied"',
		`Check ${base}, and a proxy or firewall between n8n and the service.`,
		'403',
		'configuration-invalid',
	],
	[
		'notTheService',
		{ status: 400, excerpt: '' },
		"The answer is not the service's (HTTP 400).",
		"Check that the 'Base URL' of the credential is the address of the instance. During maintenance, try again later.",
		'400',
		'temporarily-unavailable',
	],
	[
		'notTheService',
		{ status: 399 },
		"The answer is not the service's (HTTP 399).",
		"Check that the 'Base URL' of the credential is the address of the instance. During maintenance, try again later.",
		'502',
		'temporarily-unavailable',
	],
	[
		'notTheService',
		{ missing: 'annonces' },
		`The answer lacks "annonces", so it is not the service's, or of an unknown version.`,
		"Check that the 'Base URL' of the credential is the address of the instance. During maintenance, try again later.",
		'502',
		'temporarily-unavailable',
	],
])('%s with %j', (kind, facts, message, fix, httpCode, cause) => {
	const failure = new ServiceFailure(kind, facts);
	expect(explain(failure)).toEqual({ message, fix, httpCode, cause });
	const error = toNodeError(node, failure, 3);
	expect(error).toMatchObject({ message, context: { itemIndex: 3 } });
	expect(error).toBeInstanceOf(httpCode === undefined ? NodeOperationError : NodeApiError);
	expect(error.description ?? '').toBe(fix);
	expect(Reflect.get(error, 'failure')).toEqual(cause === undefined ? undefined : { cause });
	if (error instanceof NodeApiError) {
		expect(error.httpCode).toBe(httpCode);
		expect(error.errorResponse).toEqual({});
	}
	expect(toNodeError(node, failure).context.itemIndex).toBeUndefined();
});

test('of a refusal the codes are stored, also of one below a stop, and nothing else', () => {
	const refusal = new ServiceFailure('refusal', {
		codes: ['err_dossier_absent', 'err_ville_absent'],
		details: ['a', 'b'],
	});
	for (const failure of [refusal, new OperationStop('Half way.', 'Go on.', refusal)]) {
		expect(toNodeError(node, failure)).toMatchObject({
			errorResponse: { resultat: 'erreur', erreurs: ['err_dossier_absent', 'err_ville_absent'] },
		});
	}
	const { message } = explain(refusal);
	expect(message).toMatch(/ \(err_dossier_absent\)\. .* \(err_ville_absent\)\./);
	expect(message).toMatch(/ The service adds: a; b\.$/);
	expect(explain(new ServiceFailure('refusal', { codes: ['err_neu'] }))).toEqual({
		message: 'The service refused the call with a code that this version does not know (err_neu).',
		fix: 'The code names the reason. Check the values of this node, or ask the service.',
		httpCode: '400',
		cause: 'configuration-invalid',
	});
});

test('a code of the usual pattern names its field, others do not', () => {
	expect(entryFor('err_code_client_absent')).toEqual({
		what: "'code client' is missing",
		fix: "Check the value of 'code client'.",
		kind: 'field',
	});
	expect(entryFor('err_code_client_incorrect').what).toBe(
		"The service does not accept the value of 'code client'",
	);
	for (const code of ['xerr_ville_absent', 'err_ville_absents', 'err__absent']) {
		expect(entryFor(code).what).toMatch(/^The service refused the call with a code/);
	}
});

test.each([
	['largeur', 'Width'],
	['largeur_texte', 'Text Width'],
	['entete', 'Header'],
	['mime_type', 'Logo Input Data Field Name'],
	['envoi_justificatif', 'Email Proof'],
	['references', 'Reference or Order Number'],
	['type', 'Style Type'],
])('a code about %s, which requests have and nobody listed, names %s', (field, label) => {
	for (const ending of ['absent', 'incorrect']) {
		const entry = entryFor(`err_${field}_${ending}`);
		expect(entry.kind).toBe('field');
		expect(entry.what).toContain(`'${label}'`);
		expect(entry.fix).toMatch(/^[A-Z].*\.$/);
		expect(isListedCode(`err_${field}_${ending}`)).toBe(false);
	}
});

test('a stop tells its reason unless it has told it, and keeps its class', () => {
	const reason = new ServiceFailure('busy');
	const untold = explain(new OperationStop('Stopped.', 'Do this.', reason));
	expect(untold.message).toBe(`Stopped. ${explain(reason).message}`);
	expect(untold.fix).toBe(`Do this. ${explain(reason).fix}`);
	expect(untold).toMatchObject({ httpCode: '429', cause: 'quota-exhausted' });
	const told = explain(new OperationStop('Stopped.', 'Do this.', reason, true));
	expect(told).toEqual({
		message: 'Stopped.',
		fix: 'Do this.',
		httpCode: '429',
		cause: 'quota-exhausted',
	});
	expect(explain(new OperationStop('Stopped.', '', new ServiceFailure('cancelled')))).toEqual({
		message: 'Stopped. The execution was stopped',
		fix: '',
		httpCode: undefined,
		cause: undefined,
	});
	expect(explain(new OperationStop('Stopped.', 'Do this.'))).toEqual({
		message: 'Stopped.',
		fix: 'Do this.',
		httpCode: undefined,
		cause: undefined,
	});
});

test('one line holds sentence and advice, parted by one full stop', () => {
	expect(fullText(new InputProblem('A', 'No end', 'Fix it.'))).toBe('No end. Fix it.');
	for (const end of '.!?…') {
		expect(fullText(new InputProblem('A', `An end${end}`, 'Fix it.'))).toBe(`An end${end} Fix it.`);
	}
	expect(fullText(new InputProblem('A', 'No end', ''))).toBe('No end');
	const operation = new NodeOperationError(node, 'Said', { description: 'Advised.' });
	expect(fullText(operation)).toBe('Said. Advised.');
	const api = new NodeApiError(node, {}, { message: 'Said', description: 'Advised.' });
	expect(fullText(api)).toBe('Said. Advised.');
});

test('an error of n8n keeps the item that it has', () => {
	const error = new NodeOperationError(node, 'x', { itemIndex: 2 });
	expect(toNodeError(node, error, 3).context.itemIndex).toBe(2);
	const none = new NodeOperationError(node, 'x');
	expect(toNodeError(node, none).context.itemIndex).toBeUndefined();
	expect(toNodeError(node, new InputProblem('A', 'x', 'y')).node).toBe(node);
});
