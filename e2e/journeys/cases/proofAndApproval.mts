/** A row from its proof to its order: the e-mail, the page behind its link, the answer. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { forfaits } from '../../../sandbox/data/forfaits.mts';
import { setUp, type Notices } from '../notices.mts';
import { decide, linkIn } from '../approvalPage.mts';
import { stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const OFFICE = 'formalites@cabinet-demo.example';

export function proofAndApproval(): void {
	let notices: Notices;
	let order: StoredWorkflow;
	let approval: StoredWorkflow;
	const work = async () => succeeded(await stage.attempt(order, 'Every five minutes'));
	const remind = async () => succeeded(await stage.attempt(approval, 'Every ten minutes'));
	const ofFile = (dossier: string) =>
		stage.mailsTo(REVIEWER).filter(({ subject }) => subject.endsWith(` : ${dossier}`));

	before(async () => {
		notices = await setUp();
		order = await stage.open('proof-and-order');
		approval = await stage.open('approval-and-reminders');
		await stage.activate(approval);
	});
	after(async () => await stage.client.deactivate(approval.id));

	/** The address in the newest e-mail with the proof of a file. */
	function linkOf(dossier: string): string {
		return linkIn(ofFile(dossier).at(-1)?.text);
	}

	async function open(dossier: string): Promise<Page> {
		const page = await stage.page();
		await page.goto(linkOf(dossier));
		return page;
	}

	const quotes = () =>
		stage.sandbox.journal.calls().filter(({ route }) => route === 'quote').length;

	/** A row whose proof was sent. */
	async function proposed(dossier: string, cells: Json = {}): Promise<Json> {
		await notices.add({ dossier, ...cells });
		await work();
		return await notices.row(dossier);
	}

	it('sets up once, and again without a second table or example', async () => {
		notices = await setUp();
		assert.equal((await notices.row('EXEMPLE'))['etat'], 'brouillon');
	});

	it('sends one proof, shows it behind its link, and orders what was approved, once', async () => {
		const row = await proposed('ACCORD');
		assert.equal(row['etat'], 'à relire');
		assert.equal(row['probleme'], '');
		await work();
		const [mail, ...mails] = ofFile('ACCORD');
		assert.deepEqual(mails, [], 'one proof however often it runs');
		assert.match(
			mail?.subject ?? '',
			/^EXEMPLE DÉMO, annonce à relire avant \w+ \d.* \d\d : ACCORD$/,
		);
		assert.match(mail?.text ?? '', /Sans votre réponse avant le [^<]+, elle ne paraîtra pas/);
		const page = await open('ACCORD');
		assert.match(
			await page.locator('body').innerText(),
			/^[^]*EXEMPLE DÉMO : Modification[^]*Journal\n.*\w[^]*Prix\n\d+,\d\d\s€ TTC[^]*L’objet social change\./,
		);
		await work();
		assert.deepEqual(stage.ordered('ACCORD'), [], 'opening the link orders nothing');
		assert.match(await decide(page, 'oui'), /Annonce approuvée[^]*commandée dans les minutes/);
		await work();
		await work();
		const [placed, ...more] = stage.ordered('ACCORD');
		assert.deepEqual(more, []);
		const ordered = await notices.row('ACCORD');
		assert.equal(ordered['etat'], 'commandée', String(ordered['probleme']));
		assert.equal(ordered['reference'], placed?.reference);
		assert.equal(ordered['environnement'], 'test');
		assert.equal(
			stage.mailsTo(OFFICE).filter(({ subject }) => subject.includes('ACCORD')).length,
			1,
		);
	});

	it('asks for two answers only once: of two people the first decides, the link opened again says so', async () => {
		await proposed('DEUX');
		const pages = [await open('DEUX'), await open('DEUX')] as const;
		const said = await Promise.all([decide(pages[0], 'non', 'Siège'), decide(pages[1], 'oui')]);
		assert.equal(said.filter((text) => /Réponse déjà donnée/.test(text)).length, 1, said.join());
		const { etat } = await notices.row('DEUX');
		const again = await (await open('DEUX')).locator('body').innerText();
		assert.match(again, etat === 'approuvée' ? /Annonce approuvée/ : /Annonce refusée[^]*Siège/);
		assert.match(again, /Réponse déjà donnée[^]*Réponse reçue le \w+ \d/);
		await work();
		assert.equal(stage.ordered('DEUX').length, etat === 'approuvée' ? 1 : 0);
		await notices.change('DEUX', { etat: 'refusée' });
	});

	it('takes no answer without the key, nor one that is none of the three', async () => {
		await proposed('PORTE');
		const url = `${stage.world.server.url}/webhook/annonce-accord`;
		const { jeton } = await notices.row('PORTE');
		assert.match(String(jeton), /^[0-9a-f]{64}$/);
		const bodies = [
			'decision=oui',
			'jeton=&decision=oui',
			`jeton=${String(jeton).slice(0, 63)}&decision=oui`,
			`jeton=${String(jeton)}&decision=oui%20mais`,
			`jeton=${String(jeton)}&decision=constructor`,
			`jeton=${String(jeton)}&jeton=${String(jeton)}&decision=oui`,
			`jeton=%25&decision=oui`,
		];
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		for (const body of bodies) {
			const response = await fetch(url, { method: 'POST', headers, body });
			assert.match(await response.text(), /Aucune réponse attendue/, body);
		}
		assert.match(await (await fetch(`${url}?jeton=`)).text(), /Aucune réponse attendue/);
		assert.equal((await notices.row('PORTE'))['etat'], 'à relire');
		await notices.change('PORTE', { etat: 'refusée' });
	});

	it('shows a row that was edited while it waited, or after it was approved, once more', async () => {
		await proposed('EDITÉE');
		const first = linkOf('EDITÉE');
		await decide(await open('EDITÉE'), 'oui');
		const texte = '<p class="fs-texte">L’objet social change deux fois.</p>';
		await notices.change('EDITÉE', { texte });
		await work();
		assert.deepEqual(stage.ordered('EDITÉE'), [], 'nobody has read this text');
		assert.equal(ofFile('EDITÉE').length, 2);
		assert.notEqual(linkOf('EDITÉE'), first);
		assert.match(await (await fetch(first)).text(), /Aucune réponse attendue/);
		await decide(await open('EDITÉE'), 'oui');
		await work();
		assert.match(String(stage.ordered('EDITÉE')[0]?.texte), /deux fois/);
	});

	it('neither proposes nor orders a notice that would appear after its last day', async () => {
		const texte = '<p>Objet, tard.</p>';
		const { date_parution: day } = await proposed('TARD', { texte, date_limite: '2999-01-01' });
		await decide(await open('TARD'), 'oui');
		const before = new Date(Date.parse(String(day)) - 86_400_000).toISOString().slice(0, 10);
		await notices.change('TARD', { date_limite: before });
		await work();
		assert.deepEqual(stage.ordered('TARD'), []);
		const late = await notices.row('TARD');
		assert.equal(late['etat'], 'problème');
		assert.match(
			String(late['probleme']),
			/^L’annonce paraîtrait après sa date limite : .*Publish By/,
		);
		assert.equal(ofFile('TARD').length, 1, 'no preview of what comes too late');
		await notices.change('TARD', { etat: 'à relire', date_limite: day });
		await work();
		await decide(await open('TARD'), 'oui');
		await work();
		assert.equal(stage.ordered('TARD').length, 1);
	});

	it('orders two rows of the same text once; the second says where the notice is', async () => {
		await notices.add({ dossier: 'JUMEAUX' });
		await notices.add({ dossier: 'JUMEAUX' });
		await work();
		const links = ofFile('JUMEAUX').map(({ text }) => linkIn(text));
		assert.equal(links.length, 2);
		for (const link of links) {
			const page = await stage.page();
			await page.goto(link);
			await decide(page, 'oui');
		}
		await work();
		await work();
		assert.equal(stage.ordered('JUMEAUX').length, 1);
		const states = (await notices.rows()).filter(({ dossier }) => dossier === 'JUMEAUX');
		assert.deepEqual(states.map(({ etat }) => etat).sort(), ['commandée', 'problème']);
		await notices.change('JUMEAUX', { etat: 'terminée' });
	});

	it('asks again where the price has risen since the proof, and keeps what a person wants changed', async () => {
		await proposed('HAUSSE');
		await decide(await open('HAUSSE'), 'oui');
		await notices.change('HAUSSE', { total_devis: 1 });
		await work();
		assert.deepEqual(stage.ordered('HAUSSE'), []);
		await work();
		assert.equal(ofFile('HAUSSE').length, 2);
		await decide(await open('HAUSSE'), 'changer', 'Autre <b>siège</b>');
		const row = await notices.row('HAUSSE');
		assert.equal(row['etat'], 'problème');
		assert.match(String(row['probleme']), /Modification demandée : Autre <b>siège/);
		await notices.change('HAUSSE', { etat: 'à relire' });
		await work();
		assert.equal(ofFile('HAUSSE').length, 3, 'set back by hand it is shown again');
		await notices.change('HAUSSE', { etat: 'refusée' });
	});

	it('orders at no higher price than the approved one when the newspaper has raised it, nor above the ceiling of the row', async () => {
		const price = forfaits.find(({ code }) => code === 'MOD_OBJET');
		assert.ok(price);
		const { euros } = price;
		try {
			const { total_devis: before } = await proposed('RENCHÉRIE', { texte: '<p>Objet, un.</p>' });
			await decide(await open('RENCHÉRIE'), 'oui');
			price.euros = 160;
			await work();
			assert.deepEqual(stage.ordered('RENCHÉRIE'), []);
			await work();
			assert.equal(ofFile('RENCHÉRIE').length, 2, 'a proof with the new price');
			const { total_devis: after } = await notices.row('RENCHÉRIE');
			assert.ok(Number(after) > Number(before));
			await decide(await open('RENCHÉRIE'), 'oui');
			price.euros = 1000;
			for (let times = 0; times < 2; times += 1) await work();
			assert.deepEqual(stage.ordered('RENCHÉRIE'), []);
			assert.equal(ofFile('RENCHÉRIE').length, 2, 'no proof above the ceiling');
			const dear = await notices.row('RENCHÉRIE');
			assert.equal(dear['etat'], 'problème', 'a person decides');
			assert.match(String(dear['probleme']), /^Le prix, .* dépasse le plafond : relevez-le/);
			const asked = quotes();
			for (let times = 0; times < 2; times += 1) await work();
			assert.equal(quotes(), asked, 'it is not quoted again and again');
			for (let times = 0; times < 2; times += 1) await remind();
			const told = stage.mailsTo(OFFICE).filter(({ text }) => text.includes('RENCHÉRIE'));
			assert.equal(told.length, 1, 'the office is told once');
			price.euros = 160;
			await notices.change('RENCHÉRIE', { etat: 'à relire' });
			await work();
			await decide(await open('RENCHÉRIE'), 'oui');
			await work();
			assert.equal((await notices.row('RENCHÉRIE'))['total_ttc'], after);
			assert.equal(stage.ordered('RENCHÉRIE').length, 1);
		} finally {
			price.euros = euros;
		}
	});

	it('quotes nothing that is incomplete or too dear, says why, and tells the office once', async () => {
		await notices.add({ dossier: 'VIDE', texte: '<p>[À COMPLÉTER : capital]</p>' });
		await notices.add({ dossier: 'CHER', plafond: 1 });
		await notices.add({ dossier: 'RIEN', texte: '' });
		await work();
		assert.equal((await notices.row('VIDE'))['etat'], 'problème');
		assert.match(String((await notices.row('VIDE'))['probleme']), /À COMPLÉTER : capital/);
		const dear = await notices.row('CHER');
		assert.equal(dear['etat'], 'problème');
		assert.match(String(dear['probleme']), /dépasse le plafond/);
		const asked = quotes();
		await work();
		assert.equal(quotes(), asked, 'it waits for a person');
		assert.notEqual(String((await notices.row('RIEN'))['probleme']), '');
		await remind();
		await remind();
		const told = stage.mailsTo(OFFICE).filter(({ text }) => text.includes('VIDE'));
		assert.equal(told.length, 1);
		assert.match(
			told[0]?.text ?? '',
			/VIDE, EXEMPLE DÉMO : .*capital[^]*form\/annonce-modification/,
		);
		await notices.change('CHER', { etat: 'refusée' });
		await notices.change('RIEN', { etat: 'refusée' });
	});

	it('says in the row that the e-mail about an order did not go out, and tells the office once it can', async () => {
		await proposed('MUETTE', { texte: '<p>Objet, muet.</p>' });
		await decide(await open('MUETTE'), 'oui');
		stage.mail.refusing = /^formalites/;
		await work().finally(() => (stage.mail.refusing = undefined));
		const row = await notices.row('MUETTE');
		assert.equal(row['etat'], 'commandée');
		assert.equal(stage.ordered('MUETTE')[0]?.reference, row['reference']);
		assert.equal(row['probleme'], 'Commandée ; l’e-mail de confirmation n’est pas parti.');
		for (let times = 0; times < 2; times += 1) await remind();
		const told = stage.mailsTo(OFFICE).filter(({ text }) => text.includes('MUETTE'));
		assert.equal(told.length, 1);
		assert.match(told[0]?.text ?? '', /MUETTE, EXEMPLE DÉMO : Commandée ;/);
		assert.equal((await notices.row('MUETTE'))['probleme'], '', 'nothing is left to be done');
		await notices.change('MUETTE', { etat: 'terminée' });
	});

	it('says so where the step that orders cannot start, and orders once it can', async () => {
		const robbed = await stage.open('proof-and-order', { withoutCredential: 'Order the notice' });
		await proposed('SANS-CLÉ', { texte: '<p>Objet, sans clé.</p>' });
		await decide(await open('SANS-CLÉ'), 'oui');
		await stage.attempt(robbed, 'Every five minutes');
		const row = await notices.row('SANS-CLÉ');
		assert.equal(row['etat'], 'approuvée');
		assert.notEqual(row['probleme'] ?? '', '', 'a word');
		await work();
		assert.equal((await notices.row('SANS-CLÉ'))['etat'], 'commandée');
		assert.equal(stage.ordered('SANS-CLÉ').length, 1);
		await notices.change('SANS-CLÉ', { etat: 'terminée' });
	});

	it('reminds of a proof once when its closing time is near', async () => {
		await proposed('RAPPEL');
		const closingIn = async (hours: number) => {
			const bouclage = new Date(Date.now() + hours * 3_600_000).toISOString();
			await notices.change('RAPPEL', { bouclage });
		};
		await closingIn(25);
		await remind();
		assert.equal(ofFile('RAPPEL').length, 1, 'not near yet');
		await closingIn(1);
		await remind();
		await remind();
		assert.equal(ofFile('RAPPEL').length, 2);
		await notices.change('RAPPEL', { etat: 'refusée' });
	});
}
