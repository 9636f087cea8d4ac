/**
 * Between node and service: every call is written down, and some are struck by a fault. A fault is a row of the fault
 * model (docs/testing.md): a line in `FAULTS` with what it does, and the sentence that a story has for it.
 */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import type { Notice } from '../../sandbox/store.mts';
import { workflowPackage } from '../engine/n8n.mts';
import { after, elapsed } from './clock.mts';
import { callOf, type Incoming, type SimulatedService } from './service.mts';

/** What a fault makes of one call. */
interface Outcome {
	/** An answer in the place of that of the service. */
	readonly answer?: { readonly status: number; readonly text: string };
	/** What Node.js says of the connection. */
	readonly connection?: { readonly code: string; readonly syscall: string };
	/** No answer comes at all. */
	readonly hangs?: boolean;
	/** The answer comes so many milliseconds later. */
	readonly lateMs?: number;
	/** The connection ends in the middle of the answer. */
	readonly breaks?: boolean;
}

/** By the cause that a failing poll declares, n8n decides what to say and when to try again. */
export type Cause =
	| ('rate-limited' | 'temporarily-unavailable')
	| ('credential-invalid' | 'configuration-invalid');

interface Row {
	/** For a story, of the calls that it is aimed at. */
	readonly sentence: string;
	/** Whether the service does what it was sent: never, always, or as the history draws it. */
	readonly isDone: 'never' | 'always' | 'drawn';
	/** What the caller can read: the service's own answer, a refusal, that nobody was reached, or nothing to rely on. */
	readonly reads: 'itsAnswer' | 'aRefusal' | 'nobodyThere' | 'nothing';
	/** Whether it passes by itself where it strikes once: a call that is repeated, or looked up, comes through. */
	readonly passes: (variant: number) => boolean;
	/** What a poll may declare as the cause, beside that the service is not available for a while. */
	readonly causes?: readonly Cause[];
	/** Milliseconds by which the call arrives later; one that is given up before does not arrive. */
	readonly travelsMs?: (variant: number) => number;
	readonly strike: (own: string, variant: number, incoming: Incoming) => Outcome;
}

const PAGE = '<!doctype html><html><h1>Service indisponible</h1><p>Maintenance</p></html>';
const STATUSES = [200, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504];
const CONNECTING = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'];
const yes = () => true;
const no = () => false;
const refusal = (...erreurs: string[]): Outcome => ({
	answer: { status: 200, text: JSON.stringify({ resultat: 'erreur', erreurs }) },
});

function pick<Value>(values: readonly Value[], variant: number): Value {
	const value = values[variant % values.length];
	if (value === undefined) throw new Error('There is nothing to pick from.');
	return value;
}

const REFUSALS = [
	['err_publication_introuvable'],
	['err_nouveau_code'],
	['err_texte_incorrect', 'err_dossier_absent'],
	['err_champ_incorrect', 'err_facturation_absent'],
	['err_client_inactif'],
];

/** Not the answer of the service, though it is JSON or nothing. */
const UNREADABLE = [
	...['', '{}', '[]', 'null', '"succes"', '{"resultat":"SUCCES"}', '{"message":"Forbidden"}'],
	...['{"resultat":"succes"', '['.repeat(5_000)],
];

