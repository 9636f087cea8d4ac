/** Notices to watch, on the sandbox and on both emulators: ordered, and changed as a newspaper would. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { startEmulator, type Emulator } from '../emulator/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import type { Credential } from './engine.mts';
import type { ServiceName } from './services.mts';

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
	sandbox?: Sandbox;
	emulator?: Emulator;
	close(): Promise<void>;
}

const P = '/annonce-legale/api/externe';

export async function startWatched(name: ServiceName): Promise<WatchedService> {
	const sandbox = name === 'sandbox' ? await startSandbox() : undefined;
	const emulator =
		name === 'sandbox'
			? undefined
			: await startEmulator({
					personality: name === 'strict emulator' ? 'strict' : 'lenient',
					initialStatus: 'a-paraitre',
				});
	const service = sandbox ?? emulator;
	if (!service) throw new Error('no service');
	const credential = {
		baseUrl: service.url,
		publicKey: service.publicKey,
		secretKey: service.secretKey,
	};
	const client = new Client(service.url, credential);
	let seen = 0;
	let orders = 0;
	const publication = name === 'lenient emulator' ? 900001 : 12;
	return {
		name,
		credential,
		order: async (number) => {
			orders++;
			const body = {
				...sarlOrder,
				publication,
				dossier: `D-${orders}`,
				...(number === undefined ? {} : { numero_commande: number }),
			};
			const { json } = await client.post('/commande', body);
			if (typeof json.reference !== 'string') throw new Error(JSON.stringify(json));
			return json.reference;
		},
		setStatus: (reference, status, reason) => {
			if (sandbox) sandbox.notices.setStatus(reference, status, reason);
			emulator?.setStatus(reference, status, reason);
		},
		addDocument: (reference, type) => {
			if (sandbox && type === 'facture') sandbox.notices.invoice(reference);
			else if (sandbox && type === 'avoir') sandbox.notices.credit(reference);
			else if (sandbox) sandbox.notices.addDocument(reference, type);
			emulator?.addDocument(reference, type);
		},
		cancel: async (reference) => {
			const { json } = await client.delete(`/annonce/${reference}`);
			if (json.resultat !== 'succes') throw new Error(JSON.stringify(json));
		},
		calls: () => {
			const all = service === sandbox ? sandbox.journal.calls() : (emulator?.calls() ?? []);
			const fresh = all.slice(seen).map(({ method, path }) => `${method} ${path.replace(P, '')}`);
			seen = all.length;
			return fresh;
		},
		...(sandbox ? { sandbox } : {}),
		...(emulator ? { emulator } : {}),
		close: async () => {
			await client.close();
			await service.close();
		},
	};
}
