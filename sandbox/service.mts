import type { Account } from './accounts.mts';
import { parisTime } from './calendar.mts';
import { Faults } from './faults.mts';
import { Journal } from './journal.mts';
import { Quota } from './quota.mts';
import { ruleBook } from './rules.mts';
import { defaultSettings, type Settings } from './settings.mts';
import { Store } from './store.mts';
import type { JsonObject, RouteName } from './types.mts';

export interface Clock {
	/** Epoch milliseconds; may be set while calls are under way. */
	now: () => number;
	/** Milliseconds that only go forward. */
	elapsed: () => number;
}

const machineClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Everything behind the routes, wired together. */
export class Service {
	readonly settings: Settings = defaultSettings();
	readonly quota = new Quota();
	readonly faults = new Faults();
	readonly journal: Journal;
	readonly rules: ReturnType<typeof ruleBook>;
	readonly store: Store;
	/** Business time in epoch milliseconds: dates and closings, not signatures. */
	readonly now: () => number;

	/** Of signatures, quota and journal. */
	readonly clock: Clock;

	constructor(
		dataFile: string | undefined,
		disabledRules: readonly string[],
		now: () => number,
		clock: Clock = machineClock,
	) {
		this.rules = ruleBook(disabledRules);
		this.now = now;
		this.clock = clock;
		this.journal = new Journal(clock.now);
		this.store = new Store(dataFile);
	}

	/** Paris time, `AAAA-MM-JJ HH:MM:SS`. */
	parisNow(): string {
		return parisTime(this.now());
	}

	/** Forgets notices, journal, faults and quota: what a test instance's reset does. */
	reset(): void {
		for (const part of [this.store, this.journal, this.faults, this.quota]) part.clear();
	}
}

/** A call that passed authentication and quota. */
export interface Call {
	account: Account;
	/** Decoded `{reference}` of the path, empty for routes without one. */
	reference: string;
	query: URLSearchParams;
	/** Parsed body; empty for GET and DELETE. */
	body: JsonObject;
	/** Address in front of document links, such as `http://127.0.0.1:5690`. */
	linkBase: string;
}

/** Returns the fields of the answer other than `resultat`, or throws a Refusal. */
export type Handle = (service: Service, call: Call) => JsonObject;

/** One endpoint; the path is what follows `/annonce-legale/api/externe`. */
export type Route = readonly [
	name: RouteName,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	handle: Handle,
];
