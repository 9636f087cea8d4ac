/** The page of the desk in a real browser: all notices, nothing that a hostile text could run. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredWorkflow } from '../../lib/client.mts';
import { openInvoices } from '../../lib/noticesTable.mts';
import { ARTIFACTS } from '../../lib/paths.mts';
import { after, before, it } from '../../lib/testing.mts';
import { setUp, type Notices } from '../notices.mts';
import { COLLEAGUE, stage } from '../stage.mts';

const HOSTILE = `"><img src=x onerror="document.title='run'"><script>document.title='run'</script>{{ 1 + 1 }}$'`;

export function deskPage(): void {
	let notices: Notices;
	let workflow: StoredWorkflow;

	before(async () => {
		notices = await setUp();
		workflow = await stage.open('desk-page');
		await stage.activate(workflow);
	});
	after(async () => await stage.client.deactivate(workflow.id));

	const address = () => `${stage.world.server.url}/webhook/annonces`;

	/** As a browser that knows the password does. */
	const opened = async (url: string) => {
		const known = btoa(`${COLLEAGUE.user}:${COLLEAGUE.password}`);
		return await fetch(url, { headers: { authorization: `Basic ${known}` } });
	};

	it('is shown to nobody without the password', async () => {
		assert.equal((await fetch(address())).status, 401);
	});

	it('says how to begin where there is no notice', async () => {
		for (const { dossier } of await notices.rows()) {
			await notices.change(String(dossier), { etat: '' });
		}
		const page = await stage.page();
		await page.goto(address());
		await page.getByText('Aucune annonce pour l’instant').waitFor();
		const link = page.getByRole('link', { name: 'Modification d’une société' });
		const form = `${stage.world.server.url}/form/annonce-modification`;
		assert.equal(await link.first().getAttribute('href'), form);
		assert.equal(await page.locator('table').count(), 0);
		await page.close();
	});

	it('names the newspaper, and shows attestation and invoice of a row of the table, and of no other notice', async () => {
		const [reference = '', foreign = ''] = await stage.orders(2);
		const number = stage.sandbox.notices.invoice(reference);
		const cells = { etat: 'parue', reference, attestation_le: '2026-11-20T10:00:00' };
		await notices.add({ dossier: 'PAGE-PDF', journal_nom: 'La Gazette & Cie (75)', ...cells });
		const page = await stage.page();
		await page.goto(address());
		const line = page.locator('tbody tr', { hasText: 'PAGE-PDF' });
		assert.match(await line.locator('td').nth(1).innerText(), /^La Gazette & Cie\s\(75\)/);
		assert.match(await line.innerText(), /facture attendue/);
		await (
			await openInvoices(stage.client)
		).add({ numero: number, type: 'facture', reference, date: '2026-12-01', ttc: 1134.33 });
		await page.reload();
		assert.doesNotMatch(await line.innerText(), /facture attendue/);
		assert.match(
			(await line.innerText()).replace(/\s/g, ' '),
			new RegExp(`facture ${number} du 1er décembre, 1 134,33 €`),
		);
		const hrefOf = async (name: RegExp) =>
			String(await line.getByRole('link', { name }).getAttribute('href'));
		const links = [await hrefOf(/attestation/), await hrefOf(/facture/)];
		await page.close();
		assert.deepEqual(links, [`?attestation=${reference}`, `?facture=${number}`]);
		for (const link of links) {
			const pdf = await opened(address() + link);
			assert.equal(pdf.headers.get('content-type'), 'application/pdf');
			assert.match(await pdf.text(), /^%PDF-/);
			assert.equal((await fetch(address() + link)).status, 401);
		}
		const unavailable = async (query: string) => {
			const answer = await opened(`${address()}?${query}`);
			assert.equal(answer.status, 404, query);
			assert.match(await answer.text(), /Ce document n’est pas ou plus disponible/);
		};
		for (const other of [foreign, '%', reference.slice(0, -1)]) {
			await unavailable(`attestation=${other}`);
		}
		await unavailable('facture=FA-2026-99999');
		stage.sandbox.settings({ pdfLinks: 'html' });
		await unavailable(`attestation=${reference}`).finally(() =>
			stage.sandbox.settings({ pdfLinks: 'plain' }),
		);
	});

	it('puts first what has to be done, by its closing time, with one button each', async () => {
		const now = Date.now();
		const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
		const waiting = { etat: 'à relire', demande_le: at(0), journal: '12', journal_nom: '' };
		await notices.add({ dossier: 'TRI-4', etat: 'commandée', reference: 'R-4' });
		await notices.add({ dossier: 'TRI-2', ...waiting, jeton: 'beef', bouclage: at(9) });
		await notices.add({ dossier: 'TRI-3', etat: 'à relire' });
		await notices.add({ dossier: 'TRI-1', ...waiting, jeton: 'f00d', bouclage: at(1) });
		await notices.add({ dossier: 'TRI-P', etat: 'problème', nature: 'Autre', siren: '1' });
		const page = await stage.page();
		await page.goto(address());
		const lines = await page.locator('tbody tr').allInnerTexts();
		const order = lines.flatMap((line) => /TRI-./.exec(line)?.[0] ?? []);
		assert.deepEqual(order, ['TRI-1', 'TRI-2', 'TRI-P', 'TRI-3', 'TRI-4']);
		const line = (dossier: string) => page.locator('tbody tr', { hasText: dossier });
		assert.match(await line('TRI-1').innerText(), /demain, \d\d? h/);
		assert.doesNotMatch(await page.locator('body').innerText(), /journal 12/);
		const { url } = stage.world.server;
		const buttons: Readonly<Record<string, string[]>> = {
			'TRI-1': [`${url}/webhook/annonce-accord?jeton=f00d`],
			'TRI-P': [`${url}/form/annonce-modification?dossier=TRI-P&nature=Autre&forme=Autre&siren=1`],
			'TRI-3': [],
			'TRI-4': [],
		};
		for (const [dossier, links] of Object.entries(buttons)) {
			const found = line(dossier).locator('a.bouton');
			assert.deepEqual(
				await found.evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
				links,
			);
		}
		await page.setViewportSize({ width: 390, height: 844 });
		const box = await page.getByRole('link', { name: 'Relire et répondre' }).first().boundingBox();
		assert.ok(box && box.y + box.height < 844, 'the first answer is on the first screen');
		await page.close();
	});

	it('shows what stands in the table as text, filters, searches and saves without a call, fits a telephone', async () => {
		await notices.add({ dossier: HOSTILE, societe: HOSTILE, probleme: HOSTILE, etat: 'problème' });
		// A month in which no other row of these journeys is published.
		const formula = { societe: '=1+1', date_parution: '2031-03-01', total_ttc: 1134.5 };
		await notices.add({ dossier: 'PAGE-1', etat: 'refusée', ...formula });
		const link = { bodacc: 'javascript:alert(1)', reference: 'R-LIEN' };
		await notices.add({ dossier: 'LIEN-1', etat: 'parue', ...link });
		const page = await stage.page();
		let calls = 0;
		page.on('request', (request) => (calls += request.url().startsWith('data:') ? 0 : 1));
		await page.goto(address());
		assert.ok((await page.locator('body').innerText()).includes(HOSTILE), 'as it was typed');
		assert.equal(await page.title(), 'Annonces légales');
		assert.equal(await page.locator('tbody img, tbody script').count(), 0);
		assert.equal(await page.locator('tbody tr', { hasText: 'LIEN-1' }).locator('a').count(), 0);
		const visible = page.locator('tbody tr:visible');
		const all = await visible.count();
		const before = calls;
		const problems = (await notices.rows()).filter(({ etat }) => etat === 'problème').length;
		await page.getByRole('button', { name: `problème ${problems}` }).click();
		assert.equal(await visible.count(), problems);
		await page.getByRole('button', { name: `Toutes ${all}` }).click();
		await page.getByLabel('Mois').selectOption({ label: 'mars 2031' });
		assert.equal(await visible.count(), 1);
		await page.getByText(/^1 annonce, 1\s134,50\s€ TTC$/).waitFor();
		const file = page.waitForEvent('download');
		await page.getByRole('link', { name: 'CSV' }).click();
		const list = await readFile(await (await file).path(), 'utf8');
		const [head, line, ...more] = list.split('\r\n');
		assert.match(head ?? '', /^\uFEFFDossier;Société;Nature;État;Journal;Parution;/);
		assert.match(line ?? '', /^"PAGE-1";"'=1\+1";.*;"refusée";.*;"01\/03\/2031";"";"1134,5";/);
		assert.deepEqual(more, []);
		await page.getByLabel('Mois').selectOption('');
		await page.getByLabel('Chercher').fill('lien');
		assert.ok((await visible.allInnerTexts()).every((text) => text.toLowerCase().includes('lien')));
		await page.getByLabel('Chercher').fill('');
		assert.equal(await visible.count(), all);
		assert.equal(calls, before, 'no call');

		const folder = join(ARTIFACTS, 'desk');
		await mkdir(folder, { recursive: true });
		for (const colorScheme of ['light', 'dark'] as const) {
			for (const width of [360, 1280]) {
				await page.emulateMedia({ colorScheme });
				await page.setViewportSize({ width, height: 800 });
				const wide = await page.evaluate('document.documentElement.scrollWidth');
				assert.ok(Number(wide) <= width, `${String(wide)} at ${width}`);
				await page.screenshot({ path: join(folder, `page-${colorScheme}-${width}.png`) });
			}
		}
		await page.close();
	});
}
