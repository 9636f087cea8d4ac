/** Between node and service: every call is written down, and may be lost, late or answered otherwise. */
import type { Readable } from 'node:stream';
import { streamed } from './bytes.mts';
import type { INode } from 'n8n-workflow';
import { workflowPackage } from '../engine/n8n.mts';
import type { Fields } from './answers.mts';
import { after, elapsed } from './clock.mts';
import { fileAt } from './files.mts';
import { Model } from './model.mts';
import type { Readings } from './readings.mts';
import {
	askedOf,
	routeName,
	Service,
	type Answered,
	type Incoming,
	type Keys,
} from './service.mts';
import type { Asked } from './routes.mts';
import { apply, type Shape } from './shapes.mts';
import * as way from './way.mts';
import type { Fault } from './way.mts';

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
	/** Of the interface, without the reference of a notice. */
	readonly path: string;
	readonly subject: string;
	readonly sentAt: number;
	endedAt: number | undefined;
	/** What became of it on its way, in a few words. */
	fate: string;
	/** Shapes that its answer was given. */
	readonly shapes: Shape['kind'][];
	readonly headers: Readonly<Record<string, unknown>>;
	/** Of the answer; undefined where none came. */
	status: number | undefined;
	/** The codes of its refusal as they were written, '' without one. */
	codes: string;
}

/** Something that happens when a call arrives. */
export interface Meanwhile {
	readonly atCall: number;
	readonly happen: () => void;
}

/** As n8n's helper hands it over. */
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
	readonly body: Buffer | Readable;
}

interface Armed<One> {
	readonly one: One;
	skip: number;
	times: number;
}

const arm = <One extends { skip: number; times: number }>(one: One): Armed<One> => ({
	one,
	skip: one.skip,
	times: one.times,
});

/** All that are aimed at the call and not used up, each of which is used once by it. */
function takeMatching<One extends { on: string }>(
	armed: readonly Armed<One>[],
	route: string,
): One[] {
	return armed.flatMap((each) => {
		if (!way.isAimedAt(each.one.on, route)) return [];
		if (each.skip-- > 0 || each.times-- <= 0) return [];
		return [each.one];
	});
}

const never = new Promise<never>(() => undefined);

export class World {
	readonly model: Model;
	readonly service: Service;
	readonly calls: Call[] = [];
	readonly meanwhile: Meanwhile[] = [];
	readonly readings: Readings;
	private readonly faults: Armed<Fault>[];
	private readonly shapes: Armed<Shape>[];
	private isHeld = false;
	/** Milliseconds that a call takes there and back. */
	private readonly latencyMs: number;
	/** What the service takes for an answer. Were it the way there that takes so long, every signature would be too old. */
	answeringMs = 0;
	/** And in addition for each notice of a list. */
	perNoticeMs = 0;
	/** Calls to routes with this in their name are never answered as they should, also in a calm world. */
	dead: { readonly route: string; readonly fault: Fault } | undefined;
	/** Calls that ask for a notice by one of these names, in small letters, are struck so, also in a calm world. */
	broken: { readonly names: readonly string[]; readonly fault: Fault } | undefined;
	/** When files were asked for, by which process, and until when. */
	readonly files: Array<Pick<Call, 'process' | 'sentAt' | 'endedAt'>> = [];
	/** What the node wrote into n8n's log. */
	logged = '';

	constructor(readings: Readings, keys: Keys, faults: readonly Fault[], shapes: readonly Shape[]) {
		this.readings = readings;
		this.latencyMs = readings.latency;
		this.model = new Model(readings);
		this.service = new Service(this.model, keys);
		this.faults = faults.map(arm);
		this.shapes = shapes.map(arm);
	}

	log(text: string, more?: object): void {
		this.logged += `${text} ${JSON.stringify(more ?? '')}\n`;
	}

	/** For a while nothing strikes, and nothing that was to strike is used up. */
	hold(isHeld: boolean): void {
		this.isHeld = isHeld;
	}

