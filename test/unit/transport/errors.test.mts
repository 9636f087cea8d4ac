/** What a person reads of a failure, and what n8n shows and stores of it. */
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { OperationStop } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { refusalIn, readAnswer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { CODES, FIELDS, isListedCode } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { explain, fullText, toNodeError } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	connectionFailure,
	ServiceFailure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LegalNotice/transport/failures.ts';
import { ALARMING } from '../../structure/package.mts';
import { allCodes } from './codes.mts';
import { node, NodeApiError, NodeOperationError } from './nodeErrors.mts';

const refusal = (...codes: string[]) => new ServiceFailure('refusal', { codes });
const wordsOf = (failure: unknown) => {
	const { message, fix } = explain(failure);
	return `${message} ${fix}`;
};

/** No value of a node or credential sets them right. */
const WITHOUT_PARAMETER = [
	...['err_client_inactif', 'err_internal_server', 'err_timestamp_controle', 'err_body_incorrect'],
	...['application', 'signature', 'timestamp'].map((header) => `err_${header}_absent`),
	'err_signature_incorrect',
];

test('the specification lists 73 codes', () => {
	expect(new Set(allCodes).size).toBe(73);
	expect(Object.keys(CODES).filter((code) => !allCodes.includes(code))).toEqual([]);
	const fields = new Set(allCodes.map((code) => /^err_(.+)_(absent|incorrect)$/.exec(code)?.[1]));
	expect(Object.keys(FIELDS).filter((field) => !fields.has(field))).toEqual([]);
});

describe.each(allCodes)('%s', (code) => {
	const error = toNodeError(node, refusal(code), 3);

	test('says in one sentence what happened, with the code, through n8n’s own error', () => {
		expect(error.message).toMatch(new RegExp(`^.+ \\(${code}\\)\\.$`));
		expect(error.message).not.toMatch(/unknown issue|this version does not know/);
		expect(isListedCode(code)).toBe(true);
	});
	test('says how to fix it', () => {
		expect(error.description).toMatch(/^.{15,}\.$/);
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING);
	});
	test('carries the item and an HTTP code that n8n can class', () => {
		expect(error.context.itemIndex).toBe(3);
		expect(error).toBeInstanceOf(NodeApiError);
	});
	test('names the parameter as the editor labels it, where there is one', () => {
		if (WITHOUT_PARAMETER.includes(code)) return;
		expect(`${error.message} ${error.description}`).toMatch(/'[A-Z][A-Za-z -]+'/);
	});
});

test.each([
	['err_annonce_introuvable', '404', undefined],
	['err_publication_introuvable', '404', 'configuration-invalid'],
	['err_annonce_commandee', '409', undefined],
	['err_forfait_inconnu', '400', 'configuration-invalid'],
	['err_ville_absent', '400', 'configuration-invalid'],
	['err_neu', '400', 'configuration-invalid'],
	['err_client_inactif', '401', 'credential-invalid'],
	['err_timestamp_controle', '401', 'configuration-invalid'],
	['err_requetes_max', '429', 'quota-exhausted'],
	['err_internal_server', '500', 'temporarily-unavailable'],
])('%s is classed as HTTP %s, and its cause in a poll as %s', (code, httpCode, cause) => {
	expect(explain(refusal(code))).toMatchObject({ httpCode, cause });
});

test.each(['err_categorie_inconnu', 'err_categorie_incorrect'])(
	'a category that is reserved is told as that when it is refused by %s',
	(code) => {
		expect(wordsOf(refusal(code))).toMatch(/reserved to authorised partners/);
	},
);

test.each([
	['err_ville_absent', "'City' is missing", "Check the 'City' of the 'Advertiser'."],
	['err_nom_incorrect', refused('Last Name'), "Check the value of 'Last Name'."],
	['err_disposition_incorrect', refused('Layout'), 'Choose it from the list.'],
	['err_entete_absent', "'Header' is missing", "Check the value of 'Header'."],
	['err_mime_type_incorrect', refused('Logo Input Data Field Name'), ''],
	['err_envoi_justificatif_incorrect', refused('Email Proof'), ''],
	['err_largeur_incorrect', refused('Width'), ''],
	['err_largeur_texte_incorrect', refused('Text Width'), ''],
	['err_references_incorrect', refused('Reference or Order Number'), ''],
	['err_type_incorrect', refused('Style Type'), ''],
	['err_code_client_absent', "'code client' is missing", "Check the value of 'code client'."],
	['err_constructor_absent', "'constructor' is missing", ''],
	...['err_neu', 'xerr_ville_absent', 'err_ville_absents', 'err__absent', '__proto__'].map(
		(code) => [
			code,
			'The service refused the call with a code that this version does not know',
			'The code names the reason. Check the values of this node, or ask the service.',
		],
	),
])(
	'codes that nobody listed are read by their pattern, and unknown ones still shown',
	(code = '', what = '', fix = '') => {
		expect(explain(refusal(code)).message).toBe(`${what} (${code}).`);
		expect(explain(refusal(code)).fix).toContain(fix);
		expect(isListedCode(code)).toBe(
			/ville_absent$|nom_|disposition/.test(code) && !/^x/.test(code),
		);
	},
);

