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
import { node, NodeApiError, NodeOperationError } from './n8nErrors.mts';

interface Row {
	kind: FailureKind;
	facts: FailureFacts;
	httpCode: string | undefined;
	text: string;
}

const refusal = (...codes: string[]) => new ServiceFailure('refusal', { codes });

/** Every code of the specification (Errors), written down from it and from nothing else. */
const words = (text: string) => text.trim().split(/\s+/);
const LISTED = words(`
	annonce_introuvable annonce_commandee publication_introuvable bouclage_depasse date_indisponible client_inactif
	forfait_inconnu categorie_inconnu publication_non_habilite mode_facturation_non_autorisee annonce_suspendue
	multiple_contact internal_server timestamp_controle signature_calculee body_incorrect cle_inconnue requetes_max
	application_absent signature_absent timestamp_absent application_incorrect signature_incorrect`);
const ABSENT = words(`
	reference publication departement categorie texte forfait mode_facturation dossier facturation nom_raison_sociale
	adresse code_postal ville pays email nom prenom mot_passe`);
const INCORRECT = words(`
	reference publication departement categorie texte forfait mode_facturation disposition date_parution sous_categorie
	data chaine quantite justificatifs_papiers justificatif_numerique numero_commande dossier contact facturation
	nom_raison_sociale prenom_nom_complement adresse adresse_complement code_postal ville pays email telephone nom
	prenom mot_passe mobile`);
const allCodes = [
	...LISTED,
	...ABSENT.map((field) => `${field}_absent`),
	...INCORRECT.map((field) => `${field}_incorrect`),
].map((code) => `err_${code}`);

/** No value of a node or credential sets them right. */
const WITHOUT_PARAMETER =
	/client_inactif|internal_server|timestamp_controle|body_incorrect|(application|signature|timestamp)_absent|signature_incorrect/;

test('the specification lists 73 codes', () => {
	expect(new Set(allCodes).size).toBe(73);
	expect(Object.keys(CODES).filter((code) => !allCodes.includes(code))).toEqual([]);
	const fields = Object.keys(FIELDS).filter((field) => ![...ABSENT, ...INCORRECT].includes(field));
	expect(fields).toEqual([]);
});

