/** What fails on the way to an order: service, mail, the answer that does not come, and n8n itself. */
import assert from 'node:assert/strict';
import { before, it } from '../../lib/testing.mts';
import { PATIENCE_MS, until } from '../../lib/until.mts';
import { APPROVER, linkOf, OFFICE, type Desk } from '../desk.mts';
import { stage } from '../stage.mts';

/** One call fails three times before the node gives it up. */
const AWAY = { kind: 'dropBefore', match: { path: 'quote' } } as const;

const questions = (file: string) =>
	stage.mailsTo(APPROVER).filter(({ html = '' }) => html.includes(`dossier ${file}.`));
const text = (file: string) => `AVIS DE MODIFICATION\n\nL’objet de ${file} change.`;

export function outages(desk: () => Desk): void {
	let takenBack = '';
	// n8n looks for runs whose time has come once a minute: the other tests are played meanwhile.
	before(async () => {
		const soon = (seconds: number) => `={{ $now.plus({ seconds: ${seconds} }).toISO() }}`;
		const silent = async (file: string, rappel: string, fin: string) => {
			const fields = { 'When to remind, when it ends': { rappel, fin } };
			const hasty = await stage.open('approve-and-order', { fields });
			await stage.activate(hasty);
			await desk().add({ dossier: file, societe: file, texte: text(file) });
			await desk().turn(hasty);
			return await desk().inState(file, 'à approuver');
		};
		await silent('SILENCE', soon(1), soon(130));
		await silent('BOUCLAGE', soon(3_600), soon(1));
		const { execution } = await silent('RETIREE', soon(60), soon(61));
		takenBack = String(execution);
		await linkOf('RETIREE');
		await desk().change('RETIREE', { etat: 'à corriger' });
	});

	it('quotes a row at a later turn when the service was away', async () => {
		stage.sandbox.fault({ ...AWAY, times: 3 });
		await desk().add({ dossier: 'ABSENT', texte: text('ABSENT') });
		await desk().turn();
		const row = await desk().inState('ABSENT', 'à relire', ({ probleme }) => Boolean(probleme));
		assert.match(String(row['probleme']), /Le service ne répond pas : nouvel essai/);
		stage.sandbox.clearFaults();
		await desk().turn();
		assert.equal((await desk().inState('ABSENT', 'à approuver'))['probleme'], '');
	});

	it('says that an approved order waits for the service, once by e-mail before the closing time, and orders by itself', async () => {
		const urgent = await stage.open('approve-and-order', {
			values: { alerte_minutes_avant_bouclage: 1_000_000 },
		});
		await stage.activate(urgent);
		await desk().add({ dossier: 'RETOUR', societe: 'RETOUR', texte: text('RETOUR') });
		await desk().turn(urgent);
		await desk().inState('RETOUR', 'à approuver');
		stage.sandbox.fault({ ...AWAY, times: 9 });
		await desk().decide('RETOUR');
		const row = await desk().inState('RETOUR', 'approuvée', ({ probleme }) => Boolean(probleme));
		assert.match(
			String(row['probleme']),
			/^Le service est indisponible \(bouclage à \d+.h.*\) : nouvelle tentative/,
		);
		assert.equal((await desk().inState('RETOUR', 'commandée'))['probleme'], '');
		assert.equal(stage.ordered('RETOUR').length, 1);
		const told = await stage.mail.received(OFFICE, /RETOUR : annonce commandée/);
		const subjects = stage.mailsTo(OFFICE).map(({ subject }) => subject);
		assert.deepEqual(
			subjects.filter((one) => one.startsWith('RETOUR')),
			['RETOUR : annonce pas encore commandée', told.subject],
		);
	});

	it('asks again when the e-mail is refused, and orders where only the office’s e-mail is', async () => {
		stage.mail.refusing = /COURRIER/;
		await desk().add({ dossier: 'COURRIER', societe: 'COURRIER', texte: text('COURRIER') });
		await desk().turn();
		const row = await desk().inState('COURRIER', 'à relire', ({ probleme }) => Boolean(probleme));
		assert.match(String(row['probleme']), /L’e-mail au relecteur n’est pas parti .*nouvel essai/);
		stage.mail.refusing = undefined;
		await desk().turn();
		await desk().inState('COURRIER', 'à approuver');
		assert.notEqual(await linkOf('COURRIER'), '');
		assert.equal(questions('COURRIER').length, 1);
		stage.mail.refusing = /annonce commandée/;
		await desk().decide('COURRIER');
		const ordered = await desk().inState('COURRIER', 'commandée', ({ probleme }) =>
			Boolean(probleme),
		);
		stage.mail.refusing = undefined;
		assert.match(String(ordered['probleme']), /L’e-mail au bureau n’est pas parti/);
		assert.equal(stage.ordered('COURRIER').length, 1);
	});

	it('reminds once and then gives up when nobody answers', async () => {
		await desk().inState('SILENCE', 'sans réponse');
		const subjects = questions('SILENCE').map(({ subject }) => subject.replace(/ : annonce.*/, ''));
		assert.deepEqual(subjects, ['SILENCE', 'Rappel : SILENCE']);
		await stage.mail.received(OFFICE, /SILENCE : annonce sans réponse/);
		assert.deepEqual(stage.ordered('SILENCE'), []);
	});

	it('reminds of nothing that somebody has taken back or that is about to close', async () => {
		await desk().inState('BOUCLAGE', 'sans réponse');
		assert.equal(questions('BOUCLAGE').length, 1);
		await stage.client.finished(takenBack, PATIENCE_MS);
		assert.equal(questions('RETIREE').length, 1);
		assert.equal((await desk().row('RETIREE'))['etat'], 'à corriger');
	});

	// The last ones: nobody else is to be reminded while the address is refused.
	it('says of a mail server that refuses n8n that no e-mail could be sent', async () => {
		stage.mail.locked = true;
		await desk().add({ dossier: 'VERROU', societe: 'VERROU', texte: text('VERROU') });
		await desk().turn();
		const row = await desk().inState('VERROU', 'problème');
		stage.mail.locked = false;
		const why = `L’e-mail à ${APPROVER} n’a pas pu être envoyé : .*535`;
		assert.match(String(row['probleme']), new RegExp(why));
	});

	it('leaves a refused address of the approver to a person, and says so to the office', async () => {
		stage.mail.unknown = APPROVER;
		await desk().add({ dossier: 'INCONNU', societe: 'INCONNU', texte: text('INCONNU') });
		await desk().turn();
		const row = await desk().inState('INCONNU', 'problème');
		stage.mail.unknown = undefined;
		assert.match(String(row['probleme']), new RegExp(`L’e-mail à ${APPROVER} a été refusé`));
		const told = await stage.mail.received(OFFICE, /INCONNU : annonce à reprendre/);
		assert.match(told.html ?? '', /a été refusé.*550/);
	});
}

