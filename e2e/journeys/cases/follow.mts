/** Ordered rows until they are done: their status, their attestation, and what becomes of both when something fails. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { openInvoices } from '../../lib/noticesTable.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const OFFICE = 'formalites@cabinet-demo.example';
const FORMALITY = 'guichet@cabinet-demo.example';

export function follow(): void {
	let notices: Notices;
	let workflow: StoredWorkflow;
	const work = async () => succeeded(await stage.attempt(workflow, 'Every half hour'));
	const clientOf = (dossier: string) => `${dossier.toLowerCase().replace('é', 'e')}@client.example`;
	const attestations = (dossier: string) =>
		stage.mailsTo(clientOf(dossier)).filter(({ subject }) => subject.startsWith('Attestation'));
	const published = (dossier: string) =>
		stage
			.mailsTo(OFFICE)
			.filter(({ subject }) => subject.startsWith(`Annonce parue : ${dossier} & Cie,`));
	/** The service has no documents for a while. */
	function withoutDocuments(reference: string): void {
		const body = JSON.stringify({ resultat: 'succes', reference, documents: [] });
		stage.sandbox.fault({ kind: 'wrongShape', match: { path: 'documents' }, body });
	}
	/** The rows so far are followed no more. */
	async function forget(): Promise<void> {
		for (const { dossier } of await notices.rows()) {
			await notices.change(String(dossier), { etat: 'terminée' });
		}
	}

	before(async () => {
		notices = await setUp();
		workflow = await stage.open('follow');
	});

	/** A row of a notice that is ordered. @returns its reference */
	async function ordered(dossier: string, cells: Json = {}): Promise<string> {
		const reference = await stage.numbered(dossier);
		await notices.add({
			dossier,
			etat: 'commandée',
			societe: `${dossier} & Cie`,
			client_email: clientOf(dossier),
			reference,
			journal_nom: 'La Gazette & Cie (75)',
			date_parution: '2099-03-01',
			...cells,
		});
		return reference;
	}

	it('sends the attestation before the newspaper appears, once, to the client and whoever files the formality', async () => {
		await ordered('ATTESTÉE', { probleme: 'Comptabilité : autre chose' });
		await ordered('SANS-ADRESSE', { client_email: '' });
		await work();
		await work();
		const [mail, ...more] = attestations('ATTESTÉE');
		assert.deepEqual(more, []);
		assert.ok(mail?.to.includes(FORMALITY));
		const words = mail?.html ?? '';
		assert.match(words, /L’annonce légale de ATTESTÉE &amp; Cie paraît le dimanche 1er mars 2099/);
		assert.match(words, /La Gazette &amp; Cie \(75\)/);
		assert.equal(mail?.attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		const row = await notices.row('ATTESTÉE');
		assert.match(String(row['attestation_le']), /^2\d{3}-.*\+0[12]:00$/);
		assert.equal(row['etat'], 'commandée');
		assert.equal(
			row['probleme'],
			'Comptabilité : autre chose',
			'the problem of another step stays',
		);
		const alone = stage
			.mailsTo(FORMALITY)
			.filter(({ subject }) => subject.includes('SANS-ADRESSE'));
		assert.equal(alone.length, 1);
	});

	it('tells of a publication once, of a suspension and its end, and of a notice that is gone', async () => {
		const other = 'À remettre à la comptabilité : avoir A-1.';
		const reference = await ordered('SUIVIE', { epreuve: '<p>long</p>', probleme: other });
		const lost = await ordered('PERDUE');
		await work();
		const { notices: service } = stage.sandbox;
		service.suspend(reference, 'Greffe à préciser');
		service.cancel(lost);
		await work();
		const suspended = await notices.row('SUIVIE');
		assert.equal(suspended['etat'], 'problème');
		assert.match(
			String(suspended['probleme']),
			/^Suivi : annonce suspendue par le journal\. Motif : Greffe à préciser\nÀ remettre à la comptabilité : avoir A-1\.$/,
		);
		assert.match(
			String((await notices.row('PERDUE'))['probleme']),
			/ne connaît plus cette annonce/,
		);
		service.backToBePublished(reference);
		await work();
		const lifted = await notices.row('SUIVIE');
		assert.deepEqual([lifted['etat'], lifted['probleme']], ['commandée', other]);
		service.publish(reference);
		await work();
		await work();
		assert.equal(published('SUIVIE').length, 1);
		const row = await notices.row('SUIVIE');
		assert.deepEqual([row['etat'], row['statut'], row['epreuve']], ['parue', 'parue', '']);
		assert.match(String(row['parue_le']), /^2/);
		const invoices = await openInvoices(stage.client);
		await invoices.add({ type: 'facture', numero: 'FA-1', reference: `R-1, ${reference}` });
		await work();
		assert.equal((await notices.row('SUIVIE'))['etat'], 'terminée');
		assert.equal(attestations('SUIVIE').length, 1);
	});

	it('touches no row that a person has set back, nor one without a reference', async () => {
		const reference = await ordered('REPRISE', { etat: 'à relire' });
		stage.sandbox.notices.publish(reference);
		const before = await notices.row('REPRISE');
		await work();
		assert.deepEqual(await notices.row('REPRISE'), before);
		await notices.change('REPRISE', { etat: 'terminée' });
	});

	it('waits for an attestation that comes later', async () => {
		await forget();
		const reference = await ordered('TARDIVE');
		stage.sandbox.notices.publish(reference);
		withoutDocuments(reference);
		await work();
		stage.sandbox.clearFaults();
		const row = await notices.row('TARDIVE');
		assert.deepEqual(
			[row['etat'], row['probleme'], row['attestation_le'] || ''],
			['parue', '', ''],
		);
		await work();
		const [mail] = attestations('TARDIVE');
		assert.match(mail?.html ?? '', /TARDIVE &amp; Cie est parue le dimanche 1er mars 2099/);
	});

	const silent = (path: string) => ({ kind: 'dropBefore', match: { path }, times: 1000 }) as const;
	/** What fails, and what the run and the row say of it. */
	const failures: Record<string, [() => unknown, run: string, row: RegExp]> = {
		'the status is silent': [() => stage.sandbox.fault(silent('statut')), 'error', /^$/],
		'the status is a page of a proxy': [
			() => stage.sandbox.fault({ kind: 'html', match: { path: 'statut' }, times: 1000 }),
			'error',
			/^$/,
		],
		'the documents are refused': [
			() =>
				stage.sandbox.fault({ kind: 'internalError', match: { path: 'documents' }, times: 1000 }),
			'success',
			/^$/,
		],
		'the documents are silent': [() => stage.sandbox.fault(silent('documents')), 'success', /^$/],
		'the PDF is a page': [
			() => stage.sandbox.settings({ pdfLinks: 'html' }),
			'success',
			/^Attestation : pas encore envoyée/,
		],
		'the mail server refuses': [
			() => (stage.mail.refusing = /./),
			'success',
			/^(Suivi|Attestation) : /,
		],
	};
	Object.entries(failures).forEach(([what, [fail, run, problem]], index) => {
		it(`loses nothing while ${what}, and goes on`, async () => {
			const dossier = `PANNE-${index}`;
			const reference = await ordered(dossier);
			stage.sandbox.notices.publish(reference);
			fail();
			try {
				assert.equal((await stage.attempt(workflow, 'Every half hour')).status, run);
			} finally {
				stage.sandbox.clearFaults();
				stage.sandbox.settings({ pdfLinks: 'plain' });
				stage.mail.refusing = undefined;
			}
			assert.match(String((await notices.row(dossier))['probleme'] ?? ''), problem);
			assert.equal(attestations(dossier).length, 0);
			await work();
			await work();
			const row = await notices.row(dossier);
			assert.deepEqual([row['etat'], row['probleme'] ?? ''], ['parue', '']);
			assert.equal(attestations(dossier).length, 1);
			assert.equal(published(dossier).length, 1);
		});
	});
}
