import { readAnswer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { connectionFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';

function failureOf(status: number, body: unknown): ServiceFailure {
	const failure = readAnswer(status, typeof body === 'string' ? Buffer.from(body) : body);
	if (failure instanceof ServiceFailure) return failure;
	throw new Error('was accepted');
}

test('a success is the answer itself, also with a byte order mark or another status', () => {
	const body = '{"resultat":"succes","a":1}';
	expect(readAnswer(200, Buffer.from(body))).toMatchObject({ a: 1 });
	expect(readAnswer(200, Buffer.from(`\uFEFF${body}`))).toMatchObject({ a: 1 });
	expect(readAnswer(201, Buffer.from(body))).toMatchObject({ a: 1 });
});

test('every code is kept, the first one first, each once', () => {
	const body =
		'{"resultat":"erreur","erreurs":["err_texte_absent","err_ville_absent","err_texte_absent"]}';
	expect(failureOf(200, body).codes).toEqual(['err_texte_absent', 'err_ville_absent']);
});

test.each([
	['an element beside the code', '["err_texte_incorrect","→"]', ''],
	['a suffix of the code', '["err_texte_incorrect (→)"]', ''],
	['an object', '[{"code":"err_texte_incorrect","caractere":"→"}]', ''],
	['a field beside the codes', '["err_texte_incorrect"]', ',"details":{"caractere":"→"}'],
])('the offending character is found as %s', (_name, erreurs, more) => {
	const failure = failureOf(200, `{"resultat":"erreur","erreurs":${erreurs}${more}}`);
	expect(failure.codes).toEqual(['err_texte_incorrect']);
	expect(failure.facts.details?.join(' ')).toContain('→');
});

test.each([
	['a code in the singular', { erreur: 'err_texte_incorrect' }],
	['a code of the answer', { code: 'err_texte_incorrect', message: '→' }],
])('%s, which the specification does not have, is quoted', (_name, fields) => {
	const failure = failureOf(200, JSON.stringify({ resultat: 'erreur', ...fields }));
	expect(failure).toMatchObject({ kind: 'refusal', codes: [], ambiguous: true });
	expect(explain(failure).message).toContain(
		`The service adds: ${Object.values(fields).join('; ')}.`,
	);
});

test.each([
	[['maintenance en cours'], ' The service adds: maintenance en cours.'],
	[{ motif: 'maintenance' }, ' The service adds: maintenance.'],
	[[], ''],
	[null, ''],
])('a refusal without a code is told as the refusal it is: %j', (erreurs, added) => {
	const { message, fix } = explain(failureOf(200, JSON.stringify({ resultat: 'erreur', erreurs })));
	expect(message).toBe(`The service answered "erreur" without a code.${added}`);
	expect(fix).not.toContain('Base URL');
});

test.each([
	'{"resultat":"erreur"}',
	'{"resultat":"erreur","erreurs":null}',
	'{"resultat":"erreur","erreurs":{}}',
])('a refusal without codes is still one: %s', (body) => {
	expect(failureOf(200, body)).toMatchObject({ kind: 'refusal', codes: [] });
});

test('numbers beside a code are told, empty texts are not; each short, and not without end', () => {
	const erreurs = JSON.stringify(['err_texte_incorrect', '', 14, true, 'x'.repeat(300)]);
	const { details } = failureOf(200, `{"resultat":"erreur","erreurs":${erreurs}}`).facts;
	expect(details).toEqual(['14', 'x'.repeat(200)]);
	const many = JSON.stringify(Array.from({ length: 50 }, (_, at) => `→${at}`));
	expect(failureOf(200, `{"resultat":"erreur","erreurs":${many}}`).facts.details).toHaveLength(20);
});

test('what names the notice is no detail of a refusal', () => {
	const body = { resultat: 'erreur', erreurs: ['err_annonce_suspendue'], reference: 'AL-1' };
	const whole = { ...body, numero_commande: 'D-1', motif: '→' };
	expect(failureOf(200, JSON.stringify(whole)).facts.details).toEqual(['→']);
});

test('a body that n8n left out is none of the service', () => {
	for (const body of [undefined, null]) {
		expect(failureOf(200, body)).toMatchObject({ kind: 'notTheService', facts: { excerpt: '' } });
	}
});

test('codes as one text are read', () => {
	expect(failureOf(200, '{"resultat":"erreur","erreurs":"err_cle_inconnue"}').codes).toEqual([
		'err_cle_inconnue',
	]);
});

test('a refusal counts whatever the HTTP status around it', () => {
	const body = '{"resultat":"erreur","erreurs":["err_annonce_introuvable"]}';
	expect(failureOf(404, body)).toMatchObject({
		kind: 'refusal',
		codes: ['err_annonce_introuvable'],
	});
});

test.each([
	[200, '<html><body><h1>Maintenance</h1></body></html>', 'notTheService', true],
	[200, '', 'notTheService', true],
	[200, '{"resultat":"succes","refer', 'notTheService', true],
	[200, '[]', 'notTheService', true],
	[200, 'null', 'notTheService', true],
	[200, '{"resultat":"success"}', 'notTheService', true],
	[200, '{}', 'notTheService', true],
	[502, '<html>Bad gateway</html>', 'notTheService', true],
	[503, '', 'notTheService', true],
	[504, 'timeout', 'notTheService', true],
	[408, '', 'notTheService', true],
	[302, '', 'redirect', true],
	[403, '<html>WAF</html>', 'blocked', true],
	[404, 'nothing here', 'blocked', true],
	[413, '', 'blocked', true],
	[429, '', 'quota', true],
	[200, '{"resultat":"erreur"}', 'refusal', true],
	[500, '{"resultat":"erreur"}', 'refusal', true],
	[503, '{"resultat":"erreur","erreurs":[]}', 'refusal', true],
	[429, '{"resultat":"erreur","erreurs":[]}', 'quota', true],
	[429, '{"resultat":"erreur","erreurs":["err_texte_absent"]}', 'refusal', false],
	[200, '{"resultat":"erreur","erreurs":["err_neu"]}', 'refusal', false],
	[499, '{"resultat":"erreur","erreurs":["err_neu"]}', 'refusal', false],
	[500, '{"resultat":"erreur","erreurs":["err_neu"]}', 'refusal', true],
	[408, '{"resultat":"erreur","erreurs":["err_texte_absent","err_neu"]}', 'refusal', true],
	[500, '{"resultat":"erreur","erreurs":["err_texte_absent"]}', 'refusal', false],
	[500, '{"resultat":"erreur","erreurs":["err_requetes_max"]}', 'quota', false],
	[500, '{"resultat":"erreur","erreurs":["err_internal_server"]}', 'refusal', true],
])('HTTP %d with %p is %s; may have been done: %p', (status, body, kind, ambiguous) => {
	expect(failureOf(status, body)).toMatchObject({ kind, ambiguous });
});

test('what answered instead is shown short and without markup', () => {
	const page = `<html><style>p{color:red}</style><body><script>var x = "secret"</script><p>Maintenance ${'x'.repeat(500)}</p>`;
	const excerpt = failureOf(200, page).facts.excerpt ?? '';
	expect(excerpt).toMatch(/^Maintenance x+…$/);
	expect(excerpt.length).toBeLessThan(210);
});

test('an answer as short as what is shown is shown whole, and what it said is told with its status', () => {
	expect(failureOf(502, 'x'.repeat(200)).facts).toEqual({ status: 502, excerpt: 'x'.repeat(200) });
	expect(failureOf(502, `<STYLE type="a">p</STYLE> a\n b <b>c</b> `).facts.excerpt).toBe('a b c');
	expect(failureOf(300, '').kind).toBe('redirect');
	expect(failureOf(399, '').kind).toBe('redirect');
	expect(failureOf(400, '').kind).toBe('blocked');
	expect(failureOf(499, '').kind).toBe('blocked');
	expect(failureOf(500, '').kind).toBe('notTheService');
	expect(failureOf(299, '').kind).toBe('notTheService');
});

test('quota and internal trouble are told apart from other refusals', () => {
	expect(failureOf(200, '{"resultat":"erreur","erreurs":["err_requetes_max"]}').kind).toBe('quota');
	expect(failureOf(200, '{"resultat":"erreur","erreurs":["err_internal_server"]}').ambiguous).toBe(
		true,
	);
	expect(failureOf(200, '{"resultat":"erreur","erreurs":["err_texte_absent"]}').ambiguous).toBe(
		false,
	);
});

describe('a connection that failed', () => {
	test.each([
		['ECONNREFUSED', 'notSent', false],
		['ENOTFOUND', 'notSent', false],
		['EAI_AGAIN', 'notSent', false],
		['CERT_HAS_EXPIRED', 'notSent', false],
		['ECONNRESET', 'noAnswer', true],
		['ECONNABORTED', 'noAnswer', true],
		['ETIMEDOUT', 'noAnswer', true],
		['EPIPE', 'noAnswer', true],
		['WHATEVER_NEW', 'noAnswer', true],
	])('with %s is %s; may have been done: %p', (code, kind, ambiguous) => {
		const asCause = Object.assign(new Error('x'), {
			cause: Object.assign(new Error('y'), { code }),
		});
		expect(connectionFailure(asCause, false)).toMatchObject({ kind, ambiguous });
		// Older versions of n8n keep nothing but the code.
		expect(connectionFailure({ httpCode: code }, false)).toMatchObject({ kind, ambiguous });
	});
	test('is a stop of the execution when that was asked for, and only then', () => {
		expect(connectionFailure(new Error('x'), true).kind).toBe('cancelled');
		expect(connectionFailure({ code: 'ERR_CANCELED' }, false).kind).toBe('noAnswer');
	});
	test('is taken for possibly done when nothing is known', () => {
		expect(connectionFailure('?', false)).toMatchObject({ kind: 'noAnswer', ambiguous: true });
	});
});