const FAULTS = {
	refused: {
		sentence: 'the service refuses with a code',
		isDone: 'never',
		reads: 'aRefusal',
		passes: no,
		causes: ['credential-invalid', 'configuration-invalid'],
		strike: (_own, variant) => refusal(...pick(REFUSALS, variant)),
	},
	unreachable: {
		sentence: 'the service cannot be reached',
		isDone: 'never',
		reads: 'nobodyThere',
		// A host that does not exist is a wrong address.
		passes: (variant) => pick(CONNECTING, variant) === 'ECONNREFUSED',
		causes: ['configuration-invalid'],
		strike: (_own, variant) => {
			const code = pick(CONNECTING, variant);
			return { connection: { code, syscall: code === 'ENOTFOUND' ? 'getaddrinfo' : 'connect' } };
		},
	},
	lost: {
		sentence: 'the connection is reset and the answer is lost',
		isDone: 'drawn',
		reads: 'nothing',
		passes: yes,
		strike: (_own, variant) => {
			// A host may become unreachable while its answer is waited for.
			const codes = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH'];
			const code = pick(codes, variant);
			return { connection: { code, syscall: 'read' } };
		},
	},
	bare: {
		sentence: 'a quote lacks its sums',
		isDone: 'always',
		reads: 'itsAnswer',
		passes: no,
		strike: (own, _variant, { url }) => {
			// Any other call is left as it is.
			if (!url.pathname.endsWith('/devis')) return { lateMs: 0 };
			type Quote = { tarif?: { totaux?: unknown } };
			const { tarif, ...rest } = JSON.parse(own.replace(/^\uFEFF/, '')) as Quote;
			const bare = { ...tarif, totaux: undefined };
			return { answer: { status: 200, text: JSON.stringify({ ...rest, tarif: tarif && bare }) } };
		},
	},
	hang: {
		sentence: 'no answer comes until the caller gives up',
		isDone: 'drawn',
		reads: 'nothing',
		passes: yes,
		strike: () => ({ hangs: true }),
	},
	slow: {
		sentence: 'the call or its answer takes some seconds',
		isDone: 'always',
		reads: 'itsAnswer',
		passes: yes,
		// A signature is good for five seconds.
		travelsMs: (variant) => pick([0, 0, 0, 3_000], variant),
		strike: (_own, variant) => ({ lateMs: pick([1_500, 6_000, 20_000, 0], variant) }),
	},
	page: {
		sentence: 'a proxy answers with a page of its own',
		isDone: 'drawn',
		reads: 'nothing',
		// Those that say that the service is away for a while; pages of a firewall stay what they are.
		passes: (variant) => [408, 500, 502, 503, 504].includes(pick(STATUSES, variant)),
		// With HTTP 429 it says that there were too many calls.
		causes: ['rate-limited', 'configuration-invalid'],
		strike: (_own, variant) => ({ answer: { status: pick(STATUSES, variant), text: PAGE } }),
	},
	redirect: {
		sentence: 'the call is redirected to a login page',
		isDone: 'drawn',
		reads: 'nothing',
		passes: no,
		causes: ['configuration-invalid'],
		strike: (_own, variant) => ({ answer: { status: pick([301, 302, 307], variant), text: PAGE } }),
	},
	internal: {
		sentence: 'the service reports an internal error',
		isDone: 'drawn',
		reads: 'nothing',
		passes: yes,
		strike: () => refusal('err_internal_server'),
	},
	cut: {
		sentence: 'the answer ends in the middle',
		isDone: 'always',
		reads: 'nothing',
		passes: yes,
		strike: (own, variant) => {
			const text = own.slice(0, Math.floor(own.length / 2));
			return variant % 2 === 0 ? { breaks: true } : { answer: { status: 200, text } };
		},
	},
	unreadable: {
		sentence: 'the answer is not one of the service',
		isDone: 'drawn',
		reads: 'nothing',
		passes: yes,
		strike: (_own, variant) => ({ answer: { status: 200, text: pick(UNREADABLE, variant) } }),
	},
	quota: {
		sentence: 'the service refuses for its quota',
		isDone: 'never',
		reads: 'aRefusal',
		passes: yes,
		causes: ['rate-limited'],
		strike: () => refusal('err_requetes_max'),
	},
	echo: {
		sentence: 'a page repeats the headers and the body of the call',
		isDone: 'drawn',
		reads: 'nothing',
		passes: no,
		causes: ['configuration-invalid'],
		strike: (_own, variant, { headers, body }) => {
			const shown = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
			const sent = body.toString();
			const lines = pick(
				[
					[sent, ...shown],
					[...shown, sent],
				],
				variant,
			).join('\n');
			// Or the service does, beside a code that says nothing of what was done.
			if (variant % 3 === 2) {
				const refused = { resultat: 'erreur', erreurs: ['err_internal_server'], recu: lines };
				return { answer: { status: 200, text: JSON.stringify(refused) } };
			}
			const text = `<html><pre>${lines}</pre></html>`;
			return { answer: { status: pick([200, 400, 502], variant), text } };
		},
	},
} as const satisfies Record<string, Row>;