function refused(label: string): string {
	return `The service does not accept the value of '${label}'`;
}

test('several codes at once are all told, each fix once', () => {
	const { message, fix } = explain(
		refusal('err_ville_absent', 'err_adresse_absent', 'err_ville_absent'),
	);
	expect(message).toMatch(
		/^'City' is missing \(err_ville_absent\)\. 'Address' is missing \(err_adresse_absent\)\./,
	);
	expect(fix).toBe(
		"Check the 'City' of the 'Advertiser'. Check the 'Address' of the 'Advertiser'.",
	);
});

test('the offending character is part of the sentence', () => {
	const codes = ['err_texte_incorrect'];
	const failure = new ServiceFailure('refusal', { codes, details: ['→', '⁶'], asked: 'D-1' });
	expect(explain(failure).message).toMatch(
		/\(err_texte_incorrect\)\. Requested: "D-1"\. The service adds: →; ⁶\.$/,
	);
});

const base = "the 'Base URL' of the credential";
const notSent = 'Nothing was sent. ';
const check = `Check that ${base} is the address of the instance. During maintenance, try again later.`;
const unknown = 'It is not known whether the service did what was asked.';
const usedUp = `The calls a minute of this key are used up by other work. Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.`;
const lost = 'The connection to the service was lost before its answer';
const redirects = `a signed call cannot follow. Correct ${base}: it is the final address of the instance.`;
const front = `Check ${base}, and a proxy or firewall between n8n and the service.`;
const trust = `${notSent}Check the host in ${base}. For a certificate of your own, set NODE_EXTRA_CA_CERTS on the n8n server.`;
const dns = `${notSent}Check the spelling of ${base}, and the DNS of the n8n server.`;
const network = `${notSent}Check ${base} and the network of the n8n server.`;
const runs = `${notSent}Check ${base}, and that the service runs. In a container, localhost is the container itself.`;
const tls = `The address of the service does not speak https, or not in a version that n8n accepts (EPROTO). ${notSent}Check https:// and the port in ${base}, and a proxy between n8n and the service.`;
const silent = "The option 'Timeout' sets how long to wait.";

/** What n8n is told of each kind: the HTTP status where the failure has none, and the cause. */
const CLASSES: Partial<Record<FailureKind, readonly [string | undefined, string]>> = {
	busy: ['429', 'quota-exhausted'],
	quota: ['429', 'quota-exhausted'],
	notSent: ['503', 'temporarily-unavailable'],
	noAnswer: ['503', 'temporarily-unavailable'],
	redirect: ['302', 'configuration-invalid'],
	blocked: ['400', 'configuration-invalid'],
	refusal: ['502', 'temporarily-unavailable'],
	notTheService: ['502', 'temporarily-unavailable'],
};

