/** Ordered rows until they have appeared: their status, and the attestation, which the client has once. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { OFFICE, type Desk } from '../desk.mts';
import { stage } from '../stage.mts';

export function follow(desk: () => Desk): void {
	let workflow: StoredWorkflow;
	before(async () => {
		workflow = await stage.open('follow');
	});
	const work = async () => await stage.run(workflow, 'Every half hour');
	const clientOf = (dossier: string) => `${dossier.toLowerCase()}@client.example`;

	/** A row of a notice that is ordered. @returns its reference */
	async function ordered(dossier: string, cells: Json = {}): Promise<string> {
		const reference = await stage.order(dossier);
		const societe = `${dossier} & <b>Cie</b>`;
		const client_email = clientOf(dossier);
		await desk().add({ dossier, etat: 'commandée', societe, client_email, reference, ...cells });
		return reference;
	}
	const told = (dossier: string) =>
		stage.mailsTo(OFFICE).filter(({ subject }) => subject.startsWith(`${dossier} &`));

	it('sends the attestation once, and says when a notice has appeared, is suspended or unknown', async () => {
		const published = await ordered('SUIVI-PARUE');
		await desk().add({
			dossier: 'SUIVI-DOUBLE',
			etat: 'commandée',
			reference: published,
			client_email: clientOf('SUIVI-PARUE'),
		});
		const suspended = await ordered('SUIVI-SUSPENDUE', { statut: 'a-paraitre' });
		await ordered('SUIVI-PERDUE', { reference: '26L999999', client_email: '' });
		stage.sandbox.notices.publish(published);
		stage.sandbox.notices.suspend(suspended, 'Pièce <b>manquante</b>');
		await work();
		await work();
		const [mail, ...more] = stage.mailsTo(clientOf('SUIVI-PARUE'));
		assert.deepEqual(more, []);
		assert.match(mail?.html ?? '', /SUIVI-PARUE &amp; &lt;b>Cie/);
		assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		const row = await desk().row('SUIVI-PARUE');
		assert.equal(row['etat'], 'parue');
		assert.match(String(row['attestation_le']), /^2\d{3}-.*\+0[12]:00$/);
		assert.ok((await desk().row('SUIVI-DOUBLE'))['attestation_le']);
		assert.equal((await desk().row('SUIVI-SUSPENDUE'))['motif'], 'Pièce <b>manquante</b>');
		assert.equal((await desk().row('SUIVI-SUSPENDUE'))['etat'], 'suspendue');
		assert.equal((await desk().row('SUIVI-PERDUE'))['etat'], 'introuvable');
		assert.equal(told('SUIVI-PARUE').length, 1);
		assert.equal(told('SUIVI-SUSPENDUE').length, 1);
		assert.doesNotMatch(told('SUIVI-SUSPENDUE')[0]?.html ?? '', /<b>manquante/);
	});

	it('tells nobody that the service was away, for the next run does the work', async () => {
		await ordered('ABSENCE');
		stage.sandbox.fault({ kind: 'dropBefore', times: 1000 });
		const before = stage.mailsTo(OFFICE).length;
		const failed = await stage.attempt(workflow, 'Every half hour');
		assert.equal(failed.status, 'error');
		// n8n starts the error workflow for runs that no person starts in the editor.
		await stage.retry(failed.id);
		const { status } = await stage.next(desk().failures);
		stage.sandbox.clearFaults();
		assert.deepEqual([status, stage.mailsTo(OFFICE).length], ['success', before]);
		assert.ok(!(await desk().row('ABSENCE'))['probleme']);
	});

	it('goes on with the others while one notice cannot be read, and its row says so until it can', async () => {
		const unreadable = await ordered('SUIVI-ILLISIBLE');
		stage.sandbox.notices.publish(await ordered('SUIVI-LISIBLE'));
		const match = { path: 'statut', reference: unreadable };
		stage.sandbox.fault({ kind: 'internalError', match, times: 1000 });
		const other = { path: 'statut', reference: await ordered('SUIVI-ETRANGE') };
		stage.sandbox.fault({ kind: 'codes', codes: ['err_etrange'], match: other, times: 1000 });
		// What does not pass is in the message, once a day: the next run goes on with the others as well, and does not fail.
		assert.match((await stage.attempt(workflow, 'Every half hour')).error ?? '', /err_etrange/);
		await work();
		stage.sandbox.clearFaults();
		assert.equal((await desk().row('SUIVI-LISIBLE'))['etat'], 'parue');
		assert.ok((await desk().row('SUIVI-LISIBLE'))['attestation_le']);
		const row = await desk().row('SUIVI-ILLISIBLE');
		assert.match(String(row['probleme']), /^Statut non lu le \d.* à \d+ h \d\d : .*err_internal/);
		assert.deepEqual([row['etat'], told('SUIVI-ILLISIBLE')], ['commandée', []]);
		stage.sandbox.notices.publish(unreadable);
		await work();
		const read = await desk().row('SUIVI-ILLISIBLE');
		assert.deepEqual([read['etat'], read['probleme']], ['parue', '']);
	});

	it('gives a status that it does not know as the service does', async () => {
		stage.sandbox.settings({ initialStatus: 'en-litige' });
		await ordered('SUIVI-LITIGE', { statut: 'a-paraitre' });
		stage.sandbox.settings({ initialStatus: 'a-paraitre' });
		await work();
		assert.match(told('SUIVI-LITIGE')[0]?.subject ?? '', /annonce en-litige$/);
		assert.match(told('SUIVI-LITIGE')[0]?.html ?? '', /Son statut est « en-litige »/);
	});

	it('sends at the next run what one refused e-mail of several held up, and nothing twice', async () => {
		for (const file of ['LOT-1', 'LOT-2', 'LOT-3'])
			stage.sandbox.notices.publish(await ordered(file));
		stage.mail.refusing = /lot-2@|LOT-2/;
		await work();
		stage.mail.refusing = undefined;
		assert.match(
			String((await desk().row('LOT-2'))['probleme']),
			/attestation n’a pas pu être envoyée/,
		);
		assert.equal((await desk().row('LOT-2'))['etat'], 'commandée');
		await work();
		for (const file of ['LOT-1', 'LOT-2', 'LOT-3']) {
			assert.equal(stage.mailsTo(clientOf(file)).length, 1, file);
			assert.equal(told(file).length, 1, file);
			assert.equal((await desk().row(file))['etat'], 'parue');
		}
		assert.equal((await desk().row('LOT-2'))['probleme'], '');
	});
}