export type FaultName = keyof typeof FAULTS;

/** A fault of a history. */
export interface Fault {
	readonly kind: FaultName;
	/** The route that it is aimed at, `any`, or `binding`: an order, a cancellation or a contact. */
	readonly on: string;
	/** Matching calls that pass before it, and calls that it strikes. */
	readonly skip: number;
	readonly times: number;
	/** Whether the service did what it was sent, where the kind leaves that open. */
	readonly done: boolean;
	/** Which of several forms it takes. */
	readonly variant: number;
}

/** What is drawn: all of them, or with `SIMULATION_FAULT` that one alone. */
const DRAWN = (Object.keys(FAULTS) as FaultName[]).filter((kind) =>
	[kind, undefined].includes(process.env['SIMULATION_FAULT'] as FaultName | undefined),
);
if (DRAWN.length === 0) throw new Error('SIMULATION_FAULT names no row of FAULTS.');

/** What is as usual in a fault: a regression leaves it out. */
export const PLAIN_FAULT: Fault = {
	...{ kind: 'lost', on: 'any', skip: 0, times: 1, done: false, variant: 0 },
};

/** @param aims the routes that it may be aimed at, the likely ones more than once @param more what is drawn otherwise */
export function faultOn(
	aims: readonly string[],
	more: Partial<{ [Name in keyof Fault]: fc.Arbitrary<Fault[Name]> }> = {},
): fc.Arbitrary<Fault> {
	return fc.record({
		kind: fc.constantFrom(...DRAWN),
		on: fc.constantFrom(...aims),
		skip: fc.constantFrom(0, 0, 0, 1, 2, 4),
		times: fc.constantFrom(1, 1, 1, 2, 3, 5, 1_000),
		done: fc.boolean(),
		variant: fc.nat({ max: 29 }),
		...more,
	});
}

/** One of these kinds, where `SIMULATION_FAULT` leaves any of them. */
export function kindOf(...wanted: FaultName[]): fc.Arbitrary<FaultName> {
	const drawn = wanted.filter((kind) => DRAWN.includes(kind));
	return fc.constantFrom(...(drawn.length > 0 ? drawn : DRAWN));
}

/** Whether any fault that is drawn passes by itself. */
export const somePasses = DRAWN.some((kind) =>
	Array.from({ length: 30 }, (_, variant) => variant).some(FAULTS[kind].passes),
);

/** Whether it strikes once, and everything comes through all the same. */
export const passes = ({ kind, times, variant }: Fault): boolean =>
	times === 1 && FAULTS[kind].passes(variant);

function isDone({ kind, done }: Fault): boolean {
	const how: Row['isDone'] = FAULTS[kind].isDone;
	return how === 'drawn' ? done : how === 'always';
}

export function faultInWords(one: Fault): string {
	const { kind, on, skip, times } = one;
	const { sentence, isDone: how } = FAULTS[kind] as Row;
	const aim = on === 'files' ? 'documents and invoices' : `"${on}"`;
	const which = on === 'any' ? 'any call' : `calls for ${on === 'binding' ? 'what binds' : aim}`;
	const count = times === 1 ? 'once' : times === 1_000 ? 'from then on' : `${times} times`;
	const done =
		how === 'drawn' ? (one.done ? ', after it has done it' : ', and has not done it') : '';
	const after = skip === 0 ? '' : `, after ${skip} of them`;
	return `${sentence}${done}: ${which}${after}, ${count} (${kind}, form ${one.variant})`;
}

/** A process of n8n, which may end at any moment. */
export class Process {
	readonly name: string;
	/** Settles when it ends. */
	readonly death: Promise<void>;
	isAlive = true;
	private end: () => void = () => undefined;

	constructor(name: string) {
		this.name = name;
		this.death = new Promise((resolve) => {
			this.end = resolve;
		});
	}

	kill(): void {
		this.isAlive = false;
		this.end();
	}
}

