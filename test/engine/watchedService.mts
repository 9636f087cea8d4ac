/** Notices to watch, at the sandbox in both of its readings: ordered, and changed as a newspaper would. */
import type { Sandbox } from '../../sandbox/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import type { Credential } from './engine.mts';
import { startReading, type ServiceName } from './readings.mts';

type DocumentType = 'attestation' | 'justificatif' | 'facture' | 'avoir';

export interface WatchedService {
	name: ServiceName;
	credential: Credential;
	/** Orders a notice; an order number makes it known by that, too. Returns its reference. */
	order(number?: string): Promise<string>;
	setStatus(reference: string, status: string, reason?: string): void;
	addDocument(reference: string, type: DocumentType): void;
	cancel(reference: string): Promise<void>;
	/** Calls since the last time, `METHOD path`. */
	calls(): string[];
	sandbox: Sandbox;
	close(): Promise<void>;
}

const P = '/annonce-legale/api/externe';

export async function startWatched(name: ServiceName): Promise<WatchedService> {
	const { sandbox, credential } = await startReading(name, {
		initialStatus: 'a-paraitre',
		attestationBeforePublication: false,
		attestationAtPublication: false,
	});
	const client = new Client(sandbox.url, credential);
	let seen = 0;
	let orders = 0;
	return {
		name,
		credential,
		order: async (number) => {
			orders++;
			const body = {
				...sarlOrder,
				dossier: `D-${orders}`,
				...(number === undefined ? {} : { numero_commande: number }),
			};
			const { json } = await client.post('/commande', body);
			if (typeof json.reference !== 'string') throw new Error(JSON.stringify(json));
			return json.reference;
		},
		setStatus: (reference, status, reason) => sandbox.notices.setStatus(reference, status, reason),
		addDocument: (reference, type) => sandbox.notices.addDocument(reference, type),
		cancel: async (reference) => {
			const { json } = await client.delete(`/annonce/${encodeURIComponent(reference)}`);
			if (json.resultat !== 'succes') throw new Error(JSON.stringify(json));
		},
		calls: () => {
			const all = sandbox.journal.calls();
			const fresh = all.slice(seen).map(({ method, path }) => `${method} ${path.replace(P, '')}`);
			seen = all.length;
			return fresh;
		},
		sandbox,
		close: async () => {
			await client.close();
			await sandbox.close();
		},
	};
}