test.each<[FailureKind, FailureFacts, string]>([
	['notStarted', {}, 'Not started, because another item stopped the execution'],
	['cancelled', {}, 'The execution was stopped'],
	['busy', {}, usedUp],
	['quota', { waitedMs: 61_400 }, `${usedUp} The node waited 61 seconds before giving up.`],
	['notSent', {}, `The service cannot be reached (no connection). ${network}`],
	[
		'notSent',
		{ networkCode: 'XENOTFOUND' },
		`The service cannot be reached (XENOTFOUND). ${network}`,
	],
	[
		'notSent',
		{ networkCode: 'ECONNREFUSED' },
		`Nothing answers at the host and port of the service (ECONNREFUSED). ${runs}`,
	],
	[
		'notSent',
		{ networkCode: 'ENOTFOUND' },
		`The host of the service was not found (ENOTFOUND). ${dns}`,
	],
	[
		'notSent',
		{ networkCode: 'EAI_AGAIN' },
		`The host of the service was not found (EAI_AGAIN). ${dns}`,
	],
	['notSent', { networkCode: 'EPROTO' }, tls],
	...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'].map(
		(networkCode): [FailureKind, FailureFacts, string] => [
			'notSent',
			{ networkCode },
			`n8n does not trust the certificate of the service (${networkCode}). ${trust}`,
		],
	),
	[
		'notSent',
		{ unanswered: 5, timedOutMs: 30_000, timeoutOption: 'Timeout' },
		`Not sent, because the service left 5 calls in a row without an answer for 30 seconds. ${notSent}Run it again when the service answers. ${silent}`,
	],
	['noAnswer', {}, `${lost} (no answer). ${unknown}`],
	[
		'noAnswer',
		{ networkCode: 'ECONNRESET', readOnly: true },
		`${lost} (ECONNRESET). Nothing was changed by it. Try again later.`,
	],
	['noAnswer', { timedOutMs: 1_540 }, `The service did not answer within 1.5 seconds. ${unknown}`],
	['redirect', {}, `The address redirects elsewhere, and ${redirects}`],
	['redirect', { status: 301 }, `The address redirects elsewhere (HTTP 301), and ${redirects}`],
	['blocked', {}, `Something in front of the service refused the call. ${front}`],
	[
		'blocked',
		{ status: 403, excerpt: 'Denied' },
		`Something in front of the service refused the call (HTTP 403). It answered: "Denied". ${front}`,
	],
	[
		'refusal',
		{ details: ['maintenance', '7'] },
		'The service answered "erreur" without a code. The service adds: maintenance; 7. Try again later. If it stays so, ask the service why.',
	],
	[
		'notTheService',
		{ status: 400, excerpt: '' },
		`The answer is not the service's (HTTP 400). ${check}`,
	],
	['notTheService', { status: 399 }, `The answer is not the service's (HTTP 399). ${check}`],
	[
		'notTheService',
		{ missing: 'dates' },
		`The answer lacks "dates", so it is not the service's, or of an unknown version. ${check}`,
	],
])('%s with %j', (kind, facts, words) => {
	const failure = new ServiceFailure(kind, facts);
	expect(fullText(failure)).toBe(words);
	expect(words).not.toMatch(ALARMING);
	const [usual, cause] = CLASSES[kind] ?? [];
	const httpCode = usual && facts.status && facts.status !== 399 ? String(facts.status) : usual;
	const error = toNodeError(node, failure, 3);
	expect(error.context.itemIndex).toBe(3);
	expect(fullText(error)).toBe(words);
	expect(error).toBeInstanceOf(httpCode ? NodeApiError : NodeOperationError);
	expect(Reflect.get(error, 'failure')).toEqual(cause && { cause });
	if (error instanceof NodeApiError) expect(error).toMatchObject({ httpCode, errorResponse: {} });
	expect(toNodeError(node, failure).context.itemIndex).toBeUndefined();
});

test('what n8n itself refuses is a matter of the address, not of the network', () => {
	const failure = new ServiceFailure('notSent', { refusedByN8n: 'It is restricted' });
	const fix = `Nothing was sent. Check ${base}. If it is right, ask the administrator of n8n to allow its host.`;
	const message = 'n8n did not send the call: It is restricted';
	expect(explain(failure)).toEqual({ message, fix, cause: 'configuration-invalid' });
});

test('how long the node waited is told behind a code too', () => {
	const facts = { codes: ['err_requetes_max'], waitedMs: 8_000 };
	expect(explain(new ServiceFailure('quota', facts)).fix).toMatch(
		/workers\. The node waited 8 seconds before giving up\.$/,
	);
});

test('n8n does not replace a sentence because a code contains one of its words', () => {
	const { message } = toNodeError(node, refusal('err_compte_preexistant'));
	expect(message).toMatch(/ \(err_compte_preexistant\)\.$/);
});

