/** What became of a call, read from the answer or from the way the connection failed. */
import { Readable } from 'node:stream';
import {
	nestedRecords,
	readAnswer,
	readBytes,
	recordsOf,
} from '../../../nodes/LegalNotice/transport/envelope.ts';
import { explain } from '../../../nodes/LegalNotice/errors/words.ts';
import { connectionFailure, ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';
import { UserError } from './n8nErrors.mts';

function failureOf(status: number, body: string): ServiceFailure {
	const failure = readAnswer(status, Buffer.from(body));
	if (failure instanceof ServiceFailure) return failure;
	throw new Error('was accepted');
}
const refusalOf = (fields: object) =>
	failureOf(200, JSON.stringify({ resultat: 'erreur', ...fields }));
const erreurs = (...codes: string[]) => JSON.stringify({ resultat: 'erreur', erreurs: codes });

test('a success is the answer itself, also with a byte order mark or another status', () => {
	const body = '{"resultat":"succes","a":1}';
	for (const status of [200, 201]) {
		const answer = readAnswer(status, Buffer.from(`\uFEFF${body}`));
		expect(answer).toEqual({ resultat: 'succes', a: 1 });
	}
});

const successWith = (json: string) =>
	readAnswer(200, Buffer.from(`{"resultat":"succes","a":${json},"b":1}`));

test("an answer that is nested more than twenty levels deep does not count as the service's", () => {
	const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
	expect(successWith(nested(19))).toMatchObject({ resultat: 'succes', b: 1 });
	for (const depth of [20, 10_000]) {
		expect(successWith(nested(depth))).toMatchObject({ kind: 'notTheService', mayBeDone: true });
	}
});

test('an answer without a body has no bytes, and one that was cut off before it is read fails', async () => {
	expect(await readBytes(undefined)).toEqual(Buffer.alloc(0));
	const cutOff = Readable.from(['{']).destroy();
	await expect(readBytes(cutOff)).rejects.toThrow('The answer was cut off.');
});

test('every code is kept, the first one first, each once', () => {
	const erreurs = ['err_texte_absent', 'err_ville_absent', 'err_texte_absent'];
	const refused = refusalOf({ erreurs });
	expect(refused.codes).toEqual(['err_texte_absent', 'err_ville_absent']);
	expect(String(refused)).toBe('ServiceFailure: err_texte_absent, err_ville_absent');
	expect(String(new ServiceFailure('busy'))).toBe('ServiceFailure: busy');
	expect(refusalOf({ erreurs: 'err_cle_inconnue' }).codes).toEqual(['err_cle_inconnue']);
});

const many = Array.from({ length: 50 }, (_, at) => `→${at}`);
test.each<[object, string[]]>([
	[{ erreurs: ['err_a', ...many] }, many.slice(0, 20)],
	[{ erreurs: ['err_a', '→'] }, ['→']],
	[{ erreurs: ['err_a (→)'] }, ['err_a (→)']],
	[{ erreurs: [{ code: 'err_a', caractere: '→' }] }, ['→']],
	[{ erreurs: ['err_a'], details: { caractere: '→' } }, ['→']],
	[{ erreurs: ['err_a', '', 14, true, 'x'.repeat(300)] }, ['14', 'x'.repeat(200)]],
	[{ erreurs: ['err_a', [[[['deep']]]]], a: { b: { c: 'shown' } } }, ['shown']],
	[{ erreurs: ['err_a'], reference: 'AL-1', numero_commande: 'D-1', motif: '→' }, ['→']],
])('the fields beside the code are kept, such as an offending character: %j', (fields, details) => {
	const { codes, facts } = refusalOf(fields);
	expect([codes, facts.details]).toEqual([['err_a'], details]);
});

test.each<[object, string]>([
	[{ erreur: 'err_texte_incorrect' }, ' The service adds: err_texte_incorrect.'],
	[{ code: 'err_texte_incorrect', message: '→' }, ' The service adds: err_texte_incorrect; →.'],
	[{ erreurs: ['maintenance en cours'] }, ' The service adds: maintenance en cours.'],
	[{ erreurs: { motif: 'maintenance' } }, ' The service adds: maintenance.'],
	...[[], null, {}, undefined].map((erreurs): [object, string] => [{ erreurs }, '']),
])('a refusal without a code is reported as a refusal: %j', (fields, added) => {
	expect(refusalOf(fields)).toMatchObject({ kind: 'refusal', codes: [], mayBeDone: true });
	const { message } = explain(refusalOf(fields));
	expect(message).toBe(`The service answered "erreur" without a code.${added}`);
});

const rows = (bodies: readonly string[], kind: string) =>
	bodies.map((body): [number, string, string, boolean] => [200, body, kind, true]);
const empty = (statuses: readonly number[], kind: string) =>
	statuses.map((status): [number, string, string, boolean] => [status, 'none', kind, true]);
test.each<[number, string, string, boolean]>([
	...rows(['', '{"resultat":"succes","re', '[]', 'null', '{}'], 'notTheService'),
	[200, '{"resultat":"success"}', 'notTheService', true],
	...empty([299, 408, 500, 504], 'notTheService'),
	...empty([300, 399], 'redirect'),
	...empty([400, 499], 'blocked'),
	[429, '', 'quota', true],
	[429, erreurs(), 'quota', true],
	[429, erreurs('err_texte_absent'), 'refusal', false],
	[200, erreurs('err_requetes_max'), 'quota', false],
	[500, erreurs('err_requetes_max'), 'quota', false],
	[200, erreurs('err_requetes_max', 'err_texte_absent'), 'refusal', false],
	[200, erreurs('err_requetes_max', 'err_internal_server'), 'refusal', true],
	[200, erreurs('err_internal_server', 'err_requetes_max'), 'refusal', true],
	[200, erreurs('err_texte_absent'), 'refusal', false],
	[200, erreurs('err_internal_server'), 'refusal', true],
	[404, erreurs('err_annonce_introuvable'), 'refusal', false],
	[499, erreurs('err_neu'), 'refusal', false],
	[500, erreurs('err_neu'), 'refusal', true],
	[500, erreurs('err_texte_absent'), 'refusal', false],
	[408, erreurs('err_texte_absent', 'err_neu'), 'refusal', true],
	[503, erreurs(), 'refusal', true],
])('HTTP %d with %p counts as %s; may have been done: %p', (status, body, kind, mayBeDone) => {
	expect(failureOf(status, body)).toMatchObject({ kind, mayBeDone });
});

test.each([
	['x'.repeat(200), 'x'.repeat(200)],
	['x'.repeat(201), `${'x'.repeat(200)}…`],
	[`<STYLE type="a">p</STYLE><script>var x</script> a\n b <b>c</b> `, 'a b c'],
])('an answer of another server is shown short and without markup: %s', (page, excerpt) => {
	expect(failureOf(502, page).facts).toEqual({ status: 502, excerpt });
});

test('a list that is left out or null has no records, anything else in its place is reported', () => {
	expect(recordsOf({ resultat: 'succes' }, 'annonces')).toEqual([]);
	expect(recordsOf({ resultat: 'succes', annonces: null, more: 1 }, 'annonces')).toEqual([]);
	expect(recordsOf({ resultat: 'succes', annonces: '', more: 1 }, 'annonces')).toEqual([]);
	expect(recordsOf({ annonces: [{ a: 1 }, 'x', null] }, 'annonces')).toEqual([{ a: 1 }]);
	for (const answer of [{ annonces: 'x' }, { annonces: {} }, { resultat: 'succes', other: [] }]) {
		const missing = { kind: 'notTheService', facts: { missing: 'annonces' } };
		expect(() => recordsOf(answer, 'annonces')).toThrow(expect.objectContaining(missing) as Error);
	}
	expect(nestedRecords([{ a: 1 }], 'dates')).toEqual([{ a: 1 }]);
	const facts = { missing: 'dates', readOnly: true };
	expect(() => nestedRecords('x', 'dates')).toThrow(expect.objectContaining({ facts }) as Error);
});

describe('a connection that failed', () => {
	const sent = (...codes: string[]) => codes.map((code) => [code, '', 'noAnswer']);
	const neverSent = (...codes: string[]) => codes.map((code) => [code, '', 'notSent']);

	test.each([
		['ETIMEDOUT', 'connect', 'notSent'],
		['ENOTFOUND', 'getaddrinfo', 'notSent'],
		['EHOSTUNREACH', 'read', 'noAnswer'],
		['ENETUNREACH', 'write', 'noAnswer'],
		['EPROTO', 'write', 'noAnswer'],
		['EHOSTUNREACH', 'connect', 'notSent'],
		...neverSent('ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'),
		...neverSent('CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN'),
		...neverSent('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
		...sent('ECONNRESET', 'ETIMEDOUT', 'ERR_CANCELED', 'XENOTFOUND', 'ENOTFOUNDX'),
		// A host may become unreachable while its answer is waited for, and nothing says when it did.
		...sent('EHOSTUNREACH', 'ENETUNREACH'),
	])('failure %s at "%s" is %s, wherever n8n keeps it', (code = '', syscall = '', kind = '') => {
		const cause = Object.assign(new Error(`${syscall} ${code}`), {
			code,
			...(syscall ? { syscall } : {}),
		});
		const expected = { kind, mayBeDone: kind === 'noAnswer', facts: { networkCode: code } };
		for (const thrown of [cause, new Error('x', { cause: new Error('y', { cause }) })]) {
			expect(connectionFailure(thrown, false)).toMatchObject(expected);
		}
		// Older versions of n8n keep nothing but the code.
		if (syscall === '')
			expect(connectionFailure({ httpCode: code }, false)).toMatchObject(expected);
	});

	test('a connection that failed counts as possibly done when nothing is known', () => {
		const circle = new Error('one');
		circle.cause = new Error('other', { cause: circle });
		const codes = [7, 'x ECONNRESET', 'ECONNRESET x', 'lower', 'E-X'];
		const thrown = [undefined, null, 'text', circle, ...codes.map((code) => ({ code }))];
		for (const one of thrown) {
			const { kind, mayBeDone, facts } = connectionFailure(one, false);
			expect([kind, mayBeDone, facts]).toEqual(['noAnswer', true, {}]);
		}
	});

	test('a connection that n8n does not let out counts as not sent, however deep its refusal lies', () => {
		const refusal = new UserError('The host is restricted');
		for (const thrown of [refusal, new Error('x', { cause: refusal })]) {
			const { kind, mayBeDone, facts } = connectionFailure(thrown, false);
			expect([kind, mayBeDone, facts.refusedByN8n]).toEqual(['notSent', false, refusal.message]);
		}
	});

	test('a connection that ended with the execution may have been done when it was under way', () => {
		const failure = connectionFailure(new Error('x'), true);
		expect(failure).toMatchObject({ kind: 'executionStopped', mayBeDone: true });
		expect(new ServiceFailure('executionStopped').mayBeDone).toBe(false);
	});
});
