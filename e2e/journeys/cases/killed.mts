/** n8n is killed in the middle of a step, as by a power cut, started again, and the workflow run again: nothing is lost or told twice. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const INBOX = 'factures@cabinet-demo.example';

interface Step {
	readonly example: string;
	readonly trigger: string;
	readonly values?: Json;
	/** The route at which n8n is killed while it waits for the answer; without it, when an e-mail has arrived. */
	readonly route?: string;
	/** E-mails that are counted, by what they are to contain. */
	readonly mails: (file: string) => number;
	readonly done: (row: Json) => boolean;
}

const attestations = (file: string) => stage.mailsTo(`${file.toLowerCase()}@client.example`).length;
const invoices = (file: string) =>
	stage.mailsTo(INBOX).filter(({ text }) => text.includes(stage.ordered(file)[0]?.reference ?? '-'))
		.length;
const follow = {
	example: 'follow',
	trigger: 'Every half hour',
	mails: attestations,
	done: (row: Json) =>
		row['etat'] === 'parue' && /^(2|en cours)/.test(String(row['attestation_le'])),
};
const accounting = {
	example: 'accounting',
	trigger: 'Every hour',
	values: { accounting: INBOX },
	mails: invoices,
	done: (row: Json) => /^facture /.test(String(row['factures_transmises'])),
};
const steps: Readonly<Record<string, Step>> = {
	'reading the status': { ...follow, route: 'status' },
	'looking for the attestation': { ...follow, route: 'documents' },
	'sending the attestation': follow,
	'reading the invoices': { ...accounting, route: 'invoices' },
};

export function killed(): void {
	for (const [name, step] of Object.entries(steps)) {
		it(`${name}: goes on after n8n was killed, and tells nobody twice`, async () => {
			const notices = await setUp();
			for (const { dossier } of await notices.rows()) {
				await notices.change(String(dossier), { etat: 'terminée', reference: '' });
			}
			const file = `TUE-${Object.keys(steps).indexOf(name)}`;
			await ordered(notices, file);
			const workflow = await stage.open(step.example, { values: step.values ?? {} });
			await killedIn(step, workflow, file);
			for (let run = 0; run < 2; run += 1) {
				succeeded(await stage.attempt(workflow, step.trigger));
			}
			assert.equal(step.mails(file), 1);
			const row = await notices.row(file);
			assert.ok(step.done(row), JSON.stringify(row));
		});
	}
}

/** A published and invoiced notice, and its row. */
async function ordered(notices: Notices, file: string): Promise<void> {
	const reference = await stage.numbered(file);
	stage.sandbox.notices.publish(reference);
	stage.sandbox.notices.invoice(reference);
	const address = `${file.toLowerCase()}@client.example`;
	await notices.add({ dossier: file, etat: 'commandée', reference, client_email: address });
}

async function killedIn(step: Step, workflow: StoredWorkflow, file: string): Promise<void> {
	const { calls } = stage.sandbox.journal;
	const before = calls().length;
	if (step.route) {
		stage.sandbox.fault({ kind: 'slow', ms: 20_000, match: { path: step.route } });
	}
	await stage.start(workflow, step.trigger);
	await until(`The moment to kill n8n, ${workflow.name}`, () =>
		step.route
			? calls()
					.slice(before)
					.find(({ route }) => route === step.route)
			: step.mails(file),
	);
	await stage.kill();
	stage.sandbox.clearFaults();
}
