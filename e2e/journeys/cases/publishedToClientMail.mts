import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';
import { createTable } from '../tables.mts';

export function publishedToClientMail(stage: () => Stage): void {
	const CLIENT = 'direction@exemple-demo.example';
	let workflow: StoredWorkflow;
	let reference = '';

	before(async () => {
		const order = await stage().order({ dossier: 'MAIL-1' });
		reference = String(order['reference']);
		const table = await createTable(
			stage().world.client,
			'Clients',
			{ reference: 'string', company: 'string', client_email: 'string' },
			[
				{ reference: 'CMD-OTHER', company: 'AUTRE', client_email: 'autre@exemple-demo.example' },
				{ reference, company: 'EXEMPLE DÉMO', client_email: CLIENT },
			],
		);
		workflow = await stage().open('published-to-client-mail', {
			values: { tableId: table.id },
			parameters: { 'A notice is published': { references: reference } },
		});
		await stage().activate(workflow);
	});

	it('mails the attestation to the client of the notice that is published', async () => {
		stage().world.sandbox.notices.publish(reference);
		const run = await stage().next(workflow);
		assert.equal(run.status, 'success', run.error);
		const mail = await stage().mail.received(CLIENT, /EXEMPLE DÉMO/);
		assert.match(mail.text, /has been published/);
		const [file] = mail.attachments;
		assert.equal(mail.attachments.length, 1);
		assert.equal(file?.contentType, 'application/pdf');
		assert.match(file?.fileName ?? '', /attestation.*\.pdf$/);
		assert.equal(file?.content.subarray(0, 5).toString(), '%PDF-');
		assert.deepEqual(
			stage().mail.mails.filter(({ to }) => to.includes('autre@exemple-demo.example')),
			[],
		);
	});

	it('tells the office when the attestation does not come', async () => {
		const { sandbox } = stage().world;
		const order = await stage().order({ dossier: 'MAIL-2' });
		const late = String(order['reference']);
		const patient = await stage().open('published-to-client-mail', {
			parameters: {
				'A notice is published': { references: late, options: { waitForDocument: 1 } },
			},
		});
		await stage().activate(patient);
		const none = { resultat: 'succes', reference: late, documents: [] };
		for (const [path, answer] of [
			[`annonce/${late}/documents`, none],
			['annonces/documents', { resultat: 'succes', annonces: [none] }],
		] as const) {
			sandbox.fault({
				kind: 'wrongShape',
				body: JSON.stringify(answer),
				match: { path },
				times: 5,
			});
		}
		sandbox.notices.publish(late);
		const run = await stage().next(patient);
		assert.equal(run.status, 'success', run.error);
		await stage().mail.received(
			'formalites@cabinet-demo.example',
			new RegExp(`No attestation.*${late}`),
		);
		assert.deepEqual(run.items('Send it to the client'), []);
	});
}