/** One call, as the journal has it. */
export interface Call {
	readonly number: number;
	readonly run: string;
	readonly process: string;
	readonly route: string;
	/** References, or the order number, that it names. */
	readonly names: readonly string[];
	/** Its body, and the signature in its header. */
	readonly sent: string;
	readonly signature: string;
	readonly sentAt: number;
	/** At the service; undefined while it has not arrived. */
	arrivedAt: number | undefined;
	/** Undefined while nothing has come back. */
	endedAt: number | undefined;
	/** What became of it: `answered`, or the fault that struck it; and whether the caller got no answer. */
	fate: string;
	/** The fault that struck it. */
	struckBy: FaultName | undefined;
	isGivenUp: boolean;
	/** What the service did with it, whether its answer came back or not: its codes, or undefined. */
	codes: readonly string[] | undefined;
	/** The service's own answer, whether it came back or not; empty where it was not reached. */
	own: string;
	/** Of its address. */
	readonly path: string;
}

/** What the caller could read of a call: that of the row of the fault that struck it. */
function readsOf({ struckBy, isGivenUp }: Call): Row['reads'] {
	const reads: Row['reads'] = struckBy ? FAULTS[struckBy].reads : 'itsAnswer';
	return isGivenUp && reads !== 'nobodyThere' ? 'nothing' : reads;
}

/** Whether the caller got the answer of the service. */
export const isAnswered = (call: Call): boolean => readsOf(call) === 'itsAnswer';
/** Whether the caller knows what became of its call. */
export const isKnown = (call: Call): boolean => readsOf(call) !== 'nothing';
/** What finds no connection is no call of anybody's. */
export const isConnected = (call: Call): boolean => readsOf(call) !== 'nobodyThere';

/** Codes of the service by which a poll may declare a cause. A clock that cannot be corrected is set wrong. */
const CAUSE_OF_CODES: Readonly<Record<string, Cause>> = {
	err_requetes_max: 'rate-limited',
	err_timestamp_controle: 'configuration-invalid',
};

/** Whether what became of a call fits a cause. */
export function fitsCause({ struckBy, isGivenUp, codes = [] }: Call, cause: string): boolean {
	if (cause === 'temporarily-unavailable') return struckBy !== undefined || isGivenUp;
	const { causes = [] }: Partial<Row> = struckBy ? FAULTS[struckBy] : {};
	return [...causes, ...codes.map((code) => CAUSE_OF_CODES[code])].includes(cause as Cause);
}

/** As n8n's helper gets it. */
export interface Outgoing {
	readonly method?: string;
	readonly url: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	readonly timeout?: number;
	readonly abortSignal?: AbortSignal;
	readonly encoding?: string;
}

export interface Response {
	readonly statusCode: number;
	readonly headers: Record<string, string>;
	readonly body: Readable;
}

/** What becomes of links to files. */
export const LINKS = ['plain', 'redirect', 'page', 'gone', 'octets'] as const;
/** Or they lead on into a network of n8n's own, or nothing comes from them. */
export type Links = (typeof LINKS)[number] | 'inside' | 'hang';
/** An address that no link of a service may make n8n call. */
const INSIDE = 'https://10.20.30.40';

/** Something that happens when a call arrives. */
export interface Meanwhile {
	readonly atCall: number;
	readonly happen: () => void;
}

/** Routes that change something. */
export const BINDING: readonly string[] = ['order', 'cancel', 'contact'];

/** Another promise for each that waits: one for all would keep everything that ever waited in memory. */
const never = async (): Promise<never> => await new Promise<never>(() => undefined);

export class Network {
	readonly calls: Call[] = [];
	readonly meanwhile: Meanwhile[] = [];
	/** What the node wrote into n8n's log. */
	logged = '';
	/** When it wrote something there, and how serious that was. */
	readonly logs: Array<{ readonly at: number; readonly level: string }> = [];
	/** Notices that the service cannot read: it fails over every list that holds one. */
	unreadable: readonly Notice[] = [];
	/** Whether it answers for one of them over its own routes. */
	readableAlone = false;
	/** While it is held, nothing strikes, and nothing that was to strike is used up. */
	isHeld = false;
	private readonly service: SimulatedService;
	private readonly latencyMs: number;
	/** What becomes of links to files from now on. */
	links: Links;
	/** The addresses from which files were fetched. */
	readonly fetched: string[] = [];
	private armed: Array<{ readonly fault: Fault; skip: number; times: number }>;

