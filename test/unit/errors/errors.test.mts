/** What a person reads of a failure, and what n8n shows and stores of it. The sentence of each code: docs/errors.md. */
import { growth, LINEAR } from '../steps.mts';
import { InputProblem } from '../../../nodes/LegalNotice/reading/cells/parameters.ts';
import {
	Stop,
	connectionFailure,
	ServiceFailure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LegalNotice/errors/failures.ts';
import { refusalIn, readAnswer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { CODES, FIELDS, isListedCode } from '../../../nodes/LegalNotice/errors/table.ts';
import {
	explain,
	fullText,
	messageOf,
	toNodeError,
} from '../../../nodes/LegalNotice/errors/words.ts';
import { errorCodes } from '../../../sandbox/data/codes.mts';
import { ALARMING } from '../../structure/package.mts';
import { node, NodeApiError, NodeOperationError, UserError } from '../transport/n8nErrors.mts';

const refusal = (...codes: string[]) => new ServiceFailure('refusal', { codes });

/** No value of a node or credential sets them right. */
const WITHOUT_PARAMETER =
	/client_inactif|internal_server|timestamp_controle|body_incorrect|(application|signature|timestamp)_absent|signature_incorrect/;

test('the specification lists 73 codes, and the table has no other', () => {
	expect([new Set(errorCodes).size, errorCodes.length]).toEqual([73, 73]);
	const isListed = (...codes: string[]) => codes.some((code) => errorCodes.includes(code));
	expect(Object.keys(CODES).filter((code) => !isListed(code))).toEqual([]);
	const fields = Object.keys(FIELDS);
	expect(fields.filter((one) => !isListed(`err_${one}_absent`, `err_${one}_incorrect`))).toEqual(
		[],
	);
});

test.each(errorCodes)('%s says what happened, and how to fix it by which parameter', (code) => {
	const error = toNodeError(node, refusal(code), { itemIndex: 3 });
	expect(error.message).toMatch(new RegExp(`^.+ \\(${code}\\)\\.( Try again later\\.)?$`));
	expect(error.message).not.toMatch(/unknown issue|this version does not know/);
	expect(error.description).toMatch(/^.{15,}\.$/);
	const text = `${error.message} ${error.description}`;
	expect(text).not.toMatch(ALARMING);
	if (!WITHOUT_PARAMETER.test(code)) expect(text).toMatch(/'[A-Z][A-Za-z ()-]+'/);
	expect(error.context.itemIndex).toBe(3);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(isListedCode(code)).toBe(true);
});

test.each([
	['err_annonce_introuvable', '404', undefined],
	['err_publication_introuvable', '404', 'configuration-invalid'],
	['err_annonce_commandee', '409', undefined],
	['err_ville_absent', '400', 'configuration-invalid'],
	['err_client_inactif', '401', 'credential-invalid'],
	['err_timestamp_controle', '401', 'configuration-invalid'],
	['err_requetes_max', '429', 'rate-limited'],
	['err_internal_server', '500', 'temporarily-unavailable'],
])('%s is classed as HTTP %s, and its cause in a poll as %s', (code, httpCode, cause) => {
	expect(explain(refusal(code))).toMatchObject({ httpCode, cause });
});

const refused = (label: string) => `The service does not accept the value of '${label}'`;
const UNKNOWN = 'The service refused the call with a code that this version does not know';
test.each<[string, string, string, boolean?]>([
	['err_ville_absent', "'City' is missing", "Check the 'City' of the 'Advertiser'.", true],
	['err_nom_incorrect', refused('Last Name'), "Check the value of 'Last Name'.", true],
	['err_mime_type_incorrect', refused('Logo Input Data Field Name'), 'Check the value'],
	['err_code_client_absent', "'code client' is missing", "Check the value of 'code client'."],
	['err_constructor_absent', "'constructor' is missing", ''],
	...['err_neu', 'xerr_ville_absent', 'err_ville_absents', 'err__absent', '__proto__'].map(
		(code): [string, string, string] => [code, UNKNOWN, 'The code names the reason.'],
	),
])(
	'codes that nobody listed are read by their pattern, and unknown ones still shown: %s',
	(code, what, fix, listed = false) => {
		expect(explain(refusal(code)).message).toBe(`${what} (${code}).`);
		expect(explain(refusal(code)).fix).toContain(fix);
		expect(isListedCode(code)).toBe(listed);
	},
);

test('several codes at once are all named, each fix once, with the details beside them', () => {
	const codes = ['err_ville_absent', 'err_adresse_absent', 'err_ville_absent'];
	const failure = new ServiceFailure('refusal', { codes, details: ['→', '⁶'] });
	const { message, fix } = explain(failure);
	expect(message).toMatch(
		/^'City' is missing \(err_ville_absent\)\. 'Address' is missing \(err_adresse_absent\)\. .*\. The service adds: →; ⁶\.$/,
	);
	expect(fix).toBe(
		"Check the 'City' of the 'Advertiser'. Check the 'Address' of the 'Advertiser'.",
	);
});

interface Row {
	kind: FailureKind;
	facts: FailureFacts;
	httpCode: string | undefined;
	cause: string | undefined;
	text: RegExp;
}

const [AWAY, WRONG, QUOTA] = ['temporarily-unavailable', 'configuration-invalid', 'rate-limited'];
const certificate = { networkCode: 'ERR_TLS_CERT_ALTNAME_INVALID' };
const lostRead = { networkCode: 'ECONNRESET', readOnly: true };
const silent = { unanswered: 5, timedOutMs: 30_000, timeoutOption: 'Timeout' };
const overQuota = { codes: ['err_requetes_max'], waitedMs: 8_000 };

test.each`
	kind                  | facts                                       | httpCode     | cause        | text
	${'notStarted'}       | ${{}}                                       | ${undefined} | ${undefined} | ${/^Not started, because another item stopped the execution$/}
	${'executionStopped'} | ${{}}                                       | ${undefined} | ${undefined} | ${/^The execution was stopped$/}
	${'busy'}             | ${{}}                                       | ${'429'}     | ${QUOTA}     | ${/^Other work has used up the calls of this key for this minute\. Wait a minute, or raise 'Requests per Minute' .* shared\. Try again later\.$/}
	${'quota'}            | ${{ waitedMs: 61_400 }}                     | ${'429'}     | ${QUOTA}     | ${/^Other work has used up the calls of this key for this minute\. .* shared\. The node waited 61 seconds before giving up\. Try again later\.$/}
	${'quota'}            | ${overQuota}                                | ${'429'}     | ${QUOTA}     | ${/\(err_requetes_max\)\. .* workers\. The node waited 8 seconds before giving up\. Try again later\.$/}
	${'notSent'}          | ${{}}                                       | ${'503'}     | ${AWAY}      | ${/cannot be reached \(no connection\)\. Nothing was sent\. Check the 'Base URL' .* network/}
	${'notSent'}          | ${{ networkCode: 'ECONNREFUSED' }}          | ${'503'}     | ${AWAY}      | ${/^Nothing answers .* \(ECONNREFUSED\)\. Nothing was sent\. .* localhost is the container/}
	${'notSent'}          | ${{ networkCode: 'ENOTFOUND' }}             | ${'503'}     | ${AWAY}      | ${/was not found \(ENOTFOUND\)\. Nothing was sent\. Check the spelling of the 'Base URL'/}
	${'notSent'}          | ${{ networkCode: 'EAI_AGAIN' }}             | ${'503'}     | ${AWAY}      | ${/was not found \(EAI_AGAIN\)\./}
	${'notSent'}          | ${{ networkCode: 'EPROTO' }}                | ${'503'}     | ${AWAY}      | ${/does not speak https.* \(EPROTO\)\. Nothing was sent\. Check https:\/\/ and the port/}
	${'notSent'}          | ${certificate}                              | ${'503'}     | ${AWAY}      | ${/not trust the certificate .*Nothing was sent\. .* NODE_EXTRA_CA_CERTS/}
	${'notSent'}          | ${{ networkCode: 'UNABLE_TO_VERIFY_LEAF' }} | ${'503'}     | ${AWAY}      | ${/not trust the certificate/}
	${'notSent'}          | ${{ refusedByN8n: 'Restricted' }}           | ${undefined} | ${WRONG}     | ${/^n8n did not send the call: Restricted\. Nothing was sent\. Check the 'Base URL'.* allow/}
	${'notSent'}          | ${silent}                                   | ${'503'}     | ${AWAY}      | ${/^Not sent: the service did not answer the last 5 calls within 30 seconds each\. Nothing .* option 'Timeout' sets/}
	${'noAnswer'}         | ${{}}                                       | ${'503'}     | ${AWAY}      | ${/lost before its answer \(no answer\)\. It is not known whether the service carried out/}
	${'noAnswer'}         | ${lostRead}                                 | ${'503'}     | ${AWAY}      | ${/lost before its answer \(ECONNRESET\)\. Nothing was changed by it\. Try again later\.$/}
	${'noAnswer'}         | ${{ networkCode: 'EPROTO' }}                | ${'503'}     | ${AWAY}      | ${/lost before its answer \(EPROTO\)\. It is not known .* Check https:\/\/ and the port/}
	${'noAnswer'}         | ${{ timedOutMs: 1_540 }}                    | ${'503'}     | ${AWAY}      | ${/did not answer within 1\.5 seconds\. It is not known/}
	${'redirect'}         | ${{}}                                       | ${'302'}     | ${WRONG}     | ${/redirects elsewhere, and a signed call cannot follow\. Correct the 'Base URL'/}
	${'redirect'}         | ${{ status: 301 }}                          | ${'301'}     | ${WRONG}     | ${/redirects elsewhere \(HTTP 301\), and/}
	${'blocked'}          | ${{ status: 403, excerpt: 'Denied' }}       | ${'403'}     | ${WRONG}     | ${/refused the call \(HTTP 403\)\. It answered: "Denied"\. Check/}
	${'blocked'}          | ${{ status: 404, excerpt: 'Not found' }}    | ${'404'}     | ${WRONG}     | ${/^(?!.*Base URL).*\(HTTP 404\).*older version/}
	${'refusal'}          | ${{ details: ['maintenance', '7'] }}        | ${'502'}     | ${AWAY}      | ${/"erreur" without a code\. The service adds: maintenance; 7\. .*ask the service why\.$/}
	${'notTheService'}    | ${{ status: 400, excerpt: '' }}             | ${'400'}     | ${AWAY}      | ${/answer is not the service's \(HTTP 400\)\. Check .* maintenance page goes away by itself\.$/}
	${'notTheService'}    | ${{ status: 399 }}                          | ${'502'}     | ${AWAY}      | ${/answer is not the service's \(HTTP 399\)\./}
	${'notTheService'}    | ${{ missing: 'dates' }}                     | ${'502'}     | ${AWAY}      | ${/The answer lacks "dates"\. .* does not know\. Check/}
`('$kind with $facts has its text', ({ kind, facts, httpCode, cause, text }: Row) => {
	const failure = new ServiceFailure(kind, facts);
	const error = toNodeError(node, failure, { itemIndex: 3 });
	expect(fullText(failure)).toMatch(text);
	expect(fullText(failure)).not.toMatch(ALARMING);
	expect([error.message, error.description ?? '']).toEqual([
		messageOf(failure),
		explain(failure).fix,
	]);
	expect(error.context.itemIndex).toBe(3);
	expect(error).toBeInstanceOf(httpCode ? NodeApiError : NodeOperationError);
	if (httpCode) expect(error).toMatchObject({ httpCode });
	expect(Reflect.get(error, 'failure')).toEqual(cause && { cause });
	expect(toNodeError(node, failure).context.itemIndex).toBeUndefined();
});

/** Every failure that there is, with the words of the contract for those that pass by themselves. */
const PASSING_CODES = ['err_internal_server', 'err_requetes_max'];
const everyFailure: Array<[string, ServiceFailure, boolean]> = [
	...errorCodes.map((code): [string, ServiceFailure, boolean] => [
		code,
		refusal(code),
		PASSING_CODES.includes(code),
	]),
	['an unknown code', refusal('err_neu'), false],
	['a code that passes beside one that does not', refusal(...PASSING_CODES, 'err_neu'), false],
	['two codes that pass', refusal(...PASSING_CODES), true],
	...(
		[
			['refusal', {}, false],
			['refusal', { details: ['maintenance'] }, false],
			['refusal', { status: 502 }, true],
			['quota', {}, true],
			['busy', {}, true],
			['notSent', {}, true],
			['notSent', { networkCode: 'ENOTFOUND' }, true],
			['notSent', { networkCode: 'EAI_AGAIN' }, true],
			['notSent', { networkCode: 'ECONNREFUSED' }, true],
			['notSent', { networkCode: 'EHOSTUNREACH' }, true],
			['notSent', { networkCode: 'EPROTO' }, false],
			['notSent', { networkCode: 'CERT_HAS_EXPIRED' }, false],
			['notSent', { refusedByN8n: 'Restricted' }, false],
			['notSent', silent, true],
			['noAnswer', {}, true],
			['noAnswer', { networkCode: 'ECONNRESET' }, true],
			['noAnswer', { networkCode: 'EPROTO' }, false],
			['noAnswer', { timedOutMs: 30_000 }, true],
			['notTheService', {}, false],
			['notTheService', { status: 200, excerpt: 'Login' }, false],
			['notTheService', { status: 408 }, true],
			['notTheService', { status: 502 }, true],
			['notTheService', { missing: 'dates' }, false],
			['redirect', {}, false],
			['blocked', { status: 403 }, false],
			['blocked', { status: 404 }, false],
			['executionStopped', {}, false],
			['notStarted', {}, false],
		] as Array<[FailureKind, FailureFacts, boolean]>
	).map(([kind, facts, passes]): [string, ServiceFailure, boolean] => [
		`${kind} ${JSON.stringify(facts)}`,
		new ServiceFailure(kind, facts),
		passes,
	]),
];

test.each(everyFailure)(
	'%s ends with "Try again later." only if time alone fixes it',
	(_what, failure, passes) => {
		const below = (facts: object) => new Stop('Stopped.', 'Go on.', { reason: failure, ...facts });
		const checked = [
			failure,
			below({}),
			below({ outcome: { kind: 'unknown', what: 'N', nextRun: 'finds' } }),
		];
		for (const one of checked) {
			for (const text of [
				messageOf(one, 'T-1'),
				fullText(one, 'T-1'),
				toNodeError(node, one).message,
			]) {
				expect(/try again later\.?$/i.test(text)).toBe(passes);
				expect(text.match(/try again/gi) ?? []).toHaveLength(passes ? 1 : 0);
			}
			expect(messageOf(one, 'T-1')).toMatch(/^T-1: ./);
		}
		// Here a person has to do something before it is run again.
		const forPerson = [
			{ kind: 'unknown', what: 'N', nextRun: 'repeats' },
			{ kind: 'unknown', what: 'N', nextRun: 'fails' },
			{ kind: 'halfWay', what: 'N', isRestUndone: true },
		];
		for (const outcome of forPerson) {
			expect(messageOf(below({ outcome }))).not.toMatch(/again later/);
		}
	},
);

test('every kind of failure is among them', () => {
	const kinds = new Set(everyFailure.map(([, { kind }]) => kind));
	expect(kinds.size).toBe(10);
});

test('what only a person fixes never ends so', () => {
	for (const one of [new InputProblem('A', 'B.', 'C.'), new TypeError('D'), new Stop('E.', 'F.')]) {
		expect(fullText(one)).not.toMatch(/try again/i);
	}
});

test('a refusal names the values that were sent, as far as it knows them', () => {
	const sent = { forfait: 'MOD_CAPITAL', categorie: 'MODIF', ville: 'Pariss' };
	const whatOf = (code: string) =>
		messageOf(new ServiceFailure('refusal', { codes: [code], sent }));
	expect(whatOf('err_forfait_inconnu')).toBe(
		'The forfait MOD_CAPITAL does not exist for MODIF (err_forfait_inconnu).',
	);
	expect(whatOf('err_ville_incorrect')).toContain(`'City': "Pariss" (err_ville_incorrect)`);
	expect(whatOf('err_publication_introuvable')).toMatch(/^The publication does not exist/);
});

test('an error is stored with the answer of the service, and with nothing of the call or a password', () => {
	const codes = ['err_dossier_absent', 'err_ville_absent'];
	const failure = new ServiceFailure('refusal', { codes, details: ['a'] });
	const problem = new InputProblem('Email', 'x', 'y');
	const parameters = { operation: 'createOrGet', portalPassword: 'demo-portal-password' };
	for (const one of [failure, new Stop('Half way.', 'Go on.', { reason: failure }), problem]) {
		const error = toNodeError({ ...node, parameters }, one);
		const response = { resultat: 'erreur', erreurs: codes };
		if (one !== problem) expect(error).toMatchObject({ errorResponse: response });
		expect(JSON.stringify(error)).not.toMatch(/signature|application"|headers|portal-password/i);
		expect(error.node.parameters).toEqual({ operation: 'createOrGet' });
	}
	expect(toNodeError(node, new ServiceFailure('busy'))).toMatchObject({ errorResponse: {} });
	expect(toNodeError(node, problem).node).toBe(node);
});

test('a tag that a message quotes does not vanish where n8n shows it as HTML', () => {
	const problem = new InputProblem(
		'Text',
		'Not printed: <td>a</td>, <b',
		'Write it in <p>…</p>; 1 < 2, Notice > Check Text.',
	);
	const { message, description } = toNodeError(node, problem);
	expect(message).toBe('Not printed: ‹td›a‹/td›, ‹b');
	expect(description).toBe('Write it in ‹p›…‹/p›; 1 < 2, Notice > Check Text.');
});

test('a stop says its own state, then its reason unless it has said it, and keeps its class', () => {
	const stop = (reason?: unknown, saysReason = false) =>
		explain(new Stop('Stopped.', 'Order it.', { reason, saysReason }));
	const reason = refusal('err_bouclage_depasse');
	const { message, fix } = explain(reason);
	const both = { message: `Stopped. ${message}`, fix: `Order it. ${fix}`, httpCode: '409' };
	expect(stop(reason)).toEqual({ ...both, cause: undefined });
	const own = { message: 'Stopped.', fix: 'Order it.' };
	const quota = { httpCode: '429', cause: 'rate-limited' };
	expect(stop(new ServiceFailure('busy'), true)).toEqual({ ...own, ...quota });
	expect(stop()).toEqual({ ...own, httpCode: undefined, cause: undefined });
	expect(stop(new ServiceFailure('executionStopped')).fix).toBe('Order it.');
});

test('one line holds sentence and advice, separated by one full stop', () => {
	const lineOf = (message: string, advice: string) =>
		fullText(new InputProblem('A', message, advice));
	expect([lineOf('No end', 'Fix it.'), lineOf('No end', '')]).toEqual([
		'No end. Fix it.',
		'No end',
	]);
	for (const end of '.!?…') expect(lineOf(`An end${end}`, 'Fix it.')).toBe(`An end${end} Fix it.`);
});

test('a foreign error keeps its own words, and an error of n8n keeps its item', () => {
	expect(explain(new TypeError('broken'))).toEqual({ message: 'broken', fix: '' });
	expect(explain('broken').message).toBe('broken');
	const cause = 'configuration-invalid';
	expect(explain(new UserError('of a key'))).toMatchObject({ message: 'of a key', cause });
	const error = toNodeError(node, new TypeError('broken'));
	expect(error.context.itemIndex).toBeUndefined();
	expect(toNodeError(node, error, { itemIndex: 3 })).toBe(error);
	expect(toNodeError(node, error, { itemIndex: 4 }).context.itemIndex).toBe(3);
	// n8n replaces a message because a code contains one of its words, here EEXIST.
	const { message } = toNodeError(node, refusal('err_compte_preexistant'));
	expect(message).toMatch(/ \(err_compte_preexistant\)\.$/);
});

/** Foreign text of what is worst for each expression that meets it. */
test.each(['<style', '<style><', ' ', 'err_', 'err_a_absent', '_', '[', '\uFEFF', 'ECONN_', 'a.'])(
	'twice as much of %j takes twice the steps, and little of it is shown',
	async (piece) => {
		const show = (length: number) => {
			const text = piece.repeat(length / piece.length);
			const pages = [200, 403, 502].map((status) => readAnswer(status, Buffer.from(text)));
			for (const failure of pages) expect(fullText(failure).length).toBeLessThan(600);
			for (const body of [{ erreurs: [text, `err_${text}`] }, { erreurs: [], message: text }]) {
				fullText(readAnswer(200, Buffer.from(JSON.stringify({ resultat: 'erreur', ...body }))));
			}
			fullText(
				refusalIn({ erreurs: Array.from({ length: length / 200 }, () => text.slice(0, 200)) }),
			);
			const thrown = { code: text, httpCode: text, syscall: text, message: `EPROTO${text}` };
			fullText(connectionFailure(thrown, false));
			fullText(refusal(text, `err_${text}_absent`));
		};
		show(20_000);
		expect(await growth(show, 2_000)).toBeLessThan(LINEAR);
	},
);

test.each<[string, Error]>([
	[
		'a check of a later try',
		new Stop('No such date.', 'Go.', {
			outcome: { kind: 'nothing', said: 'Nothing was ordered.' },
		}),
	],
	['a question that was lost', new ServiceFailure('noAnswer', { readOnly: true })],
	['a call that was not sent', new ServiceFailure('notSent')],
	['an answer that was lost', new ServiceFailure('noAnswer')],
])('of several stops only the outermost says what was not done: %s', (_what, below) => {
	const facts = {
		reason: below,
		outcome: { kind: 'unknown', what: 'N-1', nextRun: 'finds' },
	} as const;
	const open = new Stop('It is not known whether it was ordered.', 'Run it again.', facts);
	const { message, fix } = explain(open);
	expect(message).toMatch(/^It is not known whether it was ordered\. ./);
	expect(fix).toMatch(/^Run it again\./);
	expect(`${message} ${fix}`).not.toMatch(/Nothing was|known .*known/);
	expect(fullText(below)).toMatch(/Nothing was|It is not known/);
});
