/** The sandbox with what the tests of documents and invoices do to their notices. */
import type { Sandbox } from '../../sandbox/index.mts';
import { byId, runNode, type Credential, type Result, type RunOptions } from './engine.mts';
import { startReading, type ServiceName } from './readings.mts';

export { serviceNames } from './readings.mts';

export interface BillingService {
	credential: Credential;
	/** Orders a notice; gives its reference. */
	order(dossier: string, number?: string): Promise<string>;
	invoice(reference: string): void;
	attest(reference: string): void;
	prove(reference: string): void;
	/** Calls of the interface, `METHOD path` behind the common prefix. */
	calls(): string[];
	/** Downloads, and whether any header of the interface came with them. */
	downloads(): Array<{ keys: boolean }>;
	close(): Promise<void>;
}

const P = '/annonce-legale/api/externe';

export async function startBilling(name: ServiceName): Promise<BillingService> {
	const { sandbox, credential } = await startReading(name);
	return ofSandbox(sandbox, credential);
}

export function ofSandbox(
	sandbox: Sandbox,
	credential: Credential = { baseUrl: sandbox.url, ...sandbox.createKey() },
): BillingService {
	// The attestation that the sandbox writes with the order is in the way of counting.
	sandbox.settings({ attestationBeforePublication: false });
	return {
		credential,
		order: async (dossier, number) => await order(credential, dossier, number),
		invoice: (reference) => void sandbox.notices.invoice(reference),
		attest: (reference) => sandbox.notices.addDocument(reference, 'attestation'),
		prove: (reference) => sandbox.notices.addDocument(reference, 'justificatif'),
		calls: () =>
			sandbox.journal
				.calls()
				.filter(({ route }) => route !== 'pdf')
				.map(({ method, path }) => `${method} ${path.replace(P, '')}`),
		downloads: () =>
			sandbox.journal
				.calls()
				.filter(({ route }) => route === 'pdf')
				.map(({ headers }) => ({
					keys: ['application', 'timestamp', 'signature'].some((header) => header in headers),
				})),
		close: async () => await sandbox.close(),
	};
}

async function order(
	credential: Credential,
	fileReference: string,
	number?: string,
): Promise<string> {
	const { json, error } = await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation: 'order',
			department: byId('75'),
			publication: byId(12),
			category: byId('CONSTI'),
			forfait: byId('SARL'),
			textFormat: 'plainText',
			text: 'AVIS DE CONSTITUTION',
			billingMode: 'prescripteur',
			fileReference,
			options: { paperProofs: 1 },
			...(number === undefined ? {} : { orderNumberMode: 'custom', orderNumber: number }),
		} as never,
	});
	const reference = json[0]?.reference;
	if (typeof reference !== 'string') throw new Error(`not ordered: ${error?.message}`);
	return reference;
}

/** Runs an operation for notices, one input item each. */
export async function runFor(
	{ credential }: { credential: Credential },
	operation: string,
	references: readonly string[],
	more: Record<string, unknown> = {},
	settings: RunOptions['settings'] = {},
): Promise<Result> {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential,
		settings,
		items: references.map((reference) => ({ reference })),
		parameters: {
			resource,
			operation: name,
			reference: '={{ $json.reference }}',
			...more,
		} as never,
	});
}

/** Input items that each output item is paired with. */
export function pairs(result: Result): unknown[] {
	return result.items.map(({ pairedItem }) => pairedItem);
}
