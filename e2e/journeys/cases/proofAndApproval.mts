/** A row from its proof to its order: the e-mail, the page behind its link, the answer. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { forfaits } from '../../../sandbox/data/forfaits.mts';
import { setUp, type Notices } from '../notices.mts';
import { decide, linkIn, plain } from '../approvalPage.mts';
import { stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const OFFICE = 'formalites@cabinet-demo.example';

export function proofAndApproval(): void {
	let notices: Notices;
	let order: StoredWorkflow;
	let approval: StoredWorkflow;
	const work = async () => succeeded(await stage.attempt(order, 'Every five minutes'));
	const remind = async () => succeeded(await stage.attempt(approval, 'Every ten minutes'));
	const mails = (to: string, subject: RegExp, dossier: string) =>
		stage
			.mailsTo(to)
			.filter((mail) => subject.test(mail.subject) && mail.text.includes(`>${dossier}<`));
	const proofs = (dossier: string) => mails(REVIEWER, /: annonce à relire/, dossier);
	const confirmations = (dossier: string) => mails(REVIEWER, /: annonce commandée/, dossier);
	const quotes = () =>
		stage.sandbox.journal.calls().filter(({ route }) => route === 'quote').length;

	before(async () => {
		notices = await setUp();
		order = await stage.open('proof-and-order');
		approval = await stage.open('approval-and-reminders');
		await stage.activate(approval);
	});
	after(async () => await stage.client.deactivate(approval.id));

	const linkOf = (dossier: string): string => linkIn(proofs(dossier).at(-1)?.text);

	async function open(dossier: string): Promise<Page> {
		const page = await stage.page();
		await page.goto(linkOf(dossier));
		return page;
	}

	/** A row whose proof was sent. Each has a text of its own, so that it is a notice of its own. */
	async function proposed(dossier: string, cells: Json = {}): Promise<Json> {
		await notices.add({ dossier, texte: `<p>Objet social : ${dossier}.</p>`, ...cells });
		await work();
		return await notices.row(dossier);
	}

	/** As the page writes it, with what else a person changes meanwhile. */
	async function approved(dossier: string, cells: Json = {}): Promise<void> {
		await notices.change(dossier, { etat: 'approuvée', reponse: 'Approuvée.', ...cells });
		await work();
	}

	it('sets up once, and again without a second table or example', async () => {
		notices = await setUp();
		assert.equal((await notices.row('EXEMPLE'))['etat'], 'brouillon');
	});

	it('sends one proof, orders what is approved behind its link within seconds, once, and says so', async () => {
		const row = await proposed('ACCORD');
		assert.deepEqual([row['etat'], row['probleme']], ['à relire', '']);
		await work();
		const [mail, ...others] = proofs('ACCORD');
		assert.deepEqual(others, [], 'one proof however often it runs');
		assert.match(mail?.subject ?? '', /^EXEMPLE DÉMO : annonce à relire avant \p{L}+ \d.* à \d/u);
		assert.match(mail?.text ?? '', /est prête : merci de la relire\.[^]*Sans votre réponse avant/);
		const page = await open('ACCORD');
		const shown = plain(await page.locator('body').innerText());
		assert.match(
			shown,
			/EXEMPLE DÉMO : modification[^]*Journal\n.*\w[^]*Prix\n\d+,\d\d € TTC[^]*Répondre avant/,
		);
		assert.match(shown, /Objet social : ACCORD\./);
		assert.equal(await page.getByLabel('Au nom de').inputValue(), REVIEWER);
		await work();
		assert.deepEqual(stage.ordered('ACCORD'), [], 'opening the link orders nothing');
		await page.getByLabel('Au nom de').fill('Jeanne <Martin>');
		const said = await decide(page, 'oui');
		assert.match(said, /Annonce approuvée[^]*Approuvée par Jeanne <Martin> le \p{L}+ \d/u);
		const ordered = await notices.inState('ACCORD', 'commandée');
		assert.deepEqual(
			stage.ordered('ACCORD').map(({ reference }) => reference),
			[ordered['reference']],
		);
		await until('The confirmation', () => confirmations('ACCORD').length === 1 || undefined);
		await until('The note of it', async () => (await notices.row('ACCORD'))['commandee_le']);
		await work();
		assert.equal(stage.ordered('ACCORD').length, 1);
		assert.equal(mails(OFFICE, /: annonce commandée/, 'ACCORD').length, 1);
		const again = plain(await (await open('ACCORD')).locator('body').innerText());
		assert.match(again, /Annonce approuvée et commandée[^]*Approuvée par Jeanne <Martin> le/);
	});

	it('takes the first answer of two people, and tells the second', async () => {
		await proposed('DEUX');
		const pages = [await open('DEUX'), await open('DEUX')] as const;
		const said = await Promise.all([decide(pages[0], 'non', 'Siège'), decide(pages[1], 'oui')]);
		assert.equal(said.filter((text) => text.includes('pas été prise en compte')).length, 1);
		const { reponse } = await notices.row('DEUX');
		const refused = String(reponse).startsWith('Refusée');
		const again = plain(await (await open('DEUX')).locator('body').innerText());
		assert.match(again, refused ? /Annonce refusée[^]*« Siège »/ : /Annonce approuvée/);
		if (!refused) await notices.inState('DEUX', 'commandée');
		assert.equal(stage.ordered('DEUX').length, refused ? 0 : 1);
	});

	it('takes no answer without the key, none that is none of the three, and no change without a reason', async () => {
		await proposed('PORTE');
		const url = `${stage.world.server.url}/webhook/annonce-accord`;
		const jeton = String((await notices.row('PORTE'))['jeton']);
		assert.match(jeton, /^[0-9a-f]{64}$/);
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = async (body: string): Promise<string> =>
			await (await fetch(url, { method: 'POST', headers, body })).text();
		const strange = ['', 'jeton=&', `jeton=${jeton.slice(0, 63)}&`, 'jeton=%25&'];
		for (const key of [...strange, `jeton=${jeton}&jeton=${jeton}&`]) {
			assert.match(await answer(`${key}decision=oui`), /Ce lien n’est plus valable/, key);
		}
		for (const decision of ['oui%20mais', 'constructor', 'changer', 'changer&demande=%20']) {
			const page = await answer(`jeton=${jeton}&decision=${decision}`);
			assert.match(page, /Approuver et commander/, 'it is asked again');
		}
		assert.match(await (await fetch(`${url}?jeton=`)).text(), /Ce lien n’est plus valable/);
		assert.equal((await notices.row('PORTE'))['etat'], 'à relire');
		await notices.change('PORTE', { etat: 'refusée' });
	});

	it('keeps the reason of a change, tells the office what to do, and asks again once it is done', async () => {
		await proposed('MODIF');
		const said = await decide(await open('MODIF'), 'changer', 'Autre <b>siège</b>');
		assert.match(said, /Modification demandée[^]*nouvel e-mail[^]*« Autre <b>siège<\/b> »/);
		const row = await notices.row('MODIF');
		assert.equal(row['etat'], 'problème');
		for (let times = 0; times < 2; times += 1) await remind();
		const [told, ...more] = mails(OFFICE, /^EXEMPLE DÉMO : annonce à corriger/, 'MODIF');
		assert.deepEqual(more, []);
		assert.match(told?.text ?? '', /demande une modification : «\s?Autre &lt;b>siège/);
		assert.match(
			told?.text ?? '',
			/href="[^"]*\/form\/annonce-modification\?dossier=MODIF&nature=/,
		);
		await notices.change('MODIF', { etat: 'à relire' });
		await work();
		assert.equal(proofs('MODIF').length, 2, 'set back by hand it is shown again');
		await notices.change('MODIF', { etat: 'refusée' });
	});

	it('shows a row that was edited after it was approved once more, behind another link', async () => {
		await proposed('EDITÉE');
		const first = linkOf('EDITÉE');
		await approved('EDITÉE', { texte: '<p>L’objet social change deux fois.</p>' });
		assert.deepEqual(stage.ordered('EDITÉE'), [], 'nobody has read this text');
		assert.equal(proofs('EDITÉE').length, 2);
		assert.match(await (await fetch(first)).text(), /Ce lien n’est plus valable/);
		await decide(await open('EDITÉE'), 'oui');
		await notices.inState('EDITÉE', 'commandée');
		assert.match(String(stage.ordered('EDITÉE')[0]?.texte), /deux fois/);
	});

	it('neither proposes nor orders a notice that would appear after its last day', async () => {
		const { date_parution: day } = await proposed('TARD', { date_limite: '2999-01-01' });
		const before = new Date(Date.parse(String(day)) - 86_400_000).toISOString().slice(0, 10);
		await approved('TARD', { date_limite: before });
		assert.deepEqual(stage.ordered('TARD'), []);
		const late = await notices.row('TARD');
		assert.equal(late['etat'], 'problème');
		assert.match(String(late['probleme']), /« À paraître au plus tard le »/);
		assert.equal(proofs('TARD').length, 1, 'no preview of what comes too late');
	});

	it('orders two rows of the same text once; the second says where the notice is', async () => {
		const texte = '<p>Objet, deux fois le même.</p>';
		for (let times = 0; times < 2; times += 1) await notices.add({ dossier: 'JUMEAUX', texte });
		await work();
		assert.equal(proofs('JUMEAUX').length, 2);
		await approved('JUMEAUX');
		assert.equal(stage.ordered('JUMEAUX').length, 1);
		const states = (await notices.rows()).filter(({ dossier }) => dossier === 'JUMEAUX');
		assert.deepEqual(states.map(({ etat }) => etat).sort(), ['commandée', 'problème']);
	});

	it('orders one row once although two runs work on it at the same time', async () => {
		await notices.add({ dossier: 'ENSEMBLE', texte: '<p>Objet, ensemble.</p>' });
		const together = async () => {
			const runs = [0, 1].map(async () => await stage.start(order, 'Every five minutes'));
			for (const run of await Promise.all(runs)) succeeded(await stage.client.finished(run));
		};
		await together();
		assert.ok(proofs('ENSEMBLE').length > 0);
		await notices.change('ENSEMBLE', { etat: 'approuvée', reponse: 'Approuvée.' });
		await together();
		const { etat, reference } = await notices.row('ENSEMBLE');
		assert.equal(etat, 'commandée');
		assert.deepEqual(
			stage.ordered('ENSEMBLE').map((one) => one.reference),
			[reference],
		);
	});

	it('orders at no higher price than the approved one when the newspaper has raised it, nor above the ceiling of the row', async () => {
		const price = forfaits.find(({ code }) => code === 'MOD_OBJET');
		assert.ok(price);
		const { euros } = price;
		try {
			const { total_ttc: before } = await proposed('RENCHÉRIE');
			price.euros = 160;
			await approved('RENCHÉRIE');
			assert.deepEqual(stage.ordered('RENCHÉRIE'), []);
			assert.equal(proofs('RENCHÉRIE').length, 2, 'a proof with the new price');
			const { total_ttc: after } = await notices.row('RENCHÉRIE');
			assert.ok(Number(after) > Number(before));
			price.euros = 1000;
			await approved('RENCHÉRIE');
			assert.deepEqual(stage.ordered('RENCHÉRIE'), []);
			assert.equal(proofs('RENCHÉRIE').length, 2, 'no proof above the ceiling');
			const dear = await notices.row('RENCHÉRIE');
			assert.equal(dear['etat'], 'problème', 'a person decides');
			assert.match(String(dear['probleme']), /^Le prix, 1\s200,00\s€, dépasse le plafond/);
			price.euros = 160;
			await approved('RENCHÉRIE');
			assert.equal((await notices.row('RENCHÉRIE'))['total_ttc'], after);
			assert.equal(stage.ordered('RENCHÉRIE').length, 1);
		} finally {
			price.euros = euros;
		}
	});

	it('keeps what a person has to correct as a problem that names the field, is not tried again, and is told once', async () => {
		const refused: Readonly<Record<string, [Json, RegExp]>> = {
			VIDE: [{ texte: '<p>[À COMPLÉTER : capital]</p>' }, /« capital »/],
			CHER: [{ plafond: 1 }, /dépasse le plafond/],
			RIEN: [{ texte: '' }, /« Texte »/],
			JOURNAL: [{ journal: '9999' }, /« Journal »/],
			FORFAIT: [{ forfait: 'INCONNU' }, /« Nature »/],
			JOUR: [{ date_voulue: 'bientôt' }, /« Date de parution souhaitée »/],
		};
		for (const [dossier, [cells]] of Object.entries(refused))
			await notices.add({ dossier, ...cells });
		await work();
		const asked = quotes();
		await work();
		assert.equal(quotes(), asked, 'it waits for a person');
		for (let times = 0; times < 2; times += 1) await remind();
		for (const [dossier, [, sentence]] of Object.entries(refused)) {
			const row = await notices.row(dossier);
			assert.match(String(row['probleme']), sentence);
			assert.equal(row['etat'], 'problème', dossier);
			assert.equal(mails(OFFICE, /: annonce à corriger/, dossier).length, 1, dossier);
		}
	});

	it('sends the confirmation of an order once the mail server takes it', async () => {
		await proposed('MUETTE');
		stage.mail.refusing = /: annonce commandée/;
		await approved('MUETTE').finally(() => (stage.mail.refusing = undefined));
		const row = await notices.row('MUETTE');
		assert.equal(row['etat'], 'commandée');
		assert.match(String(row['probleme']), /^Commandée ; l’e-mail/);
		await work();
		await work();
		assert.equal(confirmations('MUETTE').length, 1);
		assert.equal((await notices.row('MUETTE'))['probleme'], '');
		assert.equal(stage.ordered('MUETTE').length, 1);
	});

	it('says so where the step that orders cannot start, and orders once it can', async () => {
		const robbed = await stage.open('proof-and-order', { withoutCredential: 'Order the notice' });
		await proposed('SANS-CLÉ');
		await notices.change('SANS-CLÉ', { etat: 'approuvée', reponse: 'Approuvée.' });
		await stage.attempt(robbed, 'Every five minutes');
		const row = await notices.row('SANS-CLÉ');
		assert.equal(row['etat'], 'approuvée');
		assert.match(String(row['probleme']), /n’a pas démarré/);
		await work();
		assert.equal((await notices.row('SANS-CLÉ'))['etat'], 'commandée');
		assert.equal(stage.ordered('SANS-CLÉ').length, 1);
	});

	it('reminds of a proof once when its closing time is near', async () => {
		await proposed('RAPPEL');
		const closingIn = async (hours: number) => {
			const bouclage = new Date(Date.now() + hours * 3_600_000).toISOString();
			await notices.change('RAPPEL', { bouclage });
		};
		const reminders = () => mails(REVIEWER, /^Rappel, EXEMPLE DÉMO : .* avant/, 'RAPPEL');
		await closingIn(25);
		await remind();
		assert.equal(reminders().length, 0, 'not near yet');
		await closingIn(2);
		for (let times = 0; times < 2; times += 1) await remind();
		assert.equal(reminders().length, 1);
		assert.match(linkIn(reminders()[0]?.text), /jeton=[0-9a-f]{64}/);
		await notices.change('RAPPEL', { etat: 'refusée' });
	});
}
