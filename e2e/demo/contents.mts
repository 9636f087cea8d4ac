/** What the demo's n8n contains: the owner's account, the sandbox's credential, the example and the watching workflow. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/index.mts';
import type { Client, Owner, StoredCredential } from '../lib/client.mts';
import { Failure } from '../lib/failure.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { readExample, withCredential, type Workflow } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';
import { WATCHED_NUMBER, watching } from './watching.mts';

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
	return { email: 'demo@legal-notice-node.example', password: readFileSync(file, 'utf8') };
}

/** Signs in and puts in what is missing. @returns the ids of the demo's workflows */
export async function fill(client: Client, folder: string, sandbox: Sandbox) {
	await client.signIn(ownerOf(folder)).catch((error: unknown) => {
		const advice = `If it is of an older version, delete the folder ${folder} and start again.`;
		throw new Failure(`The demo cannot be signed in to. ${advice}`, { cause: error });
	});
	const credential = await ensureCredential(client, sandbox);
	const example = withCredential(await readExample('quote-order-status'), credential);
	// Refused when it exists: that is as good.
	await orderNotice(sandbox, { dossier: 'DEMO-SUIVI', numero_commande: WATCHED_NUMBER });
	return {
		example: await ensureWorkflow(client, example),
		watching: await ensureWorkflow(client, watching(credential)),
	};
}

/** What a person changes in a workflow is kept, also switching it off. @returns its id */
async function ensureWorkflow(client: Client, workflow: Workflow): Promise<string> {
	const known = await client.find<{ id: string; name: string }>('workflows', workflow.name);
	if (known) return known.id;
	const { id } = await client.createWorkflow(workflow);
	if (workflow.nodes.some(({ type }) => type.endsWith('.legalNoticeTrigger')))
		await client.activate(id);
	return id;
}

/** The sandbox may have another port than last time. */
async function ensureCredential(client: Client, sandbox: Sandbox): Promise<StoredCredential> {
	const name = 'Legal Notice sandbox';
	const wanted = { name, type: CREDENTIAL_TYPE, data: credentialData(sandbox) };
	const known = await client.find<StoredCredential>('credentials', name);
	if (!known) return await client.createCredential(wanted);
	await client.request('PATCH', `/rest/credentials/${known.id}`, wanted);
	return known;
}
