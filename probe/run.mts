/** One run of the probe, from the first call to the last cancellation. */
import { readBaseUrl } from '../nodes/LegalNotice/domain/baseUrl.ts';
import { Findings } from './findings.mts';
import { cancelAll, MOST_ORDERS, Orders, readCancelled, readOrders } from './orders.mts';
import { readLists, readQuotes, readSuspended, readWire } from './reads.mts';
import { Service, Unusable, type GivenKeys } from './service.mts';

export interface RunOptions {
	/** Whether notices are placed; somebody typed the host of this test instance. */
	readonly orders: boolean;
	/** A notice that the service has suspended. */
	readonly suspended?: string | undefined;
	/** Asked before anything is ordered. */
	readonly agrees: (plan: string) => Promise<boolean>;
	readonly say: (line: string) => void;
	readonly signal: AbortSignal;
}

export interface Ran {
	readonly findings: Findings;
	/** Order numbers of notices that could not be cancelled. */
	readonly left: readonly string[];
}

/** @throws Unusable when the address or the keys are not those of the service */
export async function runProbe(keys: GivenKeys, options: RunOptions): Promise<Ran> {
	const base = readBaseUrl(keys.baseUrl);
	if (!base.ok) throw new Unusable(base.reason);
	const findings = new Findings(new Service(keys, options.signal));
	await connect(findings.service);
	const orders = new Orders(findings);
	let left: string[] = [];
	try {
		await ask(findings, orders, options);
	} catch (error) {
		if (!options.signal.aborted) throw error;
	} finally {
		left = await cancelAll(findings, orders);
	}
	return { findings, left };
}

/** @throws Unusable with what is wrong */
async function connect(service: Service): Promise<void> {
	const answer = await service.get('/departements').catch((error: unknown) => {
		const { message, code } = error as NodeJS.ErrnoException;
		throw new Unusable(`The service cannot be reached: ${message || String(code)}`);
	});
	if (answer.json?.resultat === 'succes') return;
	if (answer.json?.resultat === 'erreur') {
		const codes = answer.codes.join(', ');
		throw new Unusable(`The service refuses the keys: ${codes}. docs/errors.md says what to do.`);
	}
	throw new Unusable(
		`The address answers, but not as the legal notice service (${answer.codes.join()}).`,
	);
}

async function ask(findings: Findings, orders: Orders, options: RunOptions): Promise<void> {
	const { say } = options;
	say('The service answers. Reading and quoting ...');
	await readWire(findings);
	await readQuotes(findings);
	let known: string | undefined;
	const mayOrder = options.orders && findings.publication !== undefined;
	if (mayOrder && (await options.agrees(plan(orders)))) {
		say('Ordering ...');
		known = await readOrders(findings, orders);
	}
	await readLists(findings, known);
	await readSuspended(findings, options.suspended);
	if (known === undefined) return;
	await readCancelled(findings, orders);
	say('Cancelling what was ordered ...');
}

function plan(orders: Orders): string {
	return [
		`The probe is about to place at most ${MOST_ORDERS} notices on this test instance, each like this one,`,
		'with other order numbers, and the first with a date that is over:',
		'',
		JSON.stringify(orders.body({ numero_commande: `${orders.stem}-1` }), undefined, '  '),
		'',
		'It reads them, then cancels all of them.',
	].join('\n');
}