test.each(allCodes)(
	'%s says what happened, and how to fix it by which parameter, in an error that n8n can class',
	(code) => {
		const error = toNodeError(node, refusal(code), 3);
		expect(error.message).toMatch(new RegExp(`^.+ \\(${code}\\)\\.$`));
		expect(error.message).not.toMatch(/unknown issue|this version does not know/);
		expect(error.description).toMatch(/^.{15,}\.$/);
		const text = `${error.message} ${error.description}`;
		expect(text).not.toMatch(ALARMING);
		if (!WITHOUT_PARAMETER.test(code)) expect(text).toMatch(/'[A-Z][A-Za-z -]+'/);
		expect(error.context.itemIndex).toBe(3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(isListedCode(code)).toBe(true);
	},
);

test.each([
	['err_annonce_introuvable', '404', undefined],
	['err_publication_introuvable', '404', 'configuration-invalid'],
	['err_annonce_commandee', '409', undefined],
	['err_ville_absent', '400', 'configuration-invalid'],
	['err_client_inactif', '401', 'credential-invalid'],
	['err_timestamp_controle', '401', 'configuration-invalid'],
	['err_requetes_max', '429', 'quota-exhausted'],
	['err_internal_server', '500', 'temporarily-unavailable'],
])('%s is classed as HTTP %s, and its cause in a poll as %s', (code, httpCode, cause) => {
	expect(explain(refusal(code))).toMatchObject({ httpCode, cause });
});

test.each(['err_categorie_inconnu', 'err_categorie_incorrect'])(
	'a category that is reserved is reported as that when it is refused by %s',
	(code) => {
		expect(fullText(refusal(code))).toMatch(/reserved to authorised partners/);
	},
);

const refused = (label: string) => `The service does not accept the value of '${label}'`;
const UNKNOWN = 'The service refused the call with a code that this version does not know';
test.each([
	['err_ville_absent', "'City' is missing", "Check the 'City' of the 'Advertiser'.", true],
	['err_nom_incorrect', refused('Last Name'), "Check the value of 'Last Name'.", true],
	['err_disposition_incorrect', refused('Layout'), 'Choose it from the list.', true],
	['err_entete_absent', "'Header' is missing", "Check the value of 'Header'."],
	['err_mime_type_incorrect', refused('Logo Input Data Field Name')],
	['err_envoi_justificatif_incorrect', refused('Email Proof')],
	['err_largeur_incorrect', refused('Width')],
	['err_largeur_texte_incorrect', refused('Text Width')],
	['err_references_incorrect', refused('Reference or Order Number')],
	['err_type_incorrect', refused('Style Type')],
	['err_code_client_absent', "'code client' is missing", "Check the value of 'code client'."],
	['err_constructor_absent', "'constructor' is missing"],
	...['err_neu', 'xerr_ville_absent', 'err_ville_absents', 'err__absent', '__proto__'].map(
		(code) => [code, UNKNOWN, 'The code names the reason. Check the values of this node, or ask'],
	),
] as Array<[string, string, string?, boolean?]>)(
	'codes that nobody listed are read by their pattern, and unknown ones still shown: %s',
	(code, what, fix = '', listed = false) => {
		expect(explain(refusal(code)).message).toBe(`${what} (${code}).`);
		expect(explain(refusal(code)).fix).toContain(fix);
		expect(isListedCode(code)).toBe(listed);
	},
);

test('several codes at once are all named, each fix once', () => {
	const codes = ['err_ville_absent', 'err_adresse_absent', 'err_ville_absent'];
	const { message, fix } = explain(refusal(...codes));
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

const BASE = "the 'Base URL' of the credential";
const USED_UP =
	"The calls a minute of this key are used up by other work. Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.";
const LOST = 'The connection to the service was lost before its answer';
const OPEN = 'It is not known whether the service did what was asked.';
const BLOCKED = 'Something in front of the service refused the call';
const FRONT = `Check ${BASE}, and a proxy or firewall between n8n and the service.`;
const SPELLING = `Nothing was sent. Check the spelling of ${BASE}, and the DNS of the n8n server.`;
const NETWORK = `Nothing was sent. Check ${BASE} and the network of the n8n server.`;
const RUNS = `Nothing was sent. Check ${BASE}, and that the service runs. In a container, localhost is the container itself.`;
const NO_TLS = 'The address of the service does not speak https, or not in a version that n8n';
const TLS = `Nothing was sent. Check https:// and the port in ${BASE}, and a proxy between n8n and the service.`;
const TRUST = `Nothing was sent. Check the host in ${BASE}. For a certificate of your own, set NODE_EXTRA_CA_CERTS on the n8n server.`;
const FINAL = `and a signed call cannot follow. Correct ${BASE}: it is the final address of the instance.`;
const INSTANCE = `Check that ${BASE} is the address of the instance. During maintenance, try again later.`;
const unanswered = { unanswered: 5, timedOutMs: 30_000, timeoutOption: 'Timeout' };
const OPTION = `Nothing was sent. Run it again when the service answers. The option 'Timeout' sets how long to wait.`;

const CAUSES: Partial<Record<FailureKind, string>> = {
	busy: 'quota-exhausted',
	quota: 'quota-exhausted',
	notSent: 'temporarily-unavailable',
	noAnswer: 'temporarily-unavailable',
	refusal: 'temporarily-unavailable',
	notTheService: 'temporarily-unavailable',
	redirect: 'configuration-invalid',
	blocked: 'configuration-invalid',
};

test.each`
	kind               | facts                                              | httpCode     | text
	${'notStarted'}    | ${{}}                                              | ${undefined} | ${'Not started, because another item stopped the execution'}
	${'cancelled'}     | ${{}}                                              | ${undefined} | ${'The execution was stopped'}
	${'busy'}          | ${{}}                                              | ${'429'}     | ${USED_UP}
	${'quota'}         | ${{ waitedMs: 61_400 }}                            | ${'429'}     | ${`${USED_UP} The node waited 61 seconds before giving up.`}
	${'notSent'}       | ${{}}                                              | ${'503'}     | ${`The service cannot be reached (no connection). ${NETWORK}`}
	${'notSent'}       | ${{ networkCode: 'XENOTFOUND' }}                   | ${'503'}     | ${`The service cannot be reached (XENOTFOUND). ${NETWORK}`}
	${'notSent'}       | ${{ networkCode: 'ECONNREFUSED' }}                 | ${'503'}     | ${`Nothing answers at the host and port of the service (ECONNREFUSED). ${RUNS}`}
	${'notSent'}       | ${{ networkCode: 'ENOTFOUND' }}                    | ${'503'}     | ${`The host of the service was not found (ENOTFOUND). ${SPELLING}`}
	${'notSent'}       | ${{ networkCode: 'EAI_AGAIN' }}                    | ${'503'}     | ${`The host of the service was not found (EAI_AGAIN). ${SPELLING}`}
	${'notSent'}       | ${{ networkCode: 'EPROTO' }}                       | ${'503'}     | ${`${NO_TLS} accepts (EPROTO). ${TLS}`}
	${'notSent'}       | ${{ networkCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }} | ${'503'}     | ${`n8n does not trust the certificate of the service (ERR_TLS_CERT_ALTNAME_INVALID). ${TRUST}`}
	${'notSent'}       | ${{ networkCode: 'UNABLE_TO_VERIFY_LEAF' }}        | ${'503'}     | ${`n8n does not trust the certificate of the service (UNABLE_TO_VERIFY_LEAF). ${TRUST}`}
	${'notSent'}       | ${unanswered}                                      | ${'503'}     | ${`Not sent, because the service left 5 calls in a row without an answer for 30 seconds. ${OPTION}`}
	${'noAnswer'}      | ${{}}                                              | ${'503'}     | ${`${LOST} (no answer). ${OPEN}`}
	${'noAnswer'}      | ${{ networkCode: 'ECONNRESET', readOnly: true }}   | ${'503'}     | ${`${LOST} (ECONNRESET). Nothing was changed by it. Try again later.`}
	${'noAnswer'}      | ${{ timedOutMs: 1_540 }}                           | ${'503'}     | ${`The service did not answer within 1.5 seconds. ${OPEN}`}
	${'redirect'}      | ${{}}                                              | ${'302'}     | ${`The address redirects elsewhere, ${FINAL}`}
	${'redirect'}      | ${{ status: 301 }}                                 | ${'301'}     | ${`The address redirects elsewhere (HTTP 301), ${FINAL}`}
	${'blocked'}       | ${{}}                                              | ${'400'}     | ${`${BLOCKED}. ${FRONT}`}
	${'blocked'}       | ${{ status: 403, excerpt: 'Denied' }}              | ${'403'}     | ${`${BLOCKED} (HTTP 403). It answered: "Denied". ${FRONT}`}
	${'refusal'}       | ${{ details: ['maintenance', '7'] }}               | ${'502'}     | ${'The service answered "erreur" without a code. The service adds: maintenance; 7. Try again later. If it stays so, ask the service why.'}
	${'notTheService'} | ${{ status: 400, excerpt: '' }}                    | ${'400'}     | ${`The answer is not the service's (HTTP 400). ${INSTANCE}`}
	${'notTheService'} | ${{ status: 399 }}                                 | ${'502'}     | ${`The answer is not the service's (HTTP 399). ${INSTANCE}`}
	${'notTheService'} | ${{ missing: 'dates' }}                            | ${'502'}     | ${`The answer lacks "dates", so it is not the service's, or of an unknown version. ${INSTANCE}`}
`('$kind with $facts', ({ kind, facts, httpCode, text }: Row) => {
	const failure = new ServiceFailure(kind, facts);
	const error = toNodeError(node, failure, 3);
	expect([fullText(failure), fullText(error), error.context.itemIndex]).toEqual([text, text, 3]);
	expect(text).not.toMatch(ALARMING);
	expect(error).toBeInstanceOf(httpCode ? NodeApiError : NodeOperationError);
	if (error instanceof NodeApiError) expect(error).toMatchObject({ httpCode, errorResponse: {} });
	expect(Reflect.get(error, 'failure')).toEqual(CAUSES[kind] && { cause: CAUSES[kind] });
	expect(toNodeError(node, failure).context.itemIndex).toBeUndefined();
});

test('what n8n itself refuses is a matter of the address, not of the network', () => {
	const failure = new ServiceFailure('notSent', { refusedByN8n: 'It is restricted' });
	const fix = `Nothing was sent. Check ${BASE}. If it is right, ask the administrator of n8n to allow its host.`;
	const message = 'n8n did not send the call: It is restricted';
	expect(explain(failure)).toEqual({ message, fix, cause: 'configuration-invalid' });
});

test('how long the node waited stands behind a code too', () => {
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

test('a stop says its own state, then its reason unless it has said it, and keeps its class', () => {
	const stop = (...reason: [unknown?, boolean?]) =>
		explain(new OperationStop('Stopped.', 'Order it.', ...reason));
	const reason = refusal('err_bouclage_depasse');
	const { message, fix } = explain(reason);
	const both = { message: `Stopped. ${message}`, fix: `Order it. ${fix}`, httpCode: '409' };
	expect(stop(reason)).toEqual({ ...both, cause: undefined });
	const own = { message: 'Stopped.', fix: 'Order it.' };
	const quota = { httpCode: '429', cause: 'quota-exhausted' };
	expect(stop(new ServiceFailure('busy'), true)).toEqual({ ...own, ...quota });
	expect(stop()).toEqual({ ...own, httpCode: undefined, cause: undefined });
	expect(stop(new ServiceFailure('cancelled')).fix).toBe('Order it.');
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
	expect(explain(new TypeError('broken'))).toEqual({ message: 'broken', fix: '' });
	expect(explain('broken').message).toBe('broken');
	const error = toNodeError(node, new TypeError('broken'));
	expect(error.context.itemIndex).toBeUndefined();
	expect(toNodeError(node, error)).toBe(error);
	expect(toNodeError(node, error, 3).context.itemIndex).toBe(3);
	expect(toNodeError(node, error, 4).context.itemIndex).toBe(3);
});

/** Foreign text of what is worst for each expression that meets it. */
test.each(['<style', '<style><', ' ', 'err_', 'err_a_absent', '_', '[', '\uFEFF', 'ECONN_', 'a.'])(
	'200 kB of %j block nothing, and little of it is shown',
	(piece) => {
		const text = piece.repeat(200_000 / piece.length);
		const startedAt = Date.now();
		const pages = [200, 403, 502].map((status) => readAnswer(status, Buffer.from(text)));
		for (const failure of pages) expect(fullText(failure).length).toBeLessThan(600);
		for (const body of [{ erreurs: [text, `err_${text}`] }, { erreurs: [], message: text }]) {
			fullText(readAnswer(200, Buffer.from(JSON.stringify({ resultat: 'erreur', ...body }))));
		}
		fullText(refusalIn({ erreurs: Array.from({ length: 1_000 }, () => text.slice(0, 200)) }));
		const thrown = { code: text, httpCode: text, syscall: text, message: `EPROTO${text}` };
		fullText(connectionFailure(thrown, false));
		fullText(refusal(text, `err_${text}_absent`));
		expect(Date.now() - startedAt).toBeLessThan(10_000);
	},
);
