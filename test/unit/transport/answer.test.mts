/** What became of a call, read from the answer or from the way the connection failed. */
import { createRequire } from 'node:module';
import type * as WorkflowPackage from 'n8n-workflow';

import {
	nestedRecords,
	readAnswer,
	recordsOf,
} from '../../../nodes/LegalNotice/transport/envelope.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	connectionFailure,
	ServiceFailure,
} from '../../../nodes/LegalNotice/transport/failures.ts';

const { UserError } = createRequire(import.meta.url)('n8n-workflow') as typeof WorkflowPackage;

function failureOf(status: number, body: unknown): ServiceFailure {
	const failure = readAnswer(status, typeof body === 'string' ? Buffer.from(body) : body);
	if (failure instanceof ServiceFailure) return failure;
	throw new Error('was accepted');
}
const refusalOf = (fields: object) =>
	failureOf(200, JSON.stringify({ resultat: 'erreur', ...fields }));

test('a success is the answer itself, also with a byte order mark or another status', () => {
	const body = '{"resultat":"succes","a":1}';
	for (const [status, text] of [
		[200, body],
		[200, `\uFEFF${body}`],
		[201, body],
	] as const) {
		expect(readAnswer(status, Buffer.from(text))).toEqual({ resultat: 'succes', a: 1 });
	}
});

test('every code is kept, the first one first, each once', () => {
	const erreurs = ['err_texte_absent', 'err_ville_absent', 'err_texte_absent'];
	expect(refusalOf({ erreurs }).codes).toEqual(['err_texte_absent', 'err_ville_absent']);
});

test.each([
	['an element beside the code', { erreurs: ['err_texte_incorrect', '→'] }],
	['a suffix of the code', { erreurs: ['err_texte_incorrect (→)'] }],
	['an object', { erreurs: [{ code: 'err_texte_incorrect', caractere: '→' }] }],
	['a field beside the codes', { erreurs: ['err_texte_incorrect'], details: { caractere: '→' } }],
])('the offending character is found as %s', (_name, fields) => {
	const { codes, facts } = refusalOf(fields);
	expect(codes).toEqual(['err_texte_incorrect']);
	expect(facts.details?.join(' ')).toContain('→');
});

test('codes as one text are read', () => {
	expect(refusalOf({ erreurs: 'err_cle_inconnue' }).codes).toEqual(['err_cle_inconnue']);
});

test.each<[object, string]>([
	[{ erreur: 'err_texte_incorrect' }, ' The service adds: err_texte_incorrect.'],
	[{ code: 'err_texte_incorrect', message: '→' }, ' The service adds: err_texte_incorrect; →.'],
	[{ erreurs: ['maintenance en cours'] }, ' The service adds: maintenance en cours.'],
	[{ erreurs: { motif: 'maintenance' } }, ' The service adds: maintenance.'],
	...[[], null, {}, undefined].map((erreurs): [object, string] => [{ erreurs }, '']),
])('a refusal without a code is told as the refusal it is: %j', (fields, added) => {
	expect(refusalOf(fields)).toMatchObject({ kind: 'refusal', codes: [], ambiguous: true });
	const { message, fix } = explain(refusalOf(fields));
	expect(message).toBe(`The service answered "erreur" without a code.${added}`);
	expect(fix).not.toContain('Base URL');
});

test('numbers beside a code are told, empty texts are not; each short, not too deep and not without end', () => {
	const erreurs = ['err_texte_incorrect', '', 14, true, 'x'.repeat(300), [[[['deep']]]]];
	expect(refusalOf({ erreurs }).facts.details).toEqual(['14', 'x'.repeat(200)]);
	const many = Array.from({ length: 50 }, (_, at) => `→${at}`);
	expect(refusalOf({ erreurs: many }).facts.details).toHaveLength(20);
	const nested = { erreurs: ['err_neu'], a: { b: { c: 'shown' } } };
	expect(refusalOf(nested).facts.details).toEqual(['shown']);
});

test('what names the notice is no detail of a refusal', () => {
	const names = { reference: 'AL-1', numero_commande: 'D-1' };
	const { details } = refusalOf({ erreurs: ['err_annonce_suspendue'], ...names, motif: '→' }).facts;
	expect(details).toEqual(['→']);
});

test('a refusal counts whatever the HTTP status around it', () => {
	const body = '{"resultat":"erreur","erreurs":["err_annonce_introuvable"]}';
	expect(failureOf(404, body)).toMatchObject({
		kind: 'refusal',
		codes: ['err_annonce_introuvable'],
	});
});

const erreurs = (...codes: string[]) => JSON.stringify({ resultat: 'erreur', erreurs: codes });

test.each<[number, unknown, string, boolean]>([
	[200, '<html><body><h1>Maintenance</h1></body></html>', 'notTheService', true],
	...[
		'',
		'{"resultat":"succes","refer',
		'[]',
		'null',
		'{"resultat":"success"}',
		'{}',
		undefined,
		null,
	].map((body) => [200, body, 'notTheService', true] as never),
	...[299, 408, 500, 502, 503, 504].map((status) => [status, '', 'notTheService', true] as never),
	...[300, 302, 399].map((status) => [status, '', 'redirect', true] as never),
	...[400, 403, 404, 413, 499].map((status) => [status, 'nothing here', 'blocked', true] as never),
	[429, '', 'quota', true],
	[429, erreurs(), 'quota', true],
	[429, erreurs('err_texte_absent'), 'refusal', false],
	[500, '{"resultat":"erreur"}', 'refusal', true],
	[503, erreurs(), 'refusal', true],
	[200, erreurs('err_neu'), 'refusal', false],
	[499, erreurs('err_neu'), 'refusal', false],
	[500, erreurs('err_neu'), 'refusal', true],
	[408, erreurs('err_texte_absent', 'err_neu'), 'refusal', true],
	[500, erreurs('err_texte_absent'), 'refusal', false],
	[500, erreurs('err_requetes_max'), 'quota', false],
])('HTTP %d with %p is %s; may have been done: %p', (status, body, kind, ambiguous) => {
	expect(failureOf(status, body)).toMatchObject({ kind, ambiguous });
});

