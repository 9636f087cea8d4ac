import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './fields.mts';
import type { Personality } from './personality.mts';

const perMinute = 300;
const minute = 60_000;
const gapInSeconds = 5;

/** One call as it came over the wire; nothing of it was decoded. */
export interface RawCall {
	readonly method: string;
	/** As sent, percent encoding kept, without the query string. */
	readonly path: string;
	readonly body: Buffer;
	readonly headers: IncomingHttpHeaders;
}

/** The signature of a call, in lower-case hexadecimal; section "Authentication". */
export function sign(
	secret: string,
	method: string,
	path: string,
	body: Buffer | string,
	timestamp: string,
): string {
	const hash = createHash('sha256').update(`${secret}+${method}+${path}+`);
	return hash.update(body).update(`+${timestamp}`).digest('hex');
}

/** Checks the three headers and the quota of every call. */
export class Gate {
	readonly #personality: Personality;
	readonly #now: () => number;
	#recent: number[] = [];

	constructor(personality: Personality, now: () => number) {
		this.#personality = personality;
		this.#now = now;
	}

	/** @throws Refusal with the codes of section "Authentication", or `err_requetes_max`. */
	check(call: RawCall): void {
		const application = header(call.headers, 'application');
		const timestamp = header(call.headers, 'timestamp');
		const signature = header(call.headers, 'signature');

		const missing: string[] = [];
		if (application === '') missing.push('err_application_absent');
		if (timestamp === '') missing.push('err_timestamp_absent');
		if (signature === '') missing.push('err_signature_absent');
		this.#refuse(missing);

		if (!/^[\w-]{1,128}$/.test(application)) this.#refuse(['err_application_incorrect']);
		if (application !== this.#personality.publicKey) this.#refuse(['err_cle_inconnue']);
		this.#count();

		const wrong: string[] = [];
		if (!this.#inTime(timestamp)) wrong.push('err_timestamp_controle');
		const form = this.#personality.pedantic ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{64}$/i;
		const { secretKey } = this.#personality;
		const computed = sign(secretKey, call.method, call.path, call.body, timestamp);
		if (!form.test(signature)) wrong.push('err_signature_incorrect');
		else if (signature.toLowerCase() !== computed) wrong.push('err_signature_calculee');
		this.#refuse(wrong);
	}

	#inTime(timestamp: string): boolean {
		if (!/^\d{1,12}$/.test(timestamp)) return false;
		const now = this.#now() / 1000;
		const reference = this.#personality.exactGap ? now : Math.floor(now);
		return Math.abs(reference - Number(timestamp)) <= gapInSeconds;
	}

	/** Every call with a known key counts, refused ones too. */
	#count(): void {
		const now = this.#now();
		const start = this.#personality.calendarMinute ? now - (now % minute) : now - minute;
		this.#recent = this.#recent.filter((instant) => instant >= start);
		this.#recent.push(now);
		if (this.#recent.length > perMinute) throw new Refusal(['err_requetes_max']);
	}

	#refuse(codes: string[]): void {
		const [first] = codes;
		if (first === undefined) return;
		throw new Refusal(this.#personality.severalCodes ? codes : [first]);
	}
}

function header(headers: IncomingHttpHeaders, name: string): string {
	const value = headers[name];
	return typeof value === 'string' ? value.trim() : '';
}
