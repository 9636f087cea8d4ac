/** From a row to the order: quote, question by e-mail, answer, order; and what becomes of the row where it stops on the way. */
import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { PATIENCE_MS, until } from '../../lib/until.mts';
import { answer, APPROVE, CHANGE, linkIn, REFUSE } from '../approvalForm.mts';
import { APPROVER, fillIn, linkOf, OFFICE, type Desk } from '../desk.mts';
import { stage } from '../stage.mts';

export function approveAndOrder(desk: () => Desk): void {
	it('orders what was approved, at the price and for the day of the proof', async () => {
		const row = await desk().propose('ACCORD');
		assert.match(String(row['resume']), /^Devis/);
		const page = await desk().form('ACCORD');
		const shown = await page.locator('body').innerText();
		assert.match(shown, /SOCIÉTÉ ACCORD : annonce à relire/);
		assert.match(shown, /AVIS DE MODIFICATION[^]*l’objet social change[^]*Empreinte/);
		await fillIn(page, APPROVE, 'Alix Modèle', 'Parfait.');
		const ordered = await desk().inState('ACCORD', 'commandée');
		const [order, ...more] = stage.ordered('ACCORD');
		assert.deepEqual(more, []);
		assert.equal(ordered['reference'], order?.reference);
		assert.equal(ordered['total_ttc'], row['total_ttc']);
		assert.equal(ordered['date_parution'], row['date_parution']);
		assert.equal(ordered['reponse'], 'Approuvée par Alix Modèle : Parfait.');
		const mail = await stage.mail.received(OFFICE, /SOCIÉTÉ ACCORD : annonce commandée/);
		assert.match(mail.html ?? '', new RegExp(String(order?.reference)));
		// A row that is ordered stays so, whatever somebody writes into its state.
		await desk().change('ACCORD', { etat: 'à relire' });
		const turn = await desk().turn();
		assert.deepEqual(turn.runs('One run for each row'), []);
		await desk().change('ACCORD', { etat: 'commandée' });
	});

	it('orders a row that is corrected while it waits once, as corrected, whoever answers the old e-mail', async () => {
		// The old e-mail is answered before the next turn has come to the row, or after it.
		for (const [file, late] of [
			['CORRIGE-AVANT', false],
			['CORRIGE-APRES', true],
		] as const) {
			const texte = `AVIS DE MODIFICATION\n\nLe siège de ${file} est au 1 rue Fausse.`;
			const { execution } = await desk().propose(file, { texte });
			const old = await linkOf(file);
			const answersOld = async () => {
				await answer(old, APPROVE);
				await stage.client.finished(String(execution), PATIENCE_MS);
				assert.deepEqual(stage.ordered(file), []);
			};
			await desk().change(file, {
				etat: 'à relire',
				texte: texte.replace('1 rue Fausse', '2 rue Juste'),
			});
			if (!late) await answersOld();
			assert.equal((await desk().row(file))['etat'], 'à relire');
			await desk().turn();
			await desk().inState(file, 'à approuver', (row) => row['execution'] !== execution);
			const link = await until(
				'The new question',
				async () => ((await linkOf(file)) === old ? undefined : await linkOf(file)),
				PATIENCE_MS,
			);
			if (late) await answersOld();
			assert.equal((await desk().row(file))['etat'], 'à approuver');
			await answer(link, APPROVE);
			await desk().inState(file, 'commandée');
			assert.equal(stage.ordered(file).length, 1);
			assert.match(JSON.stringify(stage.ordered(file)), /2 rue Juste/);
		}
	});

	it('bills whom the row names, and says before any question that this cannot be read', async () => {
		const annonceur = {
			nom: 'CLIENT EXEMPLE',
			adresse: '1 rue Fausse',
			code_postal: '75001',
			ville: 'Paris',
		};
		await desk().propose('FACTURE', {
			annonceur: JSON.stringify(annonceur),
			texte: 'AVIS\n\nUn client paie cette annonce.',
		});
		await desk().decide('FACTURE');
		await desk().inState('FACTURE', 'commandée');
		assert.match(JSON.stringify(stage.ordered('FACTURE')), /CLIENT EXEMPLE/);
		await desk().add({ dossier: 'ILLISIBLE', annonceur: JSON.stringify(annonceur).slice(1) });
		await desk().add({ dossier: 'INCOMPLET', annonceur: '{ "nom": "CLIENT EXEMPLE" }' });
		await desk().turn();
		for (const [file, why] of [
			['ILLISIBLE', /^La colonne annonceur n’est pas lisible : .*"nom":"CLIENT/],
			['INCOMPLET', /^La colonne annonceur .*il manque nom, adresse/],
		] as const) {
			assert.match(String((await desk().inState(file, 'problème'))['probleme']), why);
			assert.ok(!stage.mailsTo(APPROVER).some(({ html = '' }) => html.includes(file)));
		}
	});

	it('counts the first answer only, and orders nothing that is refused or to be changed', async () => {
		for (const [file, choice, state, words] of [
			['REFUS', REFUSE, 'refusée', 'Refusée par Alix Modèle : reportée'],
			['MODIF', CHANGE, 'à corriger', 'Modification demandée par Alix Modèle : reportée'],
		] as const) {
			await desk().propose(file);
			const link = await linkOf(file);
			await answer(link, choice, 'Alix Modèle', 'reportée');
			const row = await desk().inState(file, state);
			assert.equal(row['reponse'], words);
			await answer(link, APPROVE);
			await stage.mail.received(OFFICE, new RegExp(`${file} : annonce ${state}`));
			assert.deepEqual(stage.ordered(file), []);
			assert.equal((await desk().row(file))['etat'], state);
		}
	});

	it('says in the row why a text cannot be quoted, and takes it again once it is corrected', async () => {
		await desk().add({ dossier: 'FAUTE', texte: 'AVIS\n\n[À COMPLÉTER : siège]' });
		await desk().turn();
		const row = await desk().inState('FAUTE', 'problème');
		assert.match(String(row['probleme']), /^Devis impossible : .*COMPLÉTER/);
		await stage.mail.received(OFFICE, /EXEMPLE DÉMO : annonce à reprendre/);
		await desk().change('FAUTE', { etat: 'à relire', texte: 'AVIS\n\nLe siège change.' });
		await desk().turn();
		assert.ok(!(await desk().inState('FAUTE', 'à approuver'))['probleme']);
	});

	it('asks nobody about a notice that would appear after its last day, and says so in its row', async () => {
		await desk().add({ dossier: 'TARD', societe: 'TARD', date_limite: '2020-01-31' });
		await desk().turn();
		const row = await desk().inState('TARD', 'problème');
		assert.match(
			String(row['probleme']),
			/^Parution après la date limite \(31 janvier 2020\) : .*, parution le .*Aucun autre journal du département/,
		);
		await stage.mail.received(OFFICE, /TARD : annonce à reprendre/);
		assert.ok(!stage.mailsTo(APPROVER).some(({ html = '' }) => html.includes('dossier TARD.')));
	});

	it('asks nobody when too little time is left to answer, and says in the row what to do', async () => {
		const late = await stage.open('approve-and-order', {
			values: { reponse_minutes_avant_bouclage: 1_000_000 },
		});
		await stage.activate(late);
		await desk().add({ dossier: 'SERRE', societe: 'SERRE' });
		await desk().turn(late);
		const row = await desk().inState('SERRE', 'problème');
		assert.match(
			String(row['probleme']),
			/^Trop tard .* le journal boucle le \S+ \d+(er)? \S+ à \d+.h.*« à relire » après le bouclage\.$/,
		);
		await stage.mail.received(OFFICE, /SERRE : annonce à reprendre/);
		assert.ok(!stage.mailsTo(APPROVER).some(({ html = '' }) => html.includes('dossier SERRE.')));
	});

	it('shows what the quote warns of before the answer: in the row, the e-mail and the form', async () => {
		const row = await desk().propose('AVERTI', {
			categorie: 'DISSOL',
			plafond: 1.5,
			texte: 'AVIS DE DISSOLUTION\n\nLa société AVERTI est dissoute.',
		});
		const warning =
			/La catégorie DISSOL n’a pas de forfait\s: MOD_OBJET n’est pas pris en compte\./;
		assert.match(String(row['probleme']), warning);
		const page = await desk().form('AVERTI');
		const shown = await page.locator('body').innerText();
		assert.match(shown, /À vérifier avant d’approuver[^]*MOD_OBJET[^]*Empreinte[^]*Votre réponse/);
		const mail = stage.mailsTo(APPROVER).findLast(({ subject }) => subject.includes('AVERTI'));
		assert.match(mail?.html ?? '', /À vérifier dans le bon à tirer : 1 point\./);
		assert.match(mail?.html ?? '', /dépasse le plafond de 1,50\s€\./);
		await fillIn(page, REFUSE);
	});

	it('places one order for a row that somebody has added twice', async () => {
		const twice = async () => (await desk().rows()).filter(({ dossier }) => dossier === 'DOUBLE');
		const all = async (state: string) =>
			await until(
				`Both rows ${state}`,
				async () => ((await twice()).every(({ etat }) => etat === state) ? true : undefined),
				PATIENCE_MS,
			);
		const texte = 'AVIS DE MODIFICATION\n\nDeux lignes disent la même chose.';
		for (const societe of ['DOUBLE', 'DOUBLE'])
			await desk().add({ dossier: 'DOUBLE', societe, texte });
		await desk().turn();
		await all('à approuver');
		// A row is to be approved before its e-mail goes out.
		const questions = await until(
			'Both questions',
			() => {
				const sent = stage.mailsTo(APPROVER).filter(({ subject }) => subject.startsWith('DOUBLE'));
				return sent.length === 2 ? sent : undefined;
			},
			PATIENCE_MS,
		);
		for (const mail of questions) await answer(linkIn(mail), APPROVE);
		await all('commandée');
		const rows = await twice();
		assert.equal(stage.ordered('DOUBLE').length, 1);
		assert.equal(rows[0]?.['reference'], rows[1]?.['reference']);
		const told = rows.filter(({ probleme }) =>
			/Déjà commandée : par un essai précédent ou par une autre ligne/.test(String(probleme)),
		);
		assert.equal(told.length, 1);
		// What the service does not say of the other row's order is not taken from this row's quote.
		assert.deepEqual([told[0]?.['date_parution'], told[0]?.['total_ttc']], ['', null]);
	});

	it('shows a hostile name as text in e-mail and form, and computes no expression of it', async () => {
		const societe = `<img src=x onerror="document.title='X'"> A & B $' {{ 6 * 7 }}`;
		await desk().propose('HOSTILE', {
			societe,
			texte: `AVIS\n\nLa société A & B « C » < D change $' d’objet.`,
		});
		const mail = stage.mailsTo(APPROVER).at(-1);
		assert.doesNotMatch(mail?.html ?? '', /<img/);
		const page = await desk().form('HOSTILE');
		assert.equal(await page.locator('img').count(), 0);
		const shown = await page.locator('body').innerText();
		assert.ok(shown.includes(societe), shown);
		assert.ok(shown.includes(`A & B « C » < D change $' d’objet`), shown);
		await fillIn(page, REFUSE, societe, '<b onclick="x">non</b>');
		await desk().inState('HOSTILE', 'refusée');
		const told = await stage.mail.received(OFFICE, /A & B .* annonce refusée/);
		assert.doesNotMatch(told.html ?? '', /<img|<b /);
	});

	it('keeps a hundred rows apart: each waits for an answer of its own', async () => {
		const files = Array.from({ length: 100 }, (_, index) => `CENT-${index}`);
		const before = stage.mailsTo(APPROVER).length;
		for (const file of files)
			await desk().add({ dossier: file, texte: `AVIS\n\nAnnonce ${file} change.` });
		await desk().turn();
		await until(
			'A hundred questions',
			() => (stage.mailsTo(APPROVER).length === before + 100 ? true : undefined),
			240_000,
		);
		const rows = (await desk().rows()).filter(({ dossier }) => files.includes(String(dossier)));
		assert.deepEqual([...new Set(rows.map(({ etat }) => etat))], ['à approuver']);
		assert.equal(new Set(rows.map(({ execution }) => execution)).size, 100);
		await desk().decide('CENT-42');
		await desk().inState('CENT-42', 'commandée');
		assert.equal(stage.ordered('CENT-42').length, 1);
	});
}
