/** What the demo's n8n contains: the owner's account, credentials, the desk, the first steps and the watching workflow. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/index.mts';
import type { MailServer } from '../journeys/mailServer.mts';
import type { Client, Owner, StoredCredential } from '../lib/client.mts';
import { Failure } from '../lib/failure.mts';
import type { Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { readExample, withCredential, type Workflow } from '../lib/workflow.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';
import { fillDesk } from './desk.mts';
import { WATCHED_NUMBER, watching } from './watching.mts';

/** Who may fill in the forms and open the page of the desk; the password is that of the account. */
export const DESK_USER = 'demo';

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

/**
 * Signs in and puts in what is missing.
 *
 * @returns the ids of the demo's workflows
 */
export async function fill(
	client: Client,
	folder: string,
	sandbox: Sandbox,
	mailServer: MailServer,
) {
	await client.signIn(ownerOf(folder)).catch((error: unknown) => {
		const advice = `If it is of an older version, delete the folder ${folder} and start again.`;
		throw new Failure(`The demo cannot be signed in to. ${advice}`, { cause: error });
	});
	const credential = await ensureCredential(
		client,
		'Legal Notice sandbox',
		CREDENTIAL_TYPE,
		credentialData(sandbox),
	);
	const port = await mailServer.listen();
	const mail = { host: LOOPBACK, port, secure: false, disableStartTls: true };
	const others = [
		await ensureCredential(client, 'Demo mail', 'smtp', mail),
		await ensureCredential(client, 'Demo forms', 'httpBasicAuth', {
			user: DESK_USER,
			password: ownerOf(folder).password,
		}),
	];
	const example = withCredential(await readExample('quote-order-status'), credential);
	// Refused when it exists: that is as good.
	await orderNotice(sandbox, { dossier: 'DEMO-SUIVI', numero_commande: WATCHED_NUMBER });
	const ensure = async (workflow: Workflow) => await ensureWorkflow(client, workflow);
	const watcher = await ensure(watching(credential));
	if (watcher.isNew) await client.activate(watcher.id);
	await fillDesk({ client, sandbox, mail: mailServer, own: credential, others, ensure });
	return { example: (await ensure(example)).id, watching: watcher.id };
}

/** What a person changes in a workflow is kept, also switching it off. */
async function ensureWorkflow(
	client: Client,
	workflow: Workflow,
): Promise<{ id: string; isNew: boolean }> {
	const known = await client.find<{ id: string; name: string }>('workflows', workflow.name);
	if (known) return { id: known.id, isNew: false };
	const { id } = await client.createWorkflow(workflow);
	return { id, isNew: true };
}

/** Sandbox and mail server may have other ports than last time. */
async function ensureCredential(
	client: Client,
	name: string,
	type: string,
	data: Json,
): Promise<StoredCredential> {
	const wanted = { name, type, data };
	const known = await client.find<StoredCredential>('credentials', name);
	if (!known) return await client.createCredential(wanted);
	await client.request('PATCH', `/rest/credentials/${known.id}`, wanted);
	return known;
}