test('quota and internal trouble are told apart from other refusals', () => {
	expect(refusalOf({ erreurs: ['err_requetes_max'] })).toMatchObject({
		kind: 'quota',
		ambiguous: false,
	});
	expect(refusalOf({ erreurs: ['err_internal_server'] }).ambiguous).toBe(true);
	expect(refusalOf({ erreurs: ['err_texte_absent'] }).ambiguous).toBe(false);
});

test.each([
	['x'.repeat(200), 'x'.repeat(200)],
	['x'.repeat(201), `${'x'.repeat(200)}…`],
	['<STYLE type="a">p</STYLE> a\n b <b>c</b> ', 'a b c'],
	[
		'<html><style>p{color:red}</style><body><script>var x = "s"</script><p>Maintenance</p>',
		'Maintenance',
	],
])('what answered instead is shown short and without markup: %s', (page, excerpt) => {
	expect(failureOf(502, page).facts).toEqual({ status: 502, excerpt });
});

test('a list that is left out or null has no records, anything else in its place is told', () => {
	expect(recordsOf({ resultat: 'succes' }, 'annonces')).toEqual([]);
	expect(recordsOf({ resultat: 'succes', annonces: null, more: 1 }, 'annonces')).toEqual([]);
	expect(recordsOf({ annonces: [{ a: 1 }, 'x', null] }, 'annonces')).toEqual([{ a: 1 }]);
	for (const answer of [{ annonces: 'x' }, { annonces: {} }, { resultat: 'succes', other: [] }]) {
		const told = { kind: 'notTheService', facts: { missing: 'annonces' } };
		expect(() => recordsOf(answer, 'annonces')).toThrow(expect.objectContaining(told) as Error);
	}
	expect(nestedRecords([{ a: 1 }], 'dates')).toEqual([{ a: 1 }]);
	const facts = { missing: 'dates', readOnly: true };
	expect(() => nestedRecords('x', 'dates')).toThrow(expect.objectContaining({ facts }) as Error);
});

describe('a connection that failed', () => {
	test.each([
		['ECONNREFUSED', 'connect', 'notSent'],
		['ENOTFOUND', 'getaddrinfo', 'notSent'],
		['ETIMEDOUT', 'connect', 'notSent'],
		['EHOSTUNREACH', 'read', 'noAnswer'],
		['ENETUNREACH', 'write', 'noAnswer'],
		['ETIMEDOUT', 'read', 'noAnswer'],
		['EPROTO', 'write wrong version number', 'notSent'],
		['EPROTO', 'write sslv3 alert handshake failure', 'notSent'],
		['EPROTO', 'read bad record mac', 'noAnswer'],
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO'].map(
			(code) => [code, '', 'notSent'],
		),
		...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'].map(
			(code) => [code, '', 'notSent'],
		),
		...[
			'ECONNRESET',
			'ECONNABORTED',
			'ETIMEDOUT',
			'EPIPE',
			'ERR_CANCELED',
			'XENOTFOUND',
			'ENOTFOUNDX',
		].map((code) => [code, '', 'noAnswer']),
	])('with %s at "%s" is %s, wherever n8n keeps the code', (code = '', call = '', kind = '') => {
		const [syscall] = call.split(' ');
		const cause = Object.assign(new Error(`${syscall} ${code} 80:error:SSL routines:${call}`), {
			code,
			...(syscall ? { syscall } : {}),
		});
		const expected = { kind, ambiguous: kind === 'noAnswer', facts: { networkCode: code } };
		for (const thrown of [cause, new Error('x', { cause: new Error('y', { cause }) })]) {
			expect(connectionFailure(thrown, false)).toMatchObject(expected);
		}
		// Older versions of n8n keep nothing but the code.
		if (call === '') expect(connectionFailure({ httpCode: code }, false)).toMatchObject(expected);
	});

	test('is taken for possibly done when nothing is known', () => {
		const one = new Error('one');
		one.cause = new Error('other', { cause: one });
		for (const thrown of [
			undefined,
			null,
			'text',
			{},
			{ code: 7 },
			{ code: 'x ECONNRESET' },
			{ code: 'ECONNRESET x' },
			{ code: 'lower' },
			{ code: 'E-X' },
			one,
		]) {
			expect(connectionFailure(thrown, false)).toMatchObject({
				kind: 'noAnswer',
				ambiguous: true,
				facts: {},
			});
		}
	});

	test('because n8n does not let it out was not sent, however deep its refusal lies', () => {
		const refusal = new UserError('The host is restricted');
		for (const thrown of [refusal, new Error('x', { cause: refusal })]) {
			expect(connectionFailure(thrown, false)).toMatchObject({
				kind: 'notSent',
				ambiguous: false,
				facts: { refusedByN8n: 'The host is restricted' },
			});
		}
	});

	test('with the execution may have been done when it was under way', () => {
		expect(connectionFailure(new Error('x'), true)).toMatchObject({
			kind: 'cancelled',
			ambiguous: true,
		});
		expect(new ServiceFailure('cancelled').ambiguous).toBe(false);
	});
});