	constructor(
		service: SimulatedService,
		faults: readonly Fault[],
		latencyMs: number,
		links: Links = 'plain',
	) {
		this.service = service;
		this.latencyMs = latencyMs;
		this.links = links;
		this.armed = faults.map((fault) => ({ fault, skip: fault.skip, times: fault.times }));
	}

	log(level: string, text: string, more?: object): void {
		this.logs.push({ at: elapsed(), level });
		this.logged += `${text} ${JSON.stringify(more ?? '')}\n`;
	}

	/** Nothing strikes any more. */
	calm(): void {
		this.armed = [];
		this.links = 'plain';
		this.meanwhile.length = 0;
		this.unreadable = [];
	}

	/** The call that an effect of the service came from; undefined for what people did. */
	callOf(number: number | undefined): Call | undefined {
		return number === undefined ? undefined : this.calls[number - 1];
	}

	/** @throws as n8n's request helper does where no answer comes */
	async request(node: INode, run: string, process: Process, sent: Outgoing): Promise<Response> {
		if (!process.isAlive) return await never();
		const { method = 'GET', url, headers = {}, body } = sent;
		const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : '');
		const incoming: Incoming = { method, url: new URL(url), headers, body: bytes };
		const { route, names } = callOf(incoming);
		const call: Call = {
			...{ number: this.calls.length + 1, run, process: process.name, route, names },
			path: incoming.url.pathname,
			...{ sent: bytes.toString(), signature: headerOf(headers, 'signature') },
			...{ sentAt: elapsed(), arrivedAt: undefined, endedAt: undefined },
			...{ fate: 'answered', codes: undefined, own: '' },
			...{ struckBy: undefined, isGivenUp: false },
		};
		this.calls.push(call);
		try {
			const answer = this.travel(incoming, call);
			const response = await Promise.race([answer, ...gaveUp(sent)]);
			if (!process.isAlive) return await never();
			return response;
		} catch (thrown) {
			if (!process.isAlive) return await never();
			call.isGivenUp = true;
			call.fate += ', given up';
			// Like the errors of n8n's HTTP client, it carries what was sent.
			const error = Object.assign(thrown as Error, { config: { headers } });
			throw new workflowPackage.NodeApiError(node, error as never);
		} finally {
			call.endedAt = elapsed();
		}
	}

	/** A file behind a link, without keys. */
	async file(process: Process, sent: Outgoing): Promise<Response> {
		const { url, headers = {} } = sent;
		const keyed = Object.keys(headers).filter((name) => /signature|application$/i.test(name));
		if (keyed.length > 0) throw new Error(`The link got ${keyed.join()}.`);
		await after(this.latencyMs);
		if (!process.isAlive) return await never();
		this.fetched.push(url);
		if (this.links === 'hang') return await Promise.race([never(), ...gaveUp(sent)]);
		const { pathname } = new URL(url);
		const token = /\/([^/]*?)\.pdf$/.exec(pathname)?.[1] ?? '';
		if (this.links === 'gone' || !this.service.hasFile(token)) return page(404);
		if (this.links === 'page') return page(200);
		if (this.links === 'redirect' && !pathname.includes('/moved/')) {
			return page(302, `https://service.example/moved/${token}.pdf`);
		}
		if (this.links === 'inside' && !url.startsWith(INSIDE)) {
			return page(302, `${INSIDE}/${token}.pdf`);
		}
		const type = this.links === 'octets' ? 'application/octet-stream' : 'application/pdf';
		return streamed(200, { 'content-type': type }, [fileText(token)]);
	}

	private strike({ route, names, path }: Call): Fault | undefined {
		if (this.isHeld) return undefined;
		const spoilt = this.unreadable.flatMap((one) => [one.reference, one.numero_commande]);
		const isUnreadable = names.some((name) => spoilt.includes(name));
		const isRead = this.readableAlone && !path.includes('/annonces/');
		const fails = isUnreadable && !isRead && route !== 'order' && route !== 'cancel';
		if (fails) return UNREADABLE_NOTICE;
		for (const each of this.armed) {
			const { on } = each.fault;
			if (on !== 'any' && on !== route && !(on === 'binding' && BINDING.includes(route))) continue;
			if (each.skip-- > 0 || each.times-- <= 0) continue;
			return each.fault;
		}
		return undefined;
	}

	private async underWay(call: Call, fault: Fault | undefined): Promise<void> {
		const { travelsMs }: Partial<Row> = fault ? FAULTS[fault.kind] : {};
		const ms = travelsMs?.(fault?.variant ?? 0) ?? 0;
		if (ms === 0) return;
		await after(ms);
		if (call.isGivenUp) await never();
	}

	private async travel(incoming: Incoming, call: Call): Promise<Response> {
		await after(this.latencyMs / 2);
		for (const { atCall, happen } of this.meanwhile) if (atCall === call.number) happen();
		const fault = this.strike(call);
		await this.underWay(call, fault);
		call.arrivedAt = elapsed();
		const isHandled = !fault || isDone(fault);
		const own = isHandled ? this.service.answer(incoming, call.number) : undefined;
		if (own) {
			call.own = String(own.body);
			call.codes = codesIn(call.own);
		}
		call.struckBy = fault?.kind;
		if (fault) call.fate = `${fault.kind}${isHandled ? ', done' : ''}`;
		const headers = own?.headers ?? {};
		const text = String(own?.body ?? '');
		const { answer, connection, hangs, lateMs, breaks } = fault
			? (FAULTS[fault.kind] as Row).strike(text, fault.variant, incoming)
			: ({} as Outcome);
		if (hangs) return await never();
		await after(lateMs ?? 0);
		// An answer bears the date of the moment at which it goes out.
		const dated = { ...headers, date: this.service.date };
		await after(this.latencyMs / 2);
		if (connection) throw Object.assign(new Error('socket hang up'), connection);
		const given = answer ?? { status: own?.status ?? 200, text };
		if (!breaks) return streamed(given.status, dated, [given.text]);
		const half = given.text.slice(0, Math.floor(given.text.length / 2));
		const end = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		return streamed(given.status, dated, [half, end]);
	}
}

