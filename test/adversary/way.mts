/** What happens to a call on its way to the service and back. */
import fc from 'fast-check';

const KINDS = [
	...(['reset', 'unreachable', 'hang', 'drip', 'late', 'slow', 'cut', 'page', 'empty'] as const),
	...([
		'notAnEnvelope',
		'internal',
		'noCode',
		'quota',
		'severalCodes',
		'clock',
		'doubled',
		'repeated',
	] as const),
	...(['broken', 'crossed', 'echo', 'bareSuccess', 'refused', 'redirect'] as const),
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
}

export const fault: fc.Arbitrary<Fault> = fc.record({
	// Pages of a proxy come with a dozen of statuses, each of which may be taken for something else.
	kind: fc.constantFrom<Fault['kind']>(...KINDS, 'page', 'page', 'page', 'reset', 'hang'),
	// What is lost of an order matters most, and of its first attempts.
	on: fc.constantFrom(
		...[
			'any',
			'order',
			'order',
			'order',
			'order',
			'order',
			'cancel',
			'cancel',
			'status',
			'statuses',
		],
		...['statuses', 'files', 'quote', 'contact', 'lists'],
	),
	skip: fc.constantFrom(0, 0, 0, 1, 2, 4),
	times: fc.constantFrom(1, 1, 1, 2, 4, 100),
	done: fc.boolean(),
	status: fc.constantFrom(200, 301, 302, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504),
	ms: fc.constantFrom(1_500, 6_000, 29_000, 31_000, 45_000, 120_000),
});

export const PAGE = '<!doctype html><html><h1>Service indisponible</h1><p>Maintenance</p></html>';

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
			return ['[]', 'null', '"succes"', '{}', '{"resultat":"SUCCES"}', '42'][one.ms % 6];
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
] as const;

const refusals = (ms: number): readonly string[] => REFUSALS[(ms / 500) % 4] ?? REFUSALS[0];

/** Of the answer; one of a server before the service may be any. */
export function statusOf({ kind, status, ms }: Fault): number {
	if (kind === 'page') return status;
	return kind === 'redirect' ? ([301, 302, 307, 308][(ms / 500) % 4] ?? 307) : 200;
}

/** Refusals that say for certain that nothing was done. */
export function refusalInstead({ kind, ms }: Fault): string | undefined {
	if (kind === 'quota') return '{"resultat":"erreur","erreurs":["err_requetes_max"]}';
	if (kind === 'clock') return '{"resultat":"erreur","erreurs":["err_timestamp_controle"]}';
	if (kind === 'refused') return JSON.stringify({ resultat: 'erreur', erreurs: refusals(ms) });
	return undefined;
}

/** Whether the fault can only come after the service did what was asked, or only before. */
export function isDone({ kind, done }: Fault): boolean {
	if (kind === 'unreachable') return false;
	return done || kind === 'bareSuccess' || kind === 'cut' || kind === 'broken';
}

/** What Node.js says of a connection. */
export function connectionError({ kind, ms }: Fault): Record<string, string> {
	if (kind === 'unreachable') {
		const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'] as const;
		const code = codes[ms % 3] ?? 'ECONNREFUSED';
		return { code, syscall: code === 'ENOTFOUND' ? 'getaddrinfo' : 'connect' };
	}
	const codes = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'] as const;
	return { code: codes[(ms / 500) % 4] ?? 'ECONNRESET', syscall: 'read' };
}
