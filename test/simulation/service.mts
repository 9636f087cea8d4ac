/**
 * The service of a history: the sandbox in process, with its clock, its switches, and a record of what was done to each
 * notice, when, and by which call.
 */
import fc from 'fast-check';
import type { Answer } from '../../sandbox/answer.mts';
import { SandboxInProcess } from '../../sandbox/inProcess.mts';
import type { Settings } from '../../sandbox/settings.mts';
import type { Invoice, Notice } from '../../sandbox/store.mts';
import { elapsed, trueNow } from './clock.mts';

/** What the fault model leaves open of a service, as switches of the sandbox. The first value is the tamest. */
const SWITCHES = {
	unknownReferences: ['omit', 'refuse', 'entry', 'named'],
	unknownReferenceCode: [
		...(['err_annonce_introuvable', 'err_annonces_introuvables'] as const),
		...(['err_reference_incorrect', 'err_references_incorrect'] as const),
	],
	batchMaximum: [null, null, 2, 7],
	batchTooLarge: [
		...(['err_body_incorrect', 'http413'] as const),
		...(['err_references_incorrect', 'err_trop_de_references'] as const),
	],
	batchOrder: ['asAsked', 'shuffled'],
	suspendedNotice: ['usable', 'filesWithheld'],
	cancelledDocuments: ['gone', 'served'],
	cancelledNumberReusable: [false, true],
	orderMissedDate: ['move', 'refuse'],
	unavailableDate: ['move', 'refuse'],
	linkTokens: ['stable', 'fresh'],
	emptyMotif: ['absent', 'empty', 'null'],
	emptyDocuments: ['empty', 'absent'],
	absentNumber: ['absent', 'null'],
	discountSign: ['negative', 'positive'],
	creditSign: ['unit', 'quantity'],
	numberTypes: ['number', 'string'],
	unknownFields: ['ignored', 'added'],
	responseEncoding: ['plain', 'bom', 'escaped'],
	charsetDetail: ['element', 'field', 'none'],
	errorReporting: ['all', 'first'],
	contactByEmail: ['returned', 'updated'],
	forfaitsRoute: ['served', 'missing'],
	quotaPerMinute: [300, 300, 40],
	quotaWindow: ['sliding', 'fixed'],
	refusedCallsCount: [true, false],
	/** The quick way to a wrong clock; people also set it while calls are under way. */
	clockSkewSeconds: [0, 3, -4, 90, -7_200],
} as const satisfies Partial<Record<keyof Settings, readonly unknown[]>>;

export type Switches = {
	readonly [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name][number];
};

/** The tamest service. */
export const USUAL_SWITCHES = Object.fromEntries(
	Object.entries(SWITCHES).map(([name, values]) => [name, values[0]]),
) as Switches;

/** Half of the services are the tamest one but for a few switches, so that a story has little to read. */
export const switches: fc.Arbitrary<Switches> = fc.record(
	Object.fromEntries(
		Object.entries(SWITCHES).map(([name, values]) => [
			name,
			fc.oneof(
				{ withCrossShrink: true },
				{ weight: 1, arbitrary: fc.constant(values[0]) },
				{ weight: 1, arbitrary: fc.constantFrom<unknown>(...values) },
			),
		]),
	),
) as unknown as fc.Arbitrary<Switches>;

/** The switches that are not as usual. */
export function switchesInWords(chosen: Switches): string {
	const other = Object.entries(chosen).filter(
		([name, value]) => value !== USUAL_SWITCHES[name as keyof Switches],
	);
	return other.map(([name, value]) => `${name} ${String(value)}`).join(', ') || 'as usual';
}

/** What a notice was like from some moment on. */
export interface Moment {
	readonly at: number;
	readonly statut: string;
	readonly motif: string;
	readonly cancelled: boolean;
	/** `type numero` of each document and invoice. */
	readonly files: readonly string[];
}

/** Something that changed at the service. */
export interface Effect {
	readonly at: number;
	readonly kind: 'ordered' | 'cancelled' | 'contact' | 'changed';
	readonly reference: string;
	/** The number of the call that did it; undefined where somebody did it in the portal. */
	readonly call: number | undefined;
	/** Of a notice, what is other than before, for a story. */
	readonly other?: string;
}

export const BASE_URL = 'https://service.example';
const PREFIX = '/annonce-legale/api/externe';

/** A call as it arrives. */
export interface Incoming {
	readonly method: string;
	readonly url: URL;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
}

export class SimulatedService {
	readonly sandbox: SandboxInProcess;
	readonly effects: Effect[] = [];
	/** By how much the clock of the service is ahead of the right time, beside the switch. */
	aheadMs = 0;
	private readonly moments = new Map<number, Moment[]>();
	private contacts: number;

	constructor(keys: { publicKey: string; secretKey: string }, chosen: Partial<Settings>) {
		const clock = { now: () => trueNow() + this.aheadMs, elapsed };
		this.sandbox = new SandboxInProcess(keys, chosen, clock);
		this.contacts = this.account.contacts.length;
	}

