import { readFileSync } from 'node:fs';
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { OperationStop } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { CODES, FIELDS } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { explain, fullText, toNodeError } from '../../../nodes/LegalNotice/transport/errors.ts';
import { ServiceFailure, type FailureKind } from '../../../nodes/LegalNotice/transport/failures.ts';
import { allCodes } from './codes.mts';
import { node, NodeApiError, NodeOperationError } from './nodeErrors.mts';

const refusal = (...codes: string[]) => new ServiceFailure('refusal', { codes });

/** No value of a node or credential sets them right. */
const WITHOUT_PARAMETER = [
	...['err_client_inactif', 'err_internal_server', 'err_timestamp_controle', 'err_body_incorrect'],
	...['application', 'signature', 'timestamp'].map((header) => `err_${header}_absent`),
	'err_signature_incorrect',
];

test('the specification lists 73 codes', () => {
	expect(allCodes).toHaveLength(73);
	expect(new Set(allCodes).size).toBe(73);
});

describe.each(allCodes)('%s', (code) => {
	const error = toNodeError(node, refusal(code), 3);

	test('says in one sentence what happened, with the code, through n8n’s own error', () => {
		expect(error.message).toMatch(new RegExp(`\\(${code}\\)\\.$`));
		expect(error.message).not.toMatch(/unknown issue|this version does not know/);
	});
	test('says how to mend it', () => {
		expect(error.description).toMatch(/\.$/);
		expect((error.description ?? '').length).toBeGreaterThan(15);
	});
	test('carries the item and an HTTP code that n8n can class', () => {
		expect(error.context.itemIndex).toBe(3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(Reflect.get(error, 'httpCode')).toMatch(/^(400|401|403|404|409|429|500)$/);
	});
	test('names the parameter as the editor labels it, where there is one', () => {
		if (WITHOUT_PARAMETER.includes(code)) return;
		expect(`${error.message} ${error.description}`).toMatch(/'[A-Z][A-Za-z ]+'/);
	});
	test('avoids the words that alarm without helping', () => {
		expect(`${error.message} ${error.description}`).not.toMatch(
			/\b(error|problem|failure|mistake)\b/i,
		);
	});
});

test.each(['err_categorie_inconnu', 'err_categorie_incorrect'])(
	'a category that is reserved is told as that when it is refused by %s',
	(code) => {
		const { message, fix } = explain(refusal(code));
		expect(`${message} ${fix}`).toMatch(/reserved to authorised partners/);
	},
);

test('codes that nobody listed are read by their pattern, and unknown ones still shown', () => {
	expect(explain(refusal('err_siret_absent')).message).toBe(
		"'siret' is missing (err_siret_absent).",
	);
	expect(explain(refusal('err_code_naf_incorrect')).message).toContain("value of 'code naf'");
	expect(explain(refusal('err_nouveaute')).message).toContain('(err_nouveaute)');
});

test('several codes at once are all told, each fix once', () => {
	const { message, fix } = explain(
		refusal('err_ville_absent', 'err_adresse_absent', 'err_ville_absent'),
	);
	expect(message).toContain('err_ville_absent');
	expect(message).toContain('err_adresse_absent');
	expect(fix.match(/'City'/g)).toHaveLength(1);
});

test('n8n does not replace a sentence because a code contains one of its words', () => {
	const error = toNodeError(node, refusal('err_compte_preexistant'));
	expect(error.message).toContain('err_compte_preexistant');
	expect(error.message).not.toContain('The file or directory already exists');
});

test('the offending character is part of the sentence', () => {
	const failure = new ServiceFailure('refusal', { codes: ['err_texte_incorrect'], details: ['→'] });
	expect(explain(failure).message).toContain('The service adds: →.');
});

test.each<[FailureKind, string]>([
	['notSent', 'Nothing was sent'],
	['noAnswer', 'not known whether'],
	['notTheService', "not the service's"],
	['redirect', 'redirects elsewhere'],
	['blocked', 'in front of the service'],
	['busy', 'used up'],
	['quota', 'used up'],
	['cancelled', 'stopped'],
	['notStarted', 'Not started'],
])('a call that ended as %s has its own words', (kind, words) => {
	expect(fullText(new ServiceFailure(kind, { status: 502, excerpt: 'x' }))).toContain(words);
});

test.each([
	[refusal('err_requetes_max'), 'quota-exhausted'],
	[refusal('err_internal_server'), 'temporarily-unavailable'],
	[refusal('err_cle_inconnue'), 'credential-invalid'],
	[refusal('err_client_inactif'), 'credential-invalid'],
	[refusal('err_timestamp_controle'), 'configuration-invalid'],
	[new ServiceFailure('noAnswer'), 'temporarily-unavailable'],
	[new ServiceFailure('notTheService'), 'temporarily-unavailable'],
	[new InputProblem('References', 'x', 'y'), 'configuration-invalid'],
])('n8n learns the cause of a failed poll: %p is %s', (failure, cause) => {
	expect(toNodeError(node, failure)).toHaveProperty('failure', { cause });
});

test('how long the node waited is told in seconds, where it waited', () => {
	const facts = { codes: ['err_requetes_max'] };
	const waited = explain(new ServiceFailure('quota', { ...facts, waitedMs: 61_400 })).fix;
	expect(waited).toMatch(/ The node waited 61 seconds before giving up\.$/);
	expect(explain(new ServiceFailure('quota', facts)).fix).not.toContain('waited');
	for (const kind of ['quota', 'busy'] as const) {
		const { fix } = explain(new ServiceFailure(kind, { status: 429, waitedMs: 8_000 }));
		expect(fix).toMatch(/not shared\. The node waited 8 seconds before giving up\.$/);
	}
});

test.each([
	['redirect', '302'],
	['blocked', '400'],
	['notTheService', '502'],
] as const)('%s without a status counts as HTTP %s', (kind, httpCode) => {
	expect(explain(new ServiceFailure(kind)).httpCode).toBe(httpCode);
});

test('bad input is an error of the node, with sentence and advice', () => {
	const error = toNodeError(
		node,
		new InputProblem('Department', "'Department' is empty.", 'Give it.'),
		1,
	);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: "'Department' is empty.", description: 'Give it.' });
});

