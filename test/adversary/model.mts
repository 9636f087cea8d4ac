/** What is true: the notices of the account, and a journal of what was done to them, when and by which call. */
import { elapsed, trueNow } from './clock.mts';
import type { Readings } from './readings.mts';

export interface Body {
	readonly [field: string]: unknown;
	readonly publication: number;
	readonly departement: string;
	readonly categorie: string;
	readonly forfait?: string;
	readonly texte: string;
	readonly dossier?: string;
	readonly numero_commande?: string;
	readonly date_parution?: string;
}

export interface Numbered {
	readonly type: 'attestation' | 'justificatif' | 'facture' | 'avoir';
	readonly numero: string | undefined;
	/** Of an invoice, in cents including tax; a fifth of the rest is tax. */
	readonly cents: number;
	/** All notices that it bills. */
	readonly references: readonly string[];
	readonly addedAt: number;
}

/** A status as it was from a moment on. */
export interface StatusSince {
	readonly at: number;
	readonly status: string;
	readonly motif: string | undefined;
}

export interface Notice {
	readonly reference: string;
	readonly number: string | undefined;
	readonly body: Body;
	readonly registeredAt: number;
	/** The call that registered it; undefined when another program did. */
	readonly by: number | undefined;
	readonly date: string;
	readonly cents: number;
	cancelledAt: number | undefined;
	readonly statuses: StatusSince[];
	readonly files: Numbered[];
}

export interface Contact {
	readonly id: number;
	nom: string;
	prenom: string;
	readonly email: string;
	/** When it was created, and by which call. */
	readonly at: number;
	readonly by: number | undefined;
}

/** One thing that happened, for the invariants and for the story. */
export interface Effect {
	readonly at: number;
	readonly kind: 'registered' | 'cancelled' | 'contact' | 'outside';
	readonly reference: string;
	readonly call: number | undefined;
	readonly words: string;
}