	get settings(): Settings {
		return this.sandbox.service.settings;
	}

	/** What an answer that goes out now bears as its date. */
	get date(): string {
		const skewMs = this.settings.clockSkewSeconds * 1000;
		return new Date(trueNow() + this.aheadMs + skewMs).toUTCString();
	}

	get account() {
		return this.sandbox.service.store.accounts.rows.get(1)!;
	}

	get notices(): Notice[] {
		return [...this.sandbox.service.store.notices.rows.values()];
	}

	get standing(): Notice[] {
		return this.notices.filter(({ cancelled }) => !cancelled);
	}

	invoicesOf(notice: Notice): Invoice[] {
		return this.sandbox.service.store.invoicesOf(notice);
	}

	/** Orders for a day are over now, of every newspaper. */
	close(day: string): void {
		const { settings } = this;
		const closed = [12, 13, 21].map((publication) => {
			return { publication, date_parution: day, date_bouclage: '2026-11-20 12:00:00' };
		});
		settings.exceptionalClosings = [...settings.exceptionalClosings, ...closed];
	}

	/** What the notice was like, from its order on. */
	momentsOf({ id }: Notice): readonly Moment[] {
		return this.moments.get(id) ?? [];
	}

	/** Does what a call asks for. @param call its number in the journal of the network */
	answer({ method, url, headers, body }: Incoming, call: number): Answer {
		const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		const received = {
			...{ method, body, url: `${url.pathname}${url.search}` },
			headers: { ...Object.fromEntries(given), host: url.host } as Record<string, string>,
		};
		const answered = this.sandbox.answer(received);
		if (method !== 'GET') this.note(call);
		return answered;
	}

	/** Something that people do, without a call of the node. */
	byPeople(act: () => void): void {
		try {
			act();
		} catch {
			// What the newspaper cannot do, such as a credit note without an invoice, does not happen.
		}
		this.note(undefined);
	}

	/** Calls of another program with the same keys. */
	useUp(calls: number): void {
		const { quota } = this.sandbox.service;
		for (let left = calls; left > 0; left--) {
			quota.admit(this.account.publicKey, this.settings, elapsed());
		}
	}

	/** Whether a link leads to a document of the service. */
	hasFile(token: string): boolean {
		const invoices = [...this.sandbox.service.store.invoices.rows.values()];
		return [...invoices, ...this.notices.flatMap(({ documents }) => documents)].some(
			(one) => one.token === token,
		);
	}

	/** Writes down what has changed since it was last looked at. */
	private note(call: number | undefined): void {
		for (const notice of this.notices) {
			const { id, reference, statut, motif, cancelled, documents } = notice;
			const moments = this.moments.get(id) ?? [];
			const before = moments.at(-1);
			const all = [...documents, ...this.invoicesOf(notice)];
			const files = all.map(({ type, numero }) => `${type} ${numero ?? ''}`.trim());
			const now = { at: elapsed(), statut, motif, cancelled, files };
			if (before && isSame(before, now)) continue;
			this.moments.set(id, [...moments, now]);
			const kind = !before ? 'ordered' : cancelled && !before.cancelled ? 'cancelled' : 'changed';
			const other = differences(before, now);
			this.effects.push({ at: elapsed(), kind, reference, call, other });
		}
		const { contacts } = this.account;
		for (const { id } of contacts.slice(this.contacts)) {
			this.effects.push({ at: elapsed(), kind: 'contact', reference: String(id), call });
		}
		this.contacts = contacts.length;
	}
}

function isSame(one: Moment, other: Moment): boolean {
	const facts = ({ at: _at, ...rest }: Moment) => JSON.stringify(rest);
	return facts(one) === facts(other);
}

function differences(before: Moment | undefined, { statut, motif, files }: Moment): string {
	const others = [
		...(before?.statut === statut ? [] : [statut]),
		...((before?.motif ?? '') === motif ? [] : [`motif "${motif}"`]),
		...files.filter((file) => !before?.files.includes(file)),
	];
	return others.join(', ');
}

/** Which call it is, in one word, and what it names: what faults are aimed at, and what a story says. */
export function callOf({ method, url, body }: Incoming): { route: string; names: string[] } {
	const path = url.pathname.slice(url.pathname.indexOf(PREFIX) + PREFIX.length + 1);
	const [first = '', reference = '', last = ''] = path.split('/').map(decodeURIComponent);
	if (first === 'annonce') {
		const route = method === 'DELETE' ? 'cancel' : last === 'statut' ? 'status' : 'files';
		return { route, names: [reference] };
	}
	const sent = body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};
	const { references, numero_commande } = sent;
	if (first === 'annonces' || first === 'statut') {
		const names = Array.isArray(references) ? references.map(String) : [];
		return { route: last === '' && reference === 'statuts' ? 'statuses' : 'files', names };
	}
	const routes: Record<string, string> = { commande: 'order', devis: 'quote', contact: 'contact' };
	const names = typeof numero_commande === 'string' ? [numero_commande] : [];
	return { route: routes[first] ?? 'lists', names };
}
