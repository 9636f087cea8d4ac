/** What happens to a call on its way to the service and back. */
import fc from 'fast-check';

const KINDS = [
	...(['reset', 'unreachable', 'hang', 'drip', 'late', 'slow', 'cut', 'page', 'empty'] as const),
	...(['notAnEnvelope', 'internal', 'noCode', 'quota', 'severalCodes', 'clock'] as const),
	...(['broken', 'echo', 'bareSuccess', 'refused', 'redirect'] as const),
] as const;

export interface Fault {
	readonly kind: (typeof KINDS)[number];
	/** The calls that it is aimed at. */
	readonly on: string;
	readonly skip: number;
	readonly times: number;
	/** Whether the service did what was asked, where the fault leaves that open. */
	readonly done: boolean;
	readonly status: number;
	readonly ms: number;
	/** Which of several answers or errors of its kind it is. */
	readonly variant: number;
}

/** @param aims the calls that it may be aimed at, the likely ones more than once */
function faultOn(...aims: readonly string[]): fc.Arbitrary<Fault> {
	const drawn = fc.record({
		// Pages of a proxy come with a dozen of statuses, each of which may be taken for something else.
		kind: fc.constantFrom<Fault['kind']>(
			...([...KINDS, 'page', 'page', 'page', 'reset', 'hang', 'notAnEnvelope'] as const),
		),
		on: fc.constantFrom(...aims),
		skip: fc.constantFrom(0, 0, 0, 1, 2, 4),
		times: fc.constantFrom(1, 1, 1, 2, 4, 100),
		done: fc.boolean(),
		status: fc.constantFrom(200, 301, 302, 401, 403, 404, 408, 413, 429, 429, 500, 502, 503, 504),
		ms: fc.constantFrom(1_500, 6_000, 29_000, 31_000, 45_000, 120_000),
		variant: fc.nat({ max: 23 }),
	});
	// A list that is a success with nothing in it says that there is nothing: only of what is registered a success lacks something.
	return drawn.map((one) => (one.kind === 'bareSuccess' ? { ...one, on: 'effect' } : one));
}

/** Of polls, which only read. */
export const fault = faultOn(
	...['any', 'order', 'order', 'order', 'order', 'order', 'cancel', 'cancel', 'status'],
	...['statuses', 'statuses', 'files', 'quote', 'contact', 'lists'],
);

/** Of runs: what is lost of something binding matters most, and then what is asked for to find out about it. */
export const faultOfRun = faultOn(
	...['effect', 'effect', 'effect', 'effect', 'effect', 'order', 'order', 'cancel', 'any', 'any'],
	...['look', 'look', 'look', 'status', 'statuses', 'files', 'quote', 'lists'],
);

const GROUPS: Readonly<Record<string, readonly string[]>> = {
	effect: ['order', 'cancel', 'contact'],
	look: ['status', 'statuses'],
};

/** Whether what is aimed at some calls strikes those of a route. */
export function isAimedAt(aim: string, route: string): boolean {
	return aim === 'any' || aim === route || (GROUPS[aim]?.includes(route) ?? false);
}

export const PAGE = '<!doctype html><html><h1>Service indisponible</h1><p>Maintenance</p></html>';

/** JSON that is not the answer of the service: of a gateway, or of another version of it. */
const NO_ENVELOPES = [
	...[
		'{"resultat":"SUCCES"}',
		'{"resultat":"insucces"}',
		'{"resultat":"succes_partiel","annonces":[]}',
	],
	...['{"message":"Forbidden"}', '{}'],
	...['[]', 'null', '"succes"', '42'],
] as const;

/** What comes in the place of the answer. */
export function textInstead(one: Fault, answer: string): string | undefined {
	switch (one.kind) {
		case 'cut':
			return answer.slice(0, Math.floor(answer.length / 2));
		case 'page':
		case 'redirect':
			return PAGE;
		case 'empty':
			return '';
		case 'notAnEnvelope':
			return NO_ENVELOPES[one.variant % NO_ENVELOPES.length];
		case 'internal':
			return '{"resultat":"erreur","erreurs":["err_internal_server"]}';
		case 'noCode':
			return '{"resultat":"erreur","erreurs":[]}';
		case 'severalCodes':
			return '{"resultat":"erreur","erreurs":["err_requetes_max","err_internal_server"]}';
		case 'bareSuccess':
			return '{"resultat":"succes"}';
		default:
			return undefined;
	}
}

const REFUSALS = [
	['err_nouveau_code'],
	['err_publication_introuvable'],
	['err_texte_incorrect', 'err_dossier_absent'],
	['err_champ_incorrect', 'err_champ_incorrect', 'err_facturation_absent'],
	Array.from({ length: 60 }, (_, at) => `err_${'tres_'.repeat(300)}long_${at}`),
] as const;

const refusals = (variant: number): readonly string[] => REFUSALS[variant % 5] ?? REFUSALS[0];

/** Of the answer; one of a server before the service may be any. */
export function statusOf({ kind, status, variant }: Fault): number {
	if (kind === 'page') return status;
	return kind === 'redirect' ? ([301, 302, 307, 308][variant % 4] ?? 307) : 200;
}

/** Some refusals repeat what was sent, as text or as it is. */
function repeated(variant: number, body: string): object {
	const forms = [
		{},
		{ message: `Refusé : ${body}` },
		{ recu: body === '' ? '' : (JSON.parse(body) as unknown) },
	];
	return forms[Math.floor(variant / 5) % 3] ?? {};
}

/** Refusals that say for certain that nothing was done. @param body of the call */
export function refusalInstead({ kind, variant }: Fault, body: string): string | undefined {
	if (kind === 'quota') return '{"resultat":"erreur","erreurs":["err_requetes_max"]}';
	if (kind === 'clock') return '{"resultat":"erreur","erreurs":["err_timestamp_controle"]}';
	if (kind !== 'refused') return undefined;
	const refusal = { resultat: 'erreur', erreurs: refusals(variant) };
	return JSON.stringify({ ...refusal, ...repeated(variant, body) });
}

/** Whether the fault can only come after the service did what was asked, or only before. */
export function isDone({ kind, done }: Fault): boolean {
	if (kind === 'unreachable') return false;
	return done || kind === 'bareSuccess' || kind === 'cut' || kind === 'broken';
}

/** What Node.js says of a connection. */
export function connectionError({ kind, variant }: Fault): Record<string, string> {
	if (kind === 'unreachable') {
		const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'] as const;
		const code = codes[variant % 3] ?? 'ECONNREFUSED';
		return { code, syscall: code === 'ENOTFOUND' ? 'getaddrinfo' : 'connect' };
	}
	const codes = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'] as const;
	return { code: codes[variant % 4] ?? 'ECONNRESET', syscall: 'read' };
}