const DAY = 86_400_000;
export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export class Model {
	readonly notices: Notice[] = [];
	readonly contacts: Contact[] = [];
	readonly effects: Effect[] = [];
	readonly quotes: Array<{ readonly call: number; readonly body: Body; readonly cents: number }> =
		[];
	/** When each numbered document came to be. */
	readonly fileTimes = new Map<string, number>();
	/** Notices that the routes which read do not find for a while, by reference. */
	readonly hidden = new Set<string>();
	readonly readings: Readings;
	private lastNumber = 100;
	private lastFile = 0;

	constructor(readings: Readings) {
		this.readings = readings;
	}

	/** The last status, also of a notice that is cancelled. */
	statusOf(notice: Notice): StatusSince {
		return notice.statuses.at(-1) ?? { at: 0, status: 'a-paraitre', motif: undefined };
	}

	private tell(kind: Effect['kind'], reference: string, call: number | undefined, words: string) {
		this.effects.push({ at: elapsed(), kind, reference, call, words });
	}

	private newReference(): string {
		const number = ++this.lastNumber;
		return this.readings.referenceStyle === 'letters' ? `AL-${number}` : `26${number}`;
	}

	/** @param by the call, or nobody whom the node knows */
	register(body: Body, date: string, cents: number, by: number | undefined): Notice {
		const at = elapsed();
		const notice: Notice = {
			reference: this.newReference(),
			number: body.numero_commande,
			body,
			registeredAt: at,
			by,
			date,
			cents,
			cancelledAt: undefined,
			statuses: [{ at, status: this.readings.initialStatus, motif: undefined }],
			files: [],
		};
		this.notices.push(notice);
		const named = notice.number === undefined ? 'without a number' : `number ${notice.number}`;
		const what = `${notice.reference} is registered, ${named}, file ${String(body.dossier)}`;
		this.tell('registered', notice.reference, by, what);
		return notice;
	}

	/** @returns the invoice and the credit note, when it had been invoiced */
	cancel(notice: Notice, call: number | undefined): readonly Numbered[] {
		notice.cancelledAt = elapsed();
		for (const invoice of notice.files.filter(({ type }) => type === 'facture')) {
			this.addFile([notice], 'avoir', -invoice.cents);
		}
		this.tell('cancelled', notice.reference, call, `${notice.reference} is cancelled`);
		return notice.files.filter(({ type }) => type === 'facture' || type === 'avoir');
	}

	setStatus(notice: Notice, status: string, motif?: string): void {
		notice.statuses.push({ at: elapsed(), status, motif });
		const why = motif === undefined ? '' : ` ("${motif.slice(0, 30)}")`;
		this.tell('outside', notice.reference, undefined, `${notice.reference} is now ${status}${why}`);
		const isDue = status === 'parue' && this.readings.attestation === 'atPublication';
		if (isDue && !notice.files.some(({ type }) => type === 'attestation')) {
			this.addFile([notice], 'attestation', 0);
		}
	}

	addFile(notices: readonly Notice[], type: Numbered['type'], cents: number): void {
		const numero =
			type === 'justificatif' ? undefined : `${type[0]?.toUpperCase()}${++this.lastFile}`;
		if (numero !== undefined) this.fileTimes.set(numero, elapsed());
		const references = notices.map(({ reference }) => reference);
		const file = { type, numero, cents, references, addedAt: elapsed() };
		for (const notice of notices) notice.files.push(file);
		const words = `${type} ${numero ?? ''} for ${references.join(', ')}`;
		this.tell('outside', references.join(), undefined, words);
	}

	contact(given: Pick<Contact, 'nom' | 'prenom' | 'email'>, by: number | undefined): Contact {
		const same = ({ email }: Contact) => email.toLowerCase() === given.email.toLowerCase();
		const known = given.email === '' ? undefined : this.contacts.find(same);
		if (known) {
			const { nom, prenom } = given;
			if (this.readings.contactAnswer === 'updated') Object.assign(known, { nom, prenom });
			return known;
		}
		const made = { ...given, id: 10 + this.contacts.length, at: elapsed(), by };
		this.contacts.push(made);
		this.tell(
			'contact',
			`${made.id}`,
			by,
			`contact ${made.id} ${made.email} ${made.nom} is created`,
		);
		return made;
	}

	private alike(left: string | undefined, right: string): boolean {
		if (left === undefined) return false;
		if (this.readings.numberCase === 'distinguished') return left === right;
		return left.toLowerCase() === right.toLowerCase();
	}

	/** Whether the routes that read find it. */
	isFound({ reference, cancelledAt }: Notice): boolean {
		return cancelledAt === undefined && !this.hidden.has(reference);
	}

	/** The live notice of a name. @param finds which of them can be found */
	find(name: string, finds = (one: Notice) => one.cancelledAt === undefined): Notice | undefined {
		const isOf = (own: string | undefined) => this.alike(own, name);
		return this.notices.find((one) => finds(one) && (isOf(one.reference) || isOf(one.number)));
	}

	/** All that a name may mean to this service, at any time. */
	named(name: string): Notice[] {
		const isOf = (own: string | undefined) => this.alike(own, name);
		return this.notices.filter(({ reference, number }) => isOf(reference) || isOf(number));
	}

	isTaken(number: string): boolean {
		const counts = ({ cancelledAt }: Notice) =>
			cancelledAt === undefined || this.readings.cancelledNumber === 'taken';
		return this.notices.some((one) => counts(one) && this.alike(one.number, number));
	}

	/**
	 * The date that a notice gets: every day of the next month is one, and today's closing time is over.
	 *
	 * @returns undefined where the requested one is refused
	 */
	dateFor(requested: string | undefined): string | undefined {
		const next = day(trueNow() + DAY);
		if (requested === undefined) return next;
		if (requested > day(trueNow())) return requested;
		return this.readings.closedDate === 'refused' ? undefined : next;
	}
}

/** What of an invoice is for one of its notices, in cents: equal parts, the first has the rest. */
export function shareOf({ cents, references }: Numbered, reference: string): number {
	const share = Math.trunc(cents / references.length);
	return reference === references[0] ? cents - share * (references.length - 1) : share;
}

/** What a notice costs, in cents including tax: as its text is long. */
export function priceOf({ texte, publication }: Body): number {
	return 12_000 + 120 * (texte.length + publication);
}
