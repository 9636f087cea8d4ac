/** The services of the fault matrix: the sandbox with faults of its own, the emulators behind a proxy that has them. */
import { startSandbox, type Fault as SandboxFault } from '../../../sandbox/index.mts';
import { startEmulator } from '../../emulator/index.mts';
import { noticeIn } from '../notices.mts';
import { serviceNames, type ServiceName } from '../services.mts';
import { startProxy } from './proxy.mts';
import { routeOf, type Account, type Fault, type FaultyService } from './types.mts';

/** `npm test` has the matrices at the sandbox, `npm run test:matrix` (jest.config.mjs) at the others. */
export const matrixServices = serviceNames.filter(
	(name) => (name === 'sandbox') !== (process.env.MATRIX_AT === 'emulators'),
);

export async function startFaulty(name: ServiceName): Promise<FaultyService> {
	if (name === 'sandbox') return await faultySandbox();
	const personality = name === 'strict emulator' ? 'strict' : 'lenient';
	return {
		account: async (skewSeconds) => await emulatorAccount(personality, skewSeconds),
		close: async () => {},
	};
}

/** Accounts in one sandbox; not all in one, because its lists of orders and calls grow with everybody's. */
const ACCOUNTS_AT_ONE = 6;

async function faultySandbox(): Promise<FaultyService> {
	// One account may make more calls in a test than a minute allows: the quota is a fault of its own here.
	const settings = { quotaPerMinute: 1_000_000 };
	const started = [await startSandbox({ settings })];
	let accounts = 0;
	return {
		account: async (skewSeconds) => {
			if (skewSeconds !== undefined) {
				const other = await startSandbox({
					settings: { ...settings, clockSkewSeconds: skewSeconds },
				});
				return accountOf(other, async () => await other.close());
			}
			if (++accounts % ACCOUNTS_AT_ONE === 0) started.push(await startSandbox({ settings }));
			const shared = started.at(-1);
			if (!shared) throw new Error('no sandbox');
			return accountOf(shared, async () => {});
		},
		close: async () => {
			await Promise.all(started.map(async (sandbox) => await sandbox.close()));
		},
	};
}

function accountOf(
	sandbox: Awaited<ReturnType<typeof startSandbox>>,
	close: () => Promise<void>,
): Account {
	const { publicKey, secretKey } = sandbox.createKey();
	return {
		credential: { baseUrl: sandbox.url, publicKey, secretKey, requestsPerMinute: 1_000_000 },
		notice: billed(noticeIn('75', 12)),
		tellsTime: true,
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
	const { route, processed, skip, times, ms, codes } = fault;
	const common = { match: { path: route, publicKey }, processed, skip, times };
	switch (fault.kind) {
		case 'drop':
			return { ...common, kind: processed ? 'dropAfter' : 'dropBefore' };
		case 'timeout':
		case 'slow':
			return { ...common, kind: fault.kind, ms };
		case 'codes':
			return { ...common, kind: 'codes', codes };
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

async function emulatorAccount(
	personality: 'strict' | 'lenient',
	skewSeconds: number | undefined,
): Promise<Account> {
	const emulator = await startEmulator({
		personality,
		now: () => Date.now() + (skewSeconds ?? 0) * 1000,
	});
	// The strict one tells no time at all; the other's Date is that of its clock.
	const tellsTime = personality === 'lenient';
	const proxy = await startProxy(emulator.url, tellsTime ? (skewSeconds ?? 0) : undefined);
	return {
		credential: {
			baseUrl: proxy.url,
			publicKey: emulator.publicKey,
			secretKey: emulator.secretKey,
			requestsPerMinute: 1_000_000,
		},
		notice: billed(noticeIn('75', personality === 'strict' ? 12 : 900001)),
		tellsTime,
		arm: (fault) => proxy.arm(fault),
		orders: () =>
			emulator.orders().map(({ reference, numero_commande: number, dossier, cancelled }) => ({
				reference,
				number,
				dossier,
				cancelled,
			})),
		calls: () => proxy.calls(),
		close: async () => {
			await proxy.close();
			await emulator.close();
		},
	};
}

function billed(notice: Record<string, unknown>): Record<string, unknown> {
	return { ...notice, billingMode: 'prescripteur' };
}
