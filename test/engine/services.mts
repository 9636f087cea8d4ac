/** The sandbox in both of its readings, for tests of operations. */
import type { Credential } from './engine.mts';
import { noticeIn } from './notices.mts';
import { startReading, type ServiceName } from './readings.mts';

export { serviceNames, type ServiceName } from './readings.mts';

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
	/** The refusal of an order with the default billing of the account. */
	accountDefault: RegExp;
	close(): Promise<void>;
}

const P = '/annonce-legale/api/externe';

export async function startService(name: ServiceName): Promise<RunningService> {
	const { sandbox, credential } = await startReading(name);
	return {
		name,
		credential,
		orders: (dossier) =>
			sandbox.journal
				.orders()
				.filter((order) => !order.cancelled && (dossier === undefined || order.dossier === dossier))
				.map((order) => ({
					reference: order.reference,
					number: order.numero_commande ?? undefined,
				})),
		calls: () =>
			sandbox.journal.calls().map(({ method, path }) => `${method} ${path.replace(P, '')}`),
		publish: (reference) => sandbox.notices.publish(reference),
		notice: { ...noticeIn('75', 12), textFormat: 'plainText', text: noticeText },
		accountDefault:
			name === 'strict sandbox'
				? /'Billing' is Account Default, but the account has no default billing/
				: /The 'Advertiser' is billed, but 'Name', 'Address', 'Postcode', 'City' are missing/,
		close: async () => await sandbox.close(),
	};
}

/** A notice with everything that French typography brings. */
export const noticeText = `AVIS DE CONSTITUTION

Par acte SSP en date du 12/11/2026, il a été constitué une SARL dénommée : L’ŒUVRE & FILS
Siège social : 14 bis, rue de l’Abbé-Groult, 75015 PARIS
Capital : 10\u202f000 €`;
