/** Ordered rows until they are done: their status, their attestation, and what becomes of both when something fails. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
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
			.filter(({ subject }) => subject.startsWith(`Annonce parue : ${dossier},`));
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
		const resume = `Commandée sous la référence ${reference} : Modification, La Gazette (75), parution le 2 mars 2099`;
		await notices.add({
			dossier,
			etat: 'commandée',
			societe: `${dossier} & Cie`,
			client_email: clientOf(dossier),
			reference,
			resume,
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
		assert.match(
			mail?.text ?? '',
			/ATTESTÉE & Cie .* paraît le 1er mars 2099 dans La Gazette \(75\)\./,
		);
		assert.match(mail?.text ?? '', /^Bonjour,[^]*Cordialement,/);
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
		const reference = await ordered('SUIVIE', { epreuve: '<p>long</p>' });
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
			/suspendue par le journal\. Motif : Greffe à préciser$/,
		);
		assert.match(
			String((await notices.row('PERDUE'))['probleme']),
			/ne connaît plus cette annonce/,
		);
		service.backToBePublished(reference);
		await work();
		const lifted = await notices.row('SUIVIE');
		assert.deepEqual([lifted['etat'], lifted['probleme']], ['commandée', '']);
		service.publish(reference);
		await work();
		await work();
		assert.equal(published('SUIVIE').length, 1);
		const row = await notices.row('SUIVIE');
		assert.deepEqual([row['etat'], row['statut'], row['epreuve']], ['parue', 'parue', '']);
		assert.match(String(row['parue_le']), /^2/);
		await notices.change('SUIVIE', {
			facture_le: row['parue_le'],
			bodacc_alerte_le: row['parue_le'],
		});
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
		assert.match(attestations('TARDIVE')[0]?.text ?? '', /est parue le 1er mars 2099/);
	});

	const silent = (path: string) => ({ kind: 'dropBefore', match: { path }, times: 1000 }) as const;
	const failures = {
		'the status is silent': () => stage.sandbox.fault(silent('statut')),
		'the status is a page of a proxy': () =>
			stage.sandbox.fault({ kind: 'html', match: { path: 'statut' }, times: 1000 }),
		'the status is refused': () =>
			stage.sandbox.fault({ kind: 'internalError', match: { path: 'statut' }, times: 1000 }),
		'the documents are a page of a proxy': () =>
			stage.sandbox.fault({ kind: 'html', match: { path: 'documents' }, times: 1000 }),
		'the documents are refused': () =>
			stage.sandbox.fault({ kind: 'internalError', match: { path: 'documents' }, times: 1000 }),
		'the documents are silent': () => stage.sandbox.fault(silent('documents')),
		'the PDF is a page': () => stage.sandbox.settings({ pdfLinks: 'html' }),
		'the mail server refuses': () => (stage.mail.refusing = /./),
	};
	Object.entries(failures).forEach(([what, fail], index) => {
		it(`says so in the row while ${what}, and goes on`, async () => {
			const dossier = `PANNE-${index}`;
			const reference = await ordered(dossier);
			stage.sandbox.notices.publish(reference);
			fail();
			try {
				await work();
			} finally {
				stage.sandbox.clearFaults();
				stage.sandbox.settings({ pdfLinks: 'plain' });
				stage.mail.refusing = undefined;
			}
			assert.match(String((await notices.row(dossier))['probleme']), /^(Suivi|Attestation) : /);
			assert.equal(attestations(dossier).length, 0);
			await work();
			await work();
			const row = await notices.row(dossier);
			assert.deepEqual([row['etat'], row['probleme']], ['parue', '']);
			assert.equal(attestations(dossier).length, 1);
			assert.equal(published(dossier).length, 1);
		});
	});

	it('sends no second attestation where a run ended in the middle of the first, and says so', async () => {
		const old = new Date(Date.now() - 3_600_000).toISOString();
		const young = new Date().toISOString();
		await ordered('TUÉE', { attestation_le: `en cours depuis ${old}` });
		await ordered('EN-COURS', { attestation_le: `en cours depuis ${young}` });
		await work();
		await work();
		assert.equal(attestations('TUÉE').length + attestations('EN-COURS').length, 0);
		assert.match(String((await notices.row('TUÉE'))['probleme']), /envoi interrompu/);
		assert.equal((await notices.row('EN-COURS'))['probleme'] || '', '');
		await notices.change('TUÉE', { attestation_le: '' });
		await work();
		assert.equal(attestations('TUÉE').length, 1, 'a person had it sent again');
		assert.equal((await notices.row('TUÉE'))['probleme'], '');
	});
}
