/** What the demo's n8n contains: the owner's account, the sandbox's credential, the example and the watching workflow. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Owner, StoredCredential } from '../lib/client.mts';
import { Failure } from '../lib/failure.mts';
import { readExample, withCredential } from '../lib/workflow.mts';
import { watchDemoNotice } from './watching.mts';

/**
 * The demo's account. Its password is made for this folder and kept in it: a web page in the same browser can reach
 * n8n by a name that resolves to this machine, so it must not be one that everybody knows.
 */
export function ownerOf(folder: string): Owner {
	const file = join(folder, 'password.txt');
	if (!existsSync(file)) {
		mkdirSync(folder, { recursive: true });
		// n8n wants a capital and a digit.
		writeFileSync(file, `D1-${randomBytes(12).toString('base64url')}`, { mode: 0o600 });
	}
	return {
		email: 'demo@legal-notice-node.example',
		firstName: 'Demo',
		lastName: 'Owner',
		password: readFileSync(file, 'utf8'),
	};
}

export const EXAMPLE = 'quote-order-status';
const CREDENTIAL_TYPE = 'legalNoticeApi';
const CREDENTIAL_NAME = 'Legal Notice sandbox';

export interface ServiceAccess {
	readonly url: string;
	readonly publicKey: string;
	readonly secretKey: string;
}

/** What the last start put in, so that the next one finds it again. */
interface Memory {
	readonly workflowId?: string;
	/** Of the example file. */
	readonly digest?: string;
}

/**
 * Signs in and brings the contents up to date. A person's changes to the workflow are kept until the example file
 * itself changes.
 * @returns the ids of the demo's workflows
 */
export async function fill(
	client: Client,
	folder: string,
	service: ServiceAccess,
): Promise<{ example: string; watching: string }> {
	await client.signIn(ownerOf(folder)).catch((error: unknown) => {
		const advice = `If it is of an older version, delete the folder ${folder} and start again.`;
		throw new Failure(`The demo cannot be signed in to. ${advice}`, { cause: error });
	});
	const credential = await ensureCredential(client, service);
	const example = await ensureExample(client, folder, credential);
	return { example, watching: await watchDemoNotice(client, credential, service) };
}

async function ensureExample(
	client: Client,
	folder: string,
	credential: StoredCredential,
): Promise<string> {
	const workflow = withCredential(await readExample(EXAMPLE), credential);

	const file = join(folder, 'demo.json');
	const memory: Memory = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Memory) : {};
	const digest = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
	const known = (await client.workflows()).find(({ id }) => id === memory.workflowId);
	if (known && memory.digest === digest) return known.id;

	const { id } = known
		? await client.updateWorkflow(known.id, workflow)
		: await client.createWorkflow(workflow);
	writeFileSync(file, JSON.stringify({ workflowId: id, digest } satisfies Memory));
	return id;
}

/** The sandbox may have another port than last time. */
async function ensureCredential(client: Client, service: ServiceAccess): Promise<StoredCredential> {
	const wanted = {
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_TYPE,
		data: {
			environment: 'test',
			baseUrl: service.url,
			publicKey: service.publicKey,
			secretKey: service.secretKey,
			requestsPerMinute: 300,
		},
	};
	const known = (await client.credentials()).find(
		({ name, type }) => name === CREDENTIAL_NAME && type === CREDENTIAL_TYPE,
	);
	if (!known) return await client.createCredential(wanted);
	await client.updateCredential(known.id, wanted);
	return known;
}
