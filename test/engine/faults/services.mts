/** The sandbox for the matrix of faults, in both of its readings: an account for each row, with faults of its own. */
import type { Fault as SandboxFault, Sandbox } from '../../../sandbox/index.mts';
import type { Credential } from '../engine.mts';
import { noticeIn } from '../notices.mts';
import { accountOf, startReading, type ServiceName } from '../readings.mts';
import { routeOf, type Account, type Fault, type FaultyService } from './types.mts';

/** Accounts in one sandbox; not all in one, because its lists of orders and calls grow with everybody's. */
const ACCOUNTS_AT_ONE = 6;

export async function startFaulty(name: ServiceName): Promise<FaultyService> {
	// One account may make more calls in a test than a minute allows: the quota is a fault of its own here.
	const tellsTime = name !== 'strict sandbox';
	const start = async (clockSkewSeconds = 0) => {
		// Without a Date header where the clock is off; elsewhere a slow machine may need one.
		const dateHeader = tellsTime || clockSkewSeconds === 0;
		const settings = { quotaPerMinute: 1_000_000, clockSkewSeconds, dateHeader };
		return (await startReading(name, settings)).sandbox;
	};
	const started = [await start()];
	let accounts = 0;
	return {
		account: async (skewSeconds) => {
			if (skewSeconds !== undefined) {
				const other = await start(skewSeconds);
				const close = async () => await other.close();
				return seen(other, accountOf(other, name), tellsTime, close);
			}
			if (++accounts % ACCOUNTS_AT_ONE === 0) started.push(await start());
			const shared = started.at(-1);
			if (!shared) throw new Error('no sandbox');
			return seen(shared, accountOf(shared, name), tellsTime, async () => {});
		},
		close: async () => {
			await Promise.all(started.map(async (sandbox) => await sandbox.close()));
		},
	};
}

function seen(
	sandbox: Sandbox,
	credential: Credential,
	tellsTime: boolean,
	close: () => Promise<void>,
): Account {
	const { publicKey } = credential;
	return {
		credential: { ...credential, requestsPerMinute: 1_000_000 },
		notice: { ...noticeIn('75', 12), billingMode: 'prescripteur' },
		tellsTime,
		arm: (fault) => sandbox.fault(inSandbox(fault, publicKey)),
		orders: () =>
			sandbox.journal
				.orders()
				.filter((order) => order.publicKey === publicKey)
				.map(({ reference, numero_commande: number, dossier, cancelled }) => ({
					reference,
					number: number ?? undefined,
					dossier,
					cancelled,
				})),
		calls: () =>
			sandbox.journal
				.calls()
				.filter((call) => call.publicKey === publicKey)
				.map(({ method, path, body, headers }) => ({
					route: routeOf(method, path),
					path,
					body,
					signature: String(headers.signature),
				})),
		close,
	};
}

function inSandbox(fault: Fault, publicKey: string): SandboxFault {
	const { route, processed, skip, times, ms, codes, status = 502 } = fault;
	const common = { match: { path: route, publicKey }, processed, skip, times };
	switch (fault.kind) {
		case 'drop':
			return { ...common, kind: processed ? 'dropAfter' : 'dropBefore' };
		case 'timeout':
		case 'slow':
			return { ...common, kind: fault.kind, ms };
		case 'codes':
			return { ...common, kind: 'codes', codes };
		case 'status':
			return { ...common, kind: 'status', status };
		case 'redirect':
			return { ...common, kind: 'redirect', location: 'https://login.example/' };
		case 'bareSuccess':
			return { ...common, kind: 'wrongShape', body: '{"resultat":"succes"}' };
		case 'bareRefusal':
			return { ...common, kind: 'status', status: 500, body: '{"resultat":"erreur"}' };
		case 'cut':
			return { ...common, kind: 'truncated' };
		default:
			return { ...common, kind: fault.kind };
	}
}
