/** The door of the service: keys, clock, signature and quota, and the envelope of every answer. */
import { createHash } from 'node:crypto';
import { Refusal, type Fields } from './answers.mts';
import { trueNow } from './clock.mts';
import type { Model } from './model.mts';
import type { Readings } from './readings.mts';
import { answer, type Asked } from './routes.mts';

export const PREFIX = '/annonce-legale/api/externe';

/** A call as it comes in. */
export interface Incoming {
	readonly method: string;
	readonly url: URL;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
	readonly call: number;
}

export interface Answered {
	readonly status: number;
	readonly headers: Record<string, string>;
	/** The envelope, while it may still be changed. */
	readonly fields: Fields;
}

export interface Keys {
	readonly publicKey: string;
	readonly secretKey: string;
}

const sha256 = (parts: readonly (string | Buffer)[]): string => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('hex');
};

export class Service {
	readonly model: Model;
	readonly keys: Keys;
	/** Of its clock against the right time; it steps when somebody sets it. */
	offsetMs: number;
	private readonly readings: Readings;
	/** When calls were counted in the quota. */
	private counted: number[] = [];

	constructor(model: Model, keys: Keys) {
		this.model = model;
		this.readings = model.readings;
		this.keys = keys;
		this.offsetMs = this.readings.clockOffset * 1000;
	}

	private get now(): number {
		return trueNow() + this.offsetMs;
	}

	/** Calls that another program makes with the key. */
	useUp(calls: number): void {
		for (let left = calls; left > 0; left--) this.counted.push(trueNow());
	}

	private isOverQuota(): boolean {
		const { quota, quotaWindow, refusedCount } = this.readings;
		const now = trueNow();
		const begin = quotaWindow === 'fixed' ? now - (now % 60_000) - 1 : now - 60_000;
		this.counted = this.counted.filter((at) => at > begin);
		const isOver = this.counted.length >= quota;
		if (!isOver || refusedCount) this.counted.push(now);
		return isOver;
	}

	headers(): Record<string, string> {
		return { date: new Date(this.now).toUTCString() };
	}

	/** What the call is refused for before it is looked at. */
	private refusals({ method, url, headers, body }: Incoming): string[] {
		const { clockWindow, signatureCase } = this.readings;
		const given = new Map(
			Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
		);
		const [application, timestamp, signature] = ['application', 'timestamp', 'signature'].map(
			(name) => String(given.get(name) ?? ''),
		);
		if (application !== this.keys.publicKey) return ['err_cle_inconnue'];
		if (this.isOverQuota()) return ['err_requetes_max'];
		const gapMs = Math.floor(this.now / 1000) - Number(timestamp);
		if (!(Math.abs(gapMs) <= clockWindow)) return ['err_timestamp_controle'];
		const path = url.pathname.slice(url.pathname.indexOf(PREFIX));
		const own = sha256([`${this.keys.secretKey}+${method}+${path}+`, body, `+${timestamp}`]);
		const isRight = signatureCase === 'any' ? signature?.toLowerCase() === own : signature === own;
		return isRight ? [] : ['err_signature_calculee'];
	}

	/** Does what is asked, unless it is refused. */
	handle(incoming: Incoming): Answered {
		const headers = this.headers();
		const codes = this.refusals(incoming);
		if (codes.length > 0) return { status: 200, headers, fields: this.refused(codes) };
		try {
			const fields = answer(this.model, askedOf(incoming));
			return { status: 200, headers, fields: { resultat: 'succes', ...fields } };
		} catch (refusal) {
			if (!(refusal instanceof Refusal)) throw refusal;
			const { status } = refusal;
			return { status, headers, fields: status === 200 ? this.refused(refusal.codes) : {} };
		}
	}

	refused(codes: readonly string[]): Fields {
		return { resultat: 'erreur', erreurs: codes };
	}
}

/** The routes of the interface, also those written with the reference of a notice. */
export function askedOf({ method, url, body, call }: Incoming): Asked {
	const path = url.pathname.slice(url.pathname.indexOf(PREFIX) + PREFIX.length + 1);
	const [first = '', second = '', third = ''] = path.split('/').map(decodeURIComponent);
	const text = body.toString('utf8');
	const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
	const isNotice = first === 'annonce';
	const route = isNotice ? ['annonce', third].filter(Boolean).join('/') : path;
	return {
		...{ method, route, call, query: url.searchParams, body: parsed },
		reference: isNotice ? second : '',
	};
}

/** Which call it is, in one word: what faults are aimed at. */
export function routeName({ method, route }: Pick<Asked, 'method' | 'route'>): string {
	if (method === 'DELETE') return 'cancel';
	const names: Record<string, string> = {
		...{ commande: 'order', devis: 'quote', 'annonce/statut': 'status' },
		...{ 'annonces/statuts': 'statuses', contact: 'contact' },
	};
	return names[route] ?? (/documents|factures/.test(route) ? 'files' : 'lists');
}
