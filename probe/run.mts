/** One run of the probe, from the first call to the last cancellation. */
import { LegalNoticeApi } from '../credentials/LegalNoticeApi.credentials.ts';
import { readBaseUrl } from '../nodes/LegalNotice/domain/baseUrl.ts';
import { explain } from '../nodes/LegalNotice/errors/words.ts';
import { ServiceFailure } from '../nodes/LegalNotice/errors/failures.ts';
import { setClock } from '../nodes/LegalNotice/transport/signing.ts';
import { Host, type Engine, type Keys } from './host.mts';
import { cancelAll, Orders, readCancelled, readContacts, readOrders } from './orders.mts';
import { Probe } from './probe.mts';
import { learnQuota } from './quota.mts';
import { readBatches, readLists, readNamed, readQuotes, readWire, searchClock } from './reads.mts';

export interface RunOptions {
	/** Whether somebody typed the host of this test instance: needed for orders, and to use up the quota. */
	readonly confirmed: boolean;
	readonly orders: boolean;
	readonly quota: boolean;
	readonly foreign?: string | undefined;
	readonly suspended?: string | undefined;
	readonly invoiced?: string | undefined;
	readonly published?: string | undefined;
	/** Asked before anything is ordered. */
	readonly agrees: (plan: string) => Promise<boolean>;
	readonly say: (line: string) => void;
	readonly signal: AbortSignal;
}

export interface Ran {
	readonly probe: Probe;
	/** Names of notices that could not be cancelled. */
	readonly left: readonly string[];
	/** Stopped, or out of time. */
	readonly stopped: boolean;
}

/** Ends the run in a sentence. */
export class Unusable extends Error {}

/** In milliseconds; the rest of the ten minutes is for cancelling. */
const QUESTIONS_MS = 9 * 60_000;

/** @throws Unusable when the address or the keys are not those of the service */
export async function runProbe(engine: Engine, keys: Keys, options: RunOptions): Promise<Ran> {
	const { say } = options;
	const base = readBaseUrl(keys.baseUrl);
	if (!base.ok) throw new Unusable(base.reason);
	const ends = AbortSignal.any([options.signal, AbortSignal.timeout(QUESTIONS_MS)]);
	const host = new Host(engine, keys, ends);
	const probe = new Probe(host, await host.client(ends), say);
	const ahead = await connect(probe);
	const orders = new Orders(probe);
	let left: string[] = [];
	try {
		await ask(probe, orders, ahead, options);
	} catch (error) {
		if (!ends.aborted) throw error;
	} finally {
		left = await cancelAll(new Host(engine, keys, new AbortController().signal), probe, orders);
	}
	if (options.quota && options.confirmed && !ends.aborted) {
		const names = 'quotaPerMinute quotaWindow quotaWindowSeconds refusedCallsCount';
		await probe.learn(names, () => learnQuota(probe)).catch(() => undefined);
	}
	return { probe, left, stopped: ends.aborted };
}

/** Tests the credential. @returns seconds that the service's clock was found to be ahead without a Date header */
async function connect(probe: Probe): Promise<number> {
	const client = { method: 'GET', path: '/client' } as const;
	try {
		await probe.client.call(client);
		return 0;
	} catch (failure) {
		const isClock = failure instanceof ServiceFailure && failure.has('err_timestamp_controle');
		const ahead = isClock ? await searchClock(probe) : undefined;
		if (ahead === undefined) throw new Unusable(credentialSentence(failure));
		setClock(probe.host.keys, ahead * 1000);
		await probe.client.call(client);
		return ahead;
	}
}

/** What the test of the credential in n8n says. */
function credentialSentence(failure: unknown): string {
	const { message, fix } = explain(failure);
	const rules = new LegalNoticeApi().test.rules ?? [];
	const ruled = rules.flatMap(({ type, properties }) =>
		type === 'responseSuccessBody' && 'key' in properties ? [properties] : [],
	);
	if (!(failure instanceof ServiceFailure)) return message;
	const [code] = failure.codes;
	const isForeign = code === undefined && failure.facts.status !== undefined;
	const rule = ruled.find(({ key, value }) =>
		isForeign ? key === 'resultat' && value === undefined : key === 'erreurs[0]' && value === code,
	);
	return rule?.message ?? `${message}. ${fix}`;
}

async function ask(probe: Probe, orders: Orders, ahead: number, options: RunOptions) {
	const { say } = options;
	say('The service answers. Clock, signature, lists ...');
	await readWire(probe, ahead);
	await readLists(probe);
	if (options.orders && options.confirmed && (await options.agrees(plan(orders)))) {
		say('Orders ...');
		await readOrders(probe, orders);
	}
	say('Batches and quotes ...');
	const known = orders.placed.map(({ reference }) => reference).slice(-1);
	await readBatches(probe, known);
	await readQuotes(probe, options.foreign);
	await readNamed(probe, { ...options });
	if (orders.placed.length > 0) {
		await readCancelled(probe, orders);
		await readContacts(probe);
		say('Cancelling what was ordered ...');
	}
}

function plan(orders: Orders): string {
	return [
		'The probe is about to place at most five notices on this test instance, each like this one:',
		'',
		JSON.stringify(orders.body({ numero_commande: `${orders.stem}-1` }), undefined, '  '),
		'',
		'with other order numbers, and one each with a date that is over, an advertiser beside it, `largeur` and no number.',
		'It reads them, then cancels all of them. It also creates contacts, which the interface cannot delete:',
		'SONDE Essai without e-mail, SONDE A Essai with sonde@example.com, and SONDE B Essai with Sonde@example.com.',
	].join('\n');
}