const UNREADABLE_NOTICE: Fault = { ...PLAIN_FAULT, kind: 'internal' };

function headerOf(headers: Readonly<Record<string, unknown>>, wanted: string): string {
	const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted);
	return String(found?.[1] ?? '');
}

/** What a link leads to. */
export const fileText = (token: string): string => `%PDF-1.4\n${token}\n%%EOF\n`;

function codesIn(text: string): readonly string[] | undefined {
	// A service may write JSON with blanks and line ends.
	const list = /"erreurs":\s*\[([^\]]*)\]/.exec(text)?.[1];
	return list?.split(',').map((code) => code.replaceAll('"', '').trim());
}

const page = (status: number, location?: string): Response =>
	streamed(status, { 'content-type': 'text/html', ...(location && { location }) }, [PAGE]);

/** As n8n's helper hands over an answer. */
function streamed(
	statusCode: number,
	headers: Record<string, string>,
	parts: ReadonlyArray<string | Error>,
): Response {
	async function* pieces(): AsyncGenerator<Buffer> {
		for (const part of parts) {
			await Promise.resolve();
			if (part instanceof Error) throw part;
			yield Buffer.from(part);
		}
	}
	const location =
		statusCode >= 300 && statusCode < 400 ? { location: 'https://login.example/' } : {};
	const body = Readable.from(pieces(), { objectMode: false });
	return { statusCode, headers: { ...location, ...headers }, body };
}

/** When the caller gives up: by its own signal, or because no byte came for as long as it waits. */
function gaveUp({ abortSignal, timeout }: Outgoing): Promise<never>[] {
	const given: Promise<never>[] = [];
	if (abortSignal) {
		const canceled = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		given.push(
			new Promise((_resolve, reject) => {
				if (abortSignal.aborted) reject(canceled);
				abortSignal.addEventListener('abort', () => reject(canceled), { once: true });
			}),
		);
	}
	if (timeout !== undefined) {
		const late = { code: 'ECONNABORTED' };
		const message = `timeout of ${timeout}ms exceeded`;
		given.push(after(timeout).then(() => Promise.reject(Object.assign(new Error(message), late))));
	}
	return given;
}