	/** A calm world: what was still to strike does not. */
	calm(): void {
		for (const each of [...this.faults, ...this.shapes]) each.times = 0;
	}

	/** @throws as n8n's request helper does where no answer comes */
	async request(node: INode, run: string, process: Process, sent: Outgoing): Promise<Response> {
		if (!process.isAlive) return await never;
		const incoming = this.incoming(sent);
		const asked = askedOf(incoming);
		const route = routeName(asked);
		const subject = `${asked.reference}${JSON.stringify(asked.body)}`;
		const [first] = this.strike(asked, route);
		const call: Call = {
			...{ number: incoming.call, run, process: process.name, route, path: asked.route, subject },
			...{ sentAt: elapsed(), endedAt: undefined, fate: 'answered', shapes: [], codes: '' },
			status: undefined,
			headers: incoming.headers,
		};
		this.calls.push(call);
		const answer = this.travel(incoming, call, first, process);
		const isStream = sent.encoding === 'stream';
		try {
			const response = await Promise.race([answer, ...gaveUp(sent)]);
			call.status = response.statusCode;
			if (!process.isAlive || (first?.kind === 'drip' && !isStream)) return await never;
			return isStream ? streamed(response, sent, first) : response;
		} catch (thrown) {
			if (!process.isAlive) return await never;
			const { NodeApiError } = workflowPackage;
			// Like the client's own errors, it carries what was sent.
			const told = {
				...(thrown as object),
				config: { headers: sent.headers },
				message: String(thrown),
			};
			throw new NodeApiError(node, Object.assign(thrown as Error, told) as never);
		} finally {
			call.endedAt = elapsed();
		}
	}

	private strike(asked: Asked, route: string): Fault[] {
		if (this.isHeld) return [];
		if (this.dead && asked.route.includes(this.dead.route)) return [this.dead.fault];
		if (this.broken && asksForAny(asked, this.broken.names)) return [this.broken.fault];
		return takeMatching(this.faults, route);
	}

	/** The call that an effect of the service came from; undefined for what came from outside. */
	callOf(number = 0): Call | undefined {
		return this.calls[number - 1];
	}

	/** A file behind a link, without keys. */
	async file(process: Process, { url, headers, abortSignal }: Outgoing): Promise<Response> {
		const keyed = Object.keys(headers ?? {}).filter((name) => /signature|application$/i.test(name));
		if (keyed.length > 0) throw new Error(`The link got ${keyed.join()}.`);
		const sentAt = elapsed();
		await after(this.readings.pdf === 'slow' ? 20_000 : this.latencyMs + this.answeringMs);
		this.files.push({ process: process.name, sentAt, endedAt: elapsed() });
		if (!process.isAlive) return await never;
		abortSignal?.throwIfAborted();
		return fileAt(new URL(url), this.readings.pdf);
	}