test('a call that only reads is not said to have done something', () => {
	expect(explain(new ServiceFailure('noAnswer', { readOnly: true })).fix).toContain(
		'Nothing was changed',
	);
	expect(explain(new ServiceFailure('noAnswer')).fix).toContain('not known whether');
});

test('the node does not put its own words into the mouth of the service', () => {
	const unknown = new ServiceFailure('refusal', {
		codes: ['err_annonce_introuvable'],
		asked: 'D-1',
	});
	expect(explain(unknown).message).toMatch(/\(err_annonce_introuvable\)\. Requested: "D-1"\.$/);
	const lacking = new ServiceFailure('notTheService', { missing: 'annonces' });
	expect(explain(lacking).message).toContain('The answer lacks "annonces"');
});

test('a stop half way tells its own state first, then the reason', () => {
	const stop = new OperationStop(
		'The notice X is cancelled, not ordered.',
		'Order it.',
		refusal('err_bouclage_depasse'),
	);
	const { message, fix } = explain(stop);
	expect(message).toMatch(
		/^The notice X is cancelled, not ordered\. The closing time .*err_bouclage_depasse/,
	);
	expect(fix).toMatch(/^Order it\. Choose a later/);
	expect(toNodeError(node, stop)).toHaveProperty('httpCode', '409');
});

test('an error of n8n passes as it is, with its item', () => {
	const given = new NodeOperationError(node, 'As it is');
	expect(toNodeError(node, given, 2)).toBe(given);
	expect(given.context.itemIndex).toBe(2);
});

test('what is stored with an error is what the service said, and nothing of the call', () => {
	const failure = new ServiceFailure('refusal', { codes: ['err_texte_absent'], details: ['x'] });
	expect(JSON.stringify(toNodeError(node, failure))).not.toMatch(/signature|application"|headers/i);
});

test('a portal password is not stored with an error', () => {
	const parameters = { operation: 'createOrGet', portalPassword: 'demo-portal-password' };
	for (const failure of [refusal('err_mot_passe_incorrect'), new InputProblem('Email', 'x', 'y')]) {
		const error = toNodeError({ ...node, parameters }, failure);
		expect(JSON.stringify({ ...error })).not.toContain('demo-portal-password');
		expect(error.node.parameters).toEqual({ operation: 'createOrGet' });
	}
});

test('the table has no field and no code that the specification does not know', () => {
	const spec = new Set(allCodes);
	expect(Object.keys(CODES).filter((code) => !spec.has(code))).toEqual([]);
	const fields = new Set(allCodes.map((code) => /^err_(.+)_(absent|incorrect)$/.exec(code)?.[1]));
	expect(Object.keys(FIELDS).filter((field) => !fields.has(field))).toEqual([]);
});

test('only the error table spells codes out', () => {
	const source = readFileSync(
		new URL('../../../nodes/LegalNotice/transport/errors.ts', import.meta.url),
		'utf8',
	);
	expect(source).not.toMatch(/'err_[a-z_]+'/);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'a code or field named %s, as every object has one, is told like any other',
	(name) => {
		expect(explain(refusal(name)).message).toContain(`does not know (${name}).`);
		const { message } = explain(refusal(`err_${name}_absent`));
		expect(message).toContain('is missing');
		expect(message).toContain(`(err_${name}_absent)`);
	},
);
