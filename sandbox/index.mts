import type { AccountOptions } from './accounts.mts';
import { fromOutside, ordersOf, type NoticeControls } from './noticeControls.mts';
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
	/** What a proxy puts in front of the interface, such as `/al-test`; signed paths leave it out. */
	pathPrefix?: string;
}

export interface Sandbox {
	/** Base URL for the credential, proxy prefix included. */
	url: string;
	/** Address of the page and of the controls. */
	origin: string;
	/** The demo account. */
	publicKey: string;
	secretKey: string;
	/** A fresh account with its own quota and its own notices. */
	createKey(options?: AccountOptions): { publicKey: string; secretKey: string };
	/** Changes switches. @throws {SettingError} for a switch or value that does not exist */
	settings(change: Partial<Settings>): void;
	/** Arms a fault for the next matching calls. */
	fault(fault: Fault): void;
	journal: { calls(): JournalCall[]; orders(): JournalOrder[]; clear(): void };
	/** Acts on notices as the newspaper would; a reference or an order number names them. */
	notices: NoticeControls;
	/** Forgets notices, journal, faults and quota; accounts, contacts and switches stay. */
	reset(): void;
	/** Ends everything, open connections included. */
	close(): Promise<void>;
}

export const demoKeys = { publicKey: 'demo-public-key', secretKey: 'demo-secret-key' };

/** Starts a sandbox. @throws {Error} with code EADDRINUSE when the port is taken */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const pathPrefix = (options.pathPrefix ?? '').replace(/\/+$/, '');
	const service = new Service({
		databaseFile: options.databaseFile ?? ':memory:',
		disabledRules: [...(options.disabledRules ?? []), ...environmentRules()],
		now: options.now ?? Date.now,
	});
	applySettings(service.settings, options.settings ?? {});
	service.ensureAccount(demoKeys);
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
		url: linkBase,
		origin,
		...demoKeys,
		createKey: (keyOptions) => {
			const { publicKey, secretKey } = service.accounts.create(keyOptions);
			return { publicKey, secretKey };
		},
		settings: (change) => applySettings(service.settings, change),
		fault: (fault) => service.faults.add(fault),
		journal: {
			calls: () => service.journal.calls(),
			orders: () => ordersOf(service, linkBase),
			clear: () => service.journal.clear(),
		},
		notices: fromOutside(service),
		reset: () => service.reset(),
		close: async () => {
			await app.close();
			service.close();
		},
	};
}

function environmentRules(): string[] {
	const text = process.env.SANDBOX_DISABLED_RULES ?? '';
	return text.split(',').flatMap((id) => id.trim() || []);
}