export function kills(desk: () => Desk): void {
	const reports = () =>
		stage.mailsTo(OFFICE).filter(({ subject }) => /à reprendre|échec/.test(subject));

	it('loses nothing when n8n is killed while it waits, orders or quotes', async () => {
		await desk().propose('ATTEND', { texte: text('ATTEND') });
		await desk().propose('COMMANDE', { texte: text('COMMANDE') });
		const before = reports().length;
		// The order is registered, and its answer never comes.
		stage.sandbox.fault({ kind: 'slow', ms: 600_000, match: { path: 'order' }, processed: true });
		await desk().decide('COMMANDE');
		await until(
			'The order',
			() => stage.ordered('COMMANDE').length === 1 || undefined,
			PATIENCE_MS,
		);
		stage.sandbox.fault({ kind: 'slow', ms: 600_000, match: { path: 'quote' } });
		await desk().add({ dossier: 'DEVIS', texte: text('DEVIS') });
		await desk().turn();
		await desk().inState('DEVIS', 'en préparation');
		// Killed before it, n8n has not saved yet that the row is taken, and its Retry would take nothing.
		const isQuoted = () =>
			stage.sandbox.journal
				.calls()
				.some(({ route, body }) => route === 'quote' && body.includes('DEVIS'));
		await until('The quote of DEVIS', () => isQuoted() || undefined, PATIENCE_MS);

		await stage.kill();
		const stopped = await Promise.all(
			['COMMANDE', 'DEVIS'].map((file) => desk().inState(file, 'problème')),
		);
		await until('Two reports', () => reports().length === before + 2 || undefined, PATIENCE_MS);
		for (const row of stopped) {
			assert.match(String(row['probleme']), /L’exécution \d+ s’est arrêtée/);
			const report = reports().find(({ html = '' }) =>
				html.includes(`dossier ${String(row['dossier'])} `),
			);
			assert.ok(report?.html?.includes(`/executions/${String(row['execution'])}`), report?.html);
			await stage.retry(String(row['execution']));
		}
		await desk().decide('ATTEND');
		await desk().inState('ATTEND', 'commandée');
		await desk().inState('COMMANDE', 'commandée');
		await desk().inState('DEVIS', 'à approuver');
		await desk().decide('DEVIS');
		await desk().inState('DEVIS', 'commandée');
		for (const file of ['ATTEND', 'COMMANDE', 'DEVIS']) {
			assert.equal(stage.ordered(file).length, 1, file);
			assert.notEqual(await linkOf(file), '');
		}
	});

	it('reports a run that was killed only once, however often n8n starts', async () => {
		const before = reports().length;
		const rows = await desk().rows();
		await stage.kill();
		await desk().turn();
		assert.equal(reports().length, before);
		const states = (all: typeof rows) => all.map(({ dossier, etat }) => [dossier, etat]);
		assert.deepEqual(states(await desk().rows()), states(rows));
	});
}
