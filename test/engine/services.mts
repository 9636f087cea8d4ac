/**
 * The services that operations are tried against: the sandbox of this repository, and the two readings of the
 * specification by somebody else.
 */
import { startSandbox } from '../../sandbox/index.mts';
import { startEmulator } from '../emulator/index.mts';
import type { Credential } from './engine.mts';
import { noticeIn } from './notices.mts';
import { credentialOf } from './sandbox.mts';

export interface RunningService {
	name: ServiceName;
	credential: Credential;
	/** Orders that are registered and not cancelled, by file reference. */
	orders(dossier?: string): Array<{ reference: string; number: string | undefined }>;
	/** Paths of the calls made so far, `METHOD path`. */
	calls(): string[];
	publish(reference: string): void;
	/** Parameters of a notice that this service takes. */
	notice: Record<string, unknown>;
	/** What an order with the default billing of the account comes to: its summary, or the refusal. */
	accountDefault: RegExp;
	close(): Promise<void>;
}

export const serviceNames = ['sandbox', 'strict emulator', 'lenient emulator'] as const;
export type ServiceName = (typeof serviceNames)[number];

const P = '/annonce-legale/api/externe';

export async function startService(name: ServiceName): Promise<RunningService> {
	return name === 'sandbox' ? await sandboxService() : await emulatorService(name);
}

async function sandboxService(): Promise<RunningService> {
	const sandbox = await startSandbox();
	return {
		name: 'sandbox',
		credential: credentialOf(sandbox),
		orders: (dossier) =>
			sandbox.journal
				.orders()
				.filter((order) => !order.cancelled && (dossier === undefined || order.dossier === dossier))
				.map((order) => ({
					reference: order.reference,
					number: order.numero_commande ?? undefined,
				})),
		calls: () => sandbox.journal.calls().map(({ method, path }) => `${method} ${short(path)}`),
		publish: (reference) => void sandbox.notices.publish(reference),
		notice: withText(noticeIn('75', 12)),
		accountDefault: /^Ordered: CONSTI, SARL/,
		close: async () => await sandbox.close(),
	};
}

async function emulatorService(
	name: 'strict emulator' | 'lenient emulator',
): Promise<RunningService> {
	const personality = name === 'strict emulator' ? 'strict' : 'lenient';
	const emulator = await startEmulator({ personality });
	return {
		name,
		credential: credentialOf(emulator),
		orders: (dossier) =>
			emulator
				.orders()
				.filter((order) => !order.cancelled && (dossier === undefined || order.dossier === dossier))
				.map((order) => ({
					reference: order.reference,
					number: order.numero_commande ?? undefined,
				})),
		calls: () => emulator.calls().map(({ method, path }) => `${method} ${short(path)}`),
		publish: (reference) => emulator.setStatus(reference, 'parue'),
		notice: withText(noticeIn('75', personality === 'strict' ? 12 : 900001)),
		accountDefault:
			personality === 'strict'
				? /'Billing' is Account Default, but the account has no default billing/
				: /The 'Advertiser' is billed, but 'Name', 'Address', 'Postcode', 'City', 'Country' are missing/,
		close: async () => await emulator.close(),
	};
}

function short(path: string): string {
	return path.startsWith(P) ? path.slice(P.length) : path;
}

function withText(notice: Record<string, unknown>): Record<string, unknown> {
	return { ...notice, textFormat: 'plainText', text: noticeText };
}

/** A notice with everything that French typography brings. */
export const noticeText = `AVIS DE CONSTITUTION

Par acte SSP en date du 12/11/2026, il a été constitué une SARL dénommée : L’ŒUVRE & FILS
Siège social : 14 bis, rue de l’Abbé-Groult, 75015 PARIS
Capital : 10\u202f000 €`;
