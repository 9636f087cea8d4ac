/** The page: behind its own password, what is to be done first, nothing of a row as HTML, and no link that approves. */
import assert from 'node:assert/strict';
import { before, it } from '../../lib/testing.mts';
import type { Desk } from '../desk.mts';
import { COLLEAGUE, READER, stage } from '../stage.mts';

const basic = ({ user, password }: typeof READER) =>
	`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export function pageOfNotices(desk: () => Desk): void {
	let address = '';
	before(async () => {
		await stage.activate(await stage.open('page-of-notices'));
		address = `${stage.world.server.url}/webhook/annonces`;
	});
	const get = async (who?: typeof READER) =>
		await fetch(address, who && { headers: { authorization: basic(who) } });

	it('opens with its own password only', async () => {
		assert.equal((await get()).ok, false);
		assert.equal((await get(COLLEAGUE)).ok, false);
		const answer = await get(READER);
		assert.equal(answer.status, 200);
		const headers = Object.fromEntries(answer.headers);
		assert.equal(headers['content-type'], 'text/html; charset=utf-8');
		assert.equal(headers['cache-control'], 'no-store');
		assert.equal(headers['referrer-policy'], 'no-referrer');
		assert.match(headers['content-security-policy'] ?? '', /^sandbox (?!.*allow-same-origin)/);
	});

	it('shows what somebody has to do first, by its closing time, and holds no link that approves', async () => {
		const cells = { etat: 'à approuver', total_ttc: 1234.5 };
		await desk().add({ ...cells, dossier: 'P-LOIN', bouclage: '2099-12-01T12:00:00+01:00' });
		await desk().add({ ...cells, dossier: 'P-PROCHE', bouclage: '2099-11-01T12:00:00+01:00' });
		await desk().add({ dossier: 'P-FINI', etat: 'parue', reference: '26L9' });
		await desk().add({ dossier: 'P-FAUX', etat: 'problème', probleme: 'Devis impossible : siège' });
		await desk().add({ dossier: 'P-SUSPENDUE', etat: 'suspendue', reference: '26L8' });
		await desk().add({ dossier: 'P-PERDUE', etat: 'introuvable', reference: '26L7' });
		const html = await (await get(READER)).text();
		assert.match(html, /dossier P-SUSPENDUE[^]*?>suspendue<[^]*?À corriger avec le journal<\/td>/);
		assert.match(html, /dossier P-PERDUE[^]*?>introuvable<[^]*?Vérifier la référence<\/td>/);
		const at = ['P-FAUX', 'P-SUSPENDUE', 'P-PERDUE', 'P-PROCHE', 'P-LOIN', 'P-FINI'].map((file) =>
			html.indexOf(file),
		);
		assert.deepEqual(
			[...at].sort((one, other) => one - other),
			at,
		);
		assert.ok(at.every((place) => place > 0));
		assert.match(html, /1\u00a0234,50\u00a0€/);
		assert.doesNotMatch(html, /webhook-waiting|signature=/);
	});

	it('shows a hostile name as text and filters by state and words', async () => {
		const societe = `<img src=x onerror="document.title='X'"> & "A" <script>document.title='X'</script>`;
		await desk().add({ dossier: 'P-HOSTILE', etat: 'refusée', societe, probleme: '=1+1</td><b>x' });
		const page = await stage.page(READER);
		await page.goto(address);
		assert.equal(await page.title(), 'Annonces légales');
		assert.equal(await page.locator('td img, td script, td b b').count(), 0);
		const line = page.locator('tr', { hasText: 'P-HOSTILE' });
		assert.equal(await line.locator('b').innerText(), societe);
		await page.getByRole('button', { name: /^En cours/ }).click();
		assert.equal(await line.isVisible(), false);
		await page.getByRole('button', { name: /^Terminées/ }).click();
		assert.equal(await line.isVisible(), true);
		await page.getByRole('button', { name: /^Terminées/ }).click();
		await page.getByLabel('Rechercher').fill('p-hostile');
		await page.getByText('1 annonce', { exact: true }).waitFor();
		await page.getByText('Liste (CSV)').click();
		const href = decodeURIComponent(
			(await page.getByText('Liste (CSV)').getAttribute('href')) ?? '',
		);
		assert.match(href, /;"'=1\+1<\/td><b>x"$/);
		await page.close();
	});
}
