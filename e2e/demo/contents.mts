/** What the demo's n8n contains: the owner's account, the sandbox's credential, the example and the watching workflow. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/index.mts';
import type { Client, Owner, StoredCredential } from '../lib/client.mts';
import { Failure } from '../lib/failure.mts';
import { readExample, withCredential } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';
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

/**
 * Signs in and brings the contents up to date. A person's changes to the workflow are kept until the example file
 * itself changes.
 * @returns the ids of the demo's workflows
 */
export async function fill(
	client: Client,
	folder: string,
	sandbox: Sandbox,
): Promise<{ example: string; watching: string }> {
	await client.signIn(ownerOf(folder)).catch((error: unknown) => {
		const advice = `If it is of an older version, delete the folder ${folder} and start again.`;
		throw new Failure(`The demo cannot be signed in to. ${advice}`, { cause: error });
	});
	const credential = await ensureCredential(client, sandbox);
	const example = await ensureExample(client, folder, credential);
	return { example, watching: await watchDemoNotice(client, credential, sandbox) };
}

/** What the last start put in is in a file, so that the next one finds it again. */
async function ensureExample(client: Client, folder: string, credential: StoredCredential) {
	const workflow = withCredential(await readExample('quote-order-status'), credential);
	const file = join(folder, 'demo.json');
	const memory = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
	const { workflowId, digest } = JSON.parse(memory) as { workflowId?: string; digest?: string };
	const fresh = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
	const known = (await client.workflows()).find(({ id }) => id === workflowId);
	if (known && digest === fresh) return known.id;
	const { id } = known
		? await client.updateWorkflow(known.id, workflow)
		: await client.createWorkflow(workflow);
	writeFileSync(file, JSON.stringify({ workflowId: id, digest: fresh }));
	return id;
}

/** The sandbox may have another port than last time. */
async function ensureCredential(client: Client, sandbox: Sandbox): Promise<StoredCredential> {
	const name = 'Legal Notice sandbox';
	const wanted = { name, type: CREDENTIAL_TYPE, data: credentialData(sandbox) };
	const known = (await client.credentials()).find((one) => one.name === name);
	if (!known) return await client.createCredential(wanted);
	await client.updateCredential(known.id, wanted);
	return known;
}
