import { createAccount, findAccount, type AccountOptions } from './accounts.mts';
import type { Fault } from './faults.mts';
import type { JournalCall } from './journal.mts';
import { fromOutside, ordersOf, type JournalOrder } from './noticeControls.mts';
import { buildServer } from './server.mts';
import { Service } from './service.mts';
import { applySettings, type Settings } from './settings.mts';

export type { AccountOptions } from './accounts.mts';
export type { Fault } from './faults.mts';
export type { JournalOrder, NoticeControls } from './noticeControls.mts';
export type { Settings } from './settings.mts';
export { errorCodes } from './data/codes.mts';
export { rules } from './rules.mts';

export interface SandboxOptions {
	/** 0, the default: any free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** Path of a file that keeps the data as JSON; by default they are forgotten at the end. */
	dataFile?: string;
	settings?: Partial<Settings>;
	/** Ids of `rules` that do not apply. */
	disabledRules?: string[];
	/** Business time in epoch milliseconds, for dates and closings; signatures use the real time. */
	now?: () => number;
	/** What the demo account is like. */
	account?: AccountOptions;
}

const demoKeys = { publicKey: 'demo-public-key', secretKey: 'demo-secret-key' };

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts a sandbox. @throws {Error} with code EADDRINUSE when the port is taken */
export async function startSandbox({
	port = 0,
	host = '127.0.0.1',
	dataFile,
	settings = {},
	disabledRules = [],
	now = Date.now,
	account,
}: SandboxOptions = {}) {
	const service = new Service(dataFile, disabledRules, now);
	applySettings(service.settings, settings);
	if (!findAccount(service.store, demoKeys.publicKey)) {
		createAccount(service.store, { ...account, ...demoKeys });
	}
	const app = buildServer(service);
	const url = await app.listen({ port, host });
	return {
		/** Base URL for the credential; the page and the controls are there, too. */
		url,
		/** The demo account. */
		...demoKeys,
		/** A fresh account with its own quota and its own notices. */
		createKey(options?: AccountOptions): { publicKey: string; secretKey: string } {
			const { publicKey, secretKey } = createAccount(service.store, options);
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
			orders: (): JournalOrder[] => ordersOf(service, url),
			clear: (): void => service.journal.clear(),
		},
		/** Acts on notices as the newspaper would; a reference or an order number names them. */
		notices: fromOutside(service),
		/** Forgets notices, journal, faults and quota; accounts, contacts and switches stay. */
		reset: (): void => service.reset(),
		/** Ends everything, open connections included. */
		close: async (): Promise<void> => await app.close(),
	};
}
