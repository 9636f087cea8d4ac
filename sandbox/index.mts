import type { AccountOptions } from './accounts.mts';
import { fromOutside, ordersOf } from './noticeControls.mts';
import { buildServer } from './server.mts';
import { Service } from './service.mts';
import type { Fault } from './faults.mts';
import { applySettings, type Settings } from './settings.mts';
import type { JournalCall, JournalOrder } from './types.mts';

export type { AccountOptions } from './accounts.mts';
export type { Fault } from './faults.mts';
export type { NoticeControls } from './noticeControls.mts';
export type { Settings } from './settings.mts';
export type { JournalCall, JournalOrder } from './types.mts';
export { errorCodes } from './data/codes.mts';
export { rules } from './rules.mts';

export interface SandboxOptions {
	/** 0, the default: any free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** Path of an SQLite file that keeps the data; default `:memory:`. */
	databaseFile?: string;
	settings?: Partial<Settings>;
	/** Ids of `rules` that do not apply; also the environment's SANDBOX_DISABLED_RULES (commas). */
	disabledRules?: string[];
	/** Business time in epoch milliseconds, for dates and closings; signatures use the real time. */
	now?: () => number;
	/** What the demo account is like. */
	account?: AccountOptions;
	/** What a proxy puts in front of the interface, such as `/al-test`; signed paths leave it out. */
	pathPrefix?: string;
}

export const demoKeys = { publicKey: 'demo-public-key', secretKey: 'demo-secret-key' };

/** Starts a sandbox. @throws {Error} with code EADDRINUSE when the port is taken */
export async function startSandbox(options: SandboxOptions = {}) {
	const pathPrefix = (options.pathPrefix ?? '').replace(/\/+$/, '');
	const service = new Service({
		databaseFile: options.databaseFile ?? ':memory:',
		disabledRules: [...(options.disabledRules ?? []), ...environmentRules()],
		now: options.now ?? Date.now,
	});
	applySettings(service.settings, options.settings ?? {});
	if (!service.accounts.find(demoKeys.publicKey))
		service.accounts.create({ ...options.account, ...demoKeys });
	const app = buildServer(service, pathPrefix);
	const host = options.host ?? '127.0.0.1';
	try {
		await app.listen({ port: options.port ?? 0, host });
	} catch (error) {
		service.close();
		throw error;
	}
	const address = app.server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
	const linkBase = `${origin}${pathPrefix}`;
	return {
		/** Base URL for the credential, proxy prefix included. */
		url: linkBase,
		/** Address of the page and of the controls. */
		origin,
		/** The demo account. */
		...demoKeys,
		/** A fresh account with its own quota and its own notices. */
		createKey(keyOptions?: AccountOptions): { publicKey: string; secretKey: string } {
			const { publicKey, secretKey } = service.accounts.create(keyOptions);
			return { publicKey, secretKey };
		},
		/** Changes switches. @throws {SettingError} for a switch or value that does not exist */
		settings: (change: Partial<Settings>): void => applySettings(service.settings, change),
		/** Arms a fault for the next matching calls. */
		fault: (fault: Fault): void => service.faults.add(fault),
		/** Takes back those that still wait. */
		clearFaults: (): void => service.faults.clear(),
		journal: {
			calls: (): JournalCall[] => service.journal.calls(),
			orders: (): JournalOrder[] => ordersOf(service, linkBase),
			clear: (): void => service.journal.clear(),
		},
		/** Acts on notices as the newspaper would; a reference or an order number names them. */
		notices: fromOutside(service),
		/** Forgets notices, journal, faults and quota; accounts, contacts and switches stay. */
		reset: (): void => service.reset(),
		/** Ends everything, open connections included. */
		async close(): Promise<void> {
			await app.close();
			service.close();
		},
	};
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

function environmentRules(): string[] {
	const text = process.env.SANDBOX_DISABLED_RULES ?? '';
	return text.split(',').flatMap((id) => id.trim() || []);
}