test('what is stored with an error is what the service said, and nothing of the call', () => {
	const codes = ['err_dossier_absent', 'err_ville_absent'];
	const failure = new ServiceFailure('refusal', { codes, details: ['a'] });
	for (const one of [failure, new OperationStop('Half way.', 'Go on.', failure)]) {
		const error = toNodeError(node, one);
		expect(error).toMatchObject({ errorResponse: { resultat: 'erreur', erreurs: codes } });
		expect(JSON.stringify(error)).not.toMatch(/signature|application"|headers/i);
	}
});

test('a portal password is not stored with an error', () => {
	const parameters = { operation: 'createOrGet', portalPassword: 'demo-portal-password' };
	for (const failure of [refusal('err_mot_passe_incorrect'), new InputProblem('Email', 'x', 'y')]) {
		const error = toNodeError({ ...node, parameters }, failure);
		expect(JSON.stringify({ ...error })).not.toContain('demo-portal-password');
		expect(error.node.parameters).toEqual({ operation: 'createOrGet' });
	}
	expect(toNodeError(node, new InputProblem('A', 'x', 'y')).node).toBe(node);
});

test('bad input is an error of the node, with sentence and advice', () => {
	const problem = new InputProblem('Department', "'Department' is empty.", 'Give it.');
	const error = toNodeError(node, problem, 1);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: problem.message, description: 'Give it.' });
	expect(Reflect.get(error, 'failure')).toEqual({ cause: 'configuration-invalid' });
});

test('a stop tells its own state, then its reason unless it has told it, and keeps its class', () => {
	const reason = refusal('err_bouclage_depasse');
	const of = (...more: unknown[]) =>
		explain(new OperationStop('Stopped.', 'Order it.', ...(more as [])));
	const { message, fix } = explain(reason);
	expect(of(reason)).toEqual({
		message: `Stopped. ${message}`,
		fix: `Order it. ${fix}`,
		httpCode: '409',
		cause: undefined,
	});
	expect(of(new ServiceFailure('busy'), true)).toEqual({
		message: 'Stopped.',
		fix: 'Order it.',
		httpCode: '429',
		cause: 'quota-exhausted',
	});
	expect(of()).toEqual({
		message: 'Stopped.',
		fix: 'Order it.',
		httpCode: undefined,
		cause: undefined,
	});
	expect(explain(new OperationStop('Stopped.', '', new ServiceFailure('cancelled')))).toMatchObject(
		{ message: 'Stopped. The execution was stopped', fix: '' },
	);
});

test('one line holds sentence and advice, parted by one full stop', () => {
	expect(fullText(new InputProblem('A', 'No end', 'Fix it.'))).toBe('No end. Fix it.');
	for (const end of '.!?…') {
		expect(fullText(new InputProblem('A', `An end${end}`, 'Fix it.'))).toBe(`An end${end} Fix it.`);
	}
	expect(fullText(new InputProblem('A', 'No end', ''))).toBe('No end');
	const said = { message: 'Said', description: 'Advised.' };
	expect(fullText(new NodeOperationError(node, 'Said', said))).toBe('Said. Advised.');
	expect(fullText(new NodeApiError(node, {}, said))).toBe('Said. Advised.');
	expect(fullText(new NodeOperationError(node, 'Said'))).toBe('Said');
});

test('a foreign error keeps its own words, and one of n8n its item', () => {
	expect(explain(new TypeError('broken'))).toEqual({
		message: 'broken',
		fix: '',
		httpCode: undefined,
		cause: undefined,
	});
	expect(explain('broken').message).toBe('broken');
	const error = toNodeError(node, new TypeError('broken'));
	expect(error.context.itemIndex).toBeUndefined();
	expect(toNodeError(node, error)).toBe(error);
	expect(toNodeError(node, error, 3).context.itemIndex).toBe(3);
	expect(toNodeError(node, error, 4).context.itemIndex).toBe(3);
});

/** Foreign text of what is worst for each expression that meets it. */
test.each([
	'<',
	'<style',
	'<script ',
	'<style><',
	' ',
	'err_',
	'err_a_absent',
	'_',
	'[',
	'{"a":',
	'\uFEFF',
	'ECONN_',
	'a.',
])('200 kB of %j block nothing, and little of it is shown', (piece) => {
	const text = piece.repeat(200_000 / piece.length);
	const startedAt = Date.now();
	const pages = [200, 403, 502].map((status) => readAnswer(status, Buffer.from(text)));
	for (const failure of pages) expect(fullText(failure).length).toBeLessThan(600);
	for (const body of [{ erreurs: [text, `err_${text}`] }, { erreurs: [], message: text }]) {
		fullText(readAnswer(200, Buffer.from(JSON.stringify({ resultat: 'erreur', ...body }))));
	}
	fullText(refusalIn({ erreurs: Array.from({ length: 1_000 }, () => text.slice(0, 200)) }));
	fullText(
		connectionFailure(
			{ code: text, httpCode: text, syscall: text, message: `EPROTO${text}` },
			false,
		),
	);
	fullText(refusal(text, `err_${text}_absent`));
	expect(Date.now() - startedAt).toBeLessThan(1_000);
});