	private incoming({ method = 'GET', url, headers = {}, body }: Outgoing): Incoming {
		const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : '');
		return { method, url: new URL(url), headers, body: bytes, call: this.calls.length + 1 };
	}

	private async travel(
		incoming: Incoming,
		call: Call,
		fault: Fault | undefined,
		process: Process,
	): Promise<Response> {
		const { latencyMs } = this;
		const perListMs = this.perNoticeMs > 0 ? this.perNoticeMs * namesIn(incoming) : 0;
		const answeringMs = this.answeringMs + perListMs;
		if (fault) call.fate = fault.kind;
		await after(fault?.kind === 'late' ? fault.ms : latencyMs / 2);
		for (const { atCall, happen } of this.meanwhile) if (atCall === call.number) happen();
		// What was sent by a process that died a moment ago still arrives.
		const answered = this.arrive(incoming, call, fault);
		if (answeringMs > 0) {
			await after(answeringMs);
			// An answer bears the date of the moment at which it goes out.
			Object.assign(answered.headers, this.service.headers());
		}
		await after(fault?.kind === 'slow' ? fault.ms : latencyMs / 2);
		if (!process.isAlive || fault?.kind === 'hang') return await never;
		if (fault?.kind === 'reset' || fault?.kind === 'unreachable') {
			throw Object.assign(new Error('socket hang up'), way.connectionError(fault));
		}
		return answered;
	}

	/** @returns the answer as it comes back */
	private arrive(incoming: Incoming, call: Call, fault: Fault | undefined): Response {
		const headers = this.service.headers();
		const refusal = fault && way.refusalInstead(fault, incoming.body.toString());
		if (fault && refusal !== undefined) {
			call.fate = `${fault.kind}, not done`;
			call.codes = codesOf(JSON.parse(refusal) as Fields);
			return response(200, headers, refusal);
		}
		const leavesOpen = fault && !['slow', 'late', 'echo'].includes(fault.kind);
		if (leavesOpen && !way.isDone(fault)) {
			call.fate = `${fault.kind}, not done`;
			return response(way.statusOf(fault), headers, way.textInstead(fault, '{}') ?? '');
		}
		if (leavesOpen) call.fate = `${fault.kind}, done`;
		return this.written(this.service.handle(incoming), call, fault, incoming);
	}

	private written(
		answered: Answered,
		call: Call,
		fault: Fault | undefined,
		incoming: Incoming,
	): Response {
		const { fields, headers, status } = answered;
		call.codes = status === 413 ? 'HTTP 413' : codesOf(fields);
		for (const one of this.isHeld ? [] : takeMatching(this.shapes, call.route)) {
			if (apply(one, fields)) call.shapes.push(one.kind);
		}
		const text = status === 404 || status === 413 ? way.PAGE : this.write(fields);
		if (fault?.kind === 'echo') return response(502, headers, echo(incoming, fault));
		// No service calls a success what it has refused.
		const isRefused = fault?.kind === 'bareSuccess' && fields['resultat'] !== 'succes';
		const instead = fault && !isRefused ? way.textInstead(fault, text) : undefined;
		if (!fault || instead === undefined) return response(status, headers, text);
		return response(way.statusOf(fault), headers, instead);
	}

	private write(fields: object): string {
		const text = JSON.stringify(fields);
		if (this.readings.envelope === 'plain') return text;
		const code = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
		return text.replace(/[\u0080-\uFFFF]/g, code);
	}
}

function asksForAny({ reference, body }: Asked, names: readonly string[]): boolean {
	const { references } = body;
	const listed: readonly unknown[] = Array.isArray(references) ? references : [];
	return [reference, ...listed].some((name) => names.includes(String(name).toLowerCase()));
}

/** How many notices a list asks for. */
function namesIn({ method, body }: Incoming): number {
	if (method !== 'POST') return 0;
	const { references } = JSON.parse(body.toString()) as { references?: unknown };
	return Array.isArray(references) ? references.length : 0;
}

function codesOf({ erreurs }: Fields): string {
	return erreurs === undefined ? '' : JSON.stringify(erreurs);
}

/** A page of a proxy that shows what it was sent. */
function echo({ headers, body }: Incoming, { variant }: Fault): string {
	const shown = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	const text = body.toString();
	const sent = variant % 2 === 0 ? text : text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	// What comes first is what is quoted.
	const parts = variant % 4 < 2 ? [...shown, sent] : [sent, ...shown];
	return `<html><h1>Bad gateway</h1><pre>${parts.join('\n')}</pre></html>`;
}

function response(statusCode: number, headers: Record<string, string>, text: string): Response {
	const location = statusCode >= 300 && statusCode < 400 ? { location: 'https://x.example/' } : {};
	return { statusCode, headers: { ...headers, ...location }, body: Buffer.from(text) };
}

/** When the caller gives up: by its own signal, or because no byte came for as long as it waits. */
function gaveUp({ abortSignal, timeout }: Outgoing): Promise<never>[] {
	const given: Promise<never>[] = [];
	if (abortSignal) {
		given.push(
			new Promise((_resolve, reject) => {
				const end = () => reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
				if (abortSignal.aborted) end();
				abortSignal.addEventListener('abort', end, { once: true });
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
