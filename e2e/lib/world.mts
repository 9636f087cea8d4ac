/** What a test of a real n8n starts from: package, sandbox, server, signed-in client, stored credential. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Client, type Owner, type StoredCredential } from './client.mts';
import type { Json } from './execution.mts';
import { Instance, type Server } from './instance.mts';
import { installPackage, packPackage } from './package.mts';
import { ARTIFACTS } from './paths.mts';

export const OWNER: Owner = {
	email: 'owner@legal-notice-node.example',
	password: 'Test-notice-1',
};

export const CREDENTIAL_TYPE = 'legalNoticeApi';

export interface World {
	readonly sandbox: Sandbox;
	readonly instance: Instance;
	readonly server: Server;
	readonly client: Client;
	readonly credential: StoredCredential;
	/** Ends everything, removes the data and keeps the logs in `e2e/.artifacts/`. */
	close(): Promise<void>;
}

/** The fields of the credential for this sandbox. */
export const credentialData = ({ url, publicKey, secretKey }: Sandbox): Json => ({
	environment: 'test',
	baseUrl: url,
	publicKey,
	secretKey,
	requestsPerMinute: 300,
});

/**
 * @param name of the folder of logs that is kept
 * @param environment for the server process
 */
export async function openWorld(
	name: string,
	environment: Readonly<Record<string, string>> = {},
): Promise<World> {
	const folder = await mkdtemp(join(tmpdir(), 'legal-notice-e2e-'));
	const instance = new Instance(folder);
	let sandbox: Sandbox | undefined;

	async function close(): Promise<void> {
		await instance.stop();
		await sandbox?.close();
		// A world that failed before n8n started has none.
		await cp(join(folder, 'logs'), join(ARTIFACTS, name), { recursive: true }).catch(() => {});
		await rm(folder, { recursive: true, force: true });
	}

	try {
		await installPackage(folder, await packPackage());
		// The tests order by the dozen in addition to n8n: the quota is not their subject.
		sandbox = await startSandbox({ settings: { quotaPerMinute: 100_000 } });
		const server = await instance.startServer({ environment });
		const client = new Client(server.url);
		await client.signIn(OWNER);
		const credential = await client.createCredential({
			name: 'Sandbox',
			type: CREDENTIAL_TYPE,
			data: credentialData(sandbox),
		});
		return { sandbox, instance, server, client, credential, close };
	} catch (error) {
		await close();
		throw error;
	}
}
