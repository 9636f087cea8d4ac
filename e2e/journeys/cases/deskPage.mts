/** The page of the desk in a real browser: all notices, nothing that a hostile text could run. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredWorkflow } from '../../lib/client.mts';
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

	it('names the newspaper, and shows the attestation of a row of the table, and of no other notice', async () => {
		const [reference, foreign] = await stage.orders(2);
		const resume = `Commandée sous la référence ${reference} : Modification, La Gazette & Cie (75), parution le 2 mars 2027`;
		const cells = { etat: 'commandée', reference, resume, attestation_le: '2026-11-20T10:00:00' };
		await notices.add({ dossier: 'PAGE-PDF', ...cells });
		const page = await stage.page();
		await page.goto(address());
		const line = page.locator('tbody tr', { hasText: 'PAGE-PDF' });
		assert.match(await line.locator('td').nth(2).innerText(), /^La Gazette & Cie \(75\)/);
		const link = await line.getByText('Attestation (PDF)').getAttribute('href');
		await page.close();
		assert.equal(link, `?attestation=${reference}`);
		const pdf = await opened(address() + String(link));
		assert.equal(pdf.headers.get('content-type'), 'application/pdf');
		assert.match(await pdf.text(), /^%PDF-/);
		assert.equal((await fetch(address() + String(link))).status, 401);
		for (const other of [foreign, '%', reference?.slice(0, -1)]) {
			assert.equal((await opened(`${address()}?attestation=${other}`)).status, 500, other);
		}
		stage.sandbox.settings({ pdfLinks: 'html' });
		const spoiled = await opened(address() + String(link)).finally(() =>
			stage.sandbox.settings({ pdfLinks: 'plain' }),
		);
		assert.doesNotMatch(spoiled.headers.get('content-type') ?? '', /html/);
	});

	it('shows what stands in the table as text, filters and searches without a call, fits a telephone', async () => {
		await notices.add({ dossier: HOSTILE, societe: HOSTILE, probleme: HOSTILE, etat: 'problème' });
		await notices.add({
			dossier: 'PAGE-1',
			etat: 'à relire',
			jeton: 'f00d',
			bouclage: '2026-12-01T10:00:00.000+01:00',
		});
		await notices.add({ dossier: 'PAGE-2', etat: 'à relire', probleme: 'Journal inconnu.' });
		await notices.add({
			dossier: 'LIEN-1',
			etat: 'parue',
			bodacc_lien: 'javascript:alert(1)',
			reference: 'R-1',
		});
		const page = await stage.page();
		let calls = 0;
		page.on('request', () => (calls += 1));
		await page.goto(address());
		assert.ok((await page.locator('body').innerText()).includes(HOSTILE), 'as it was typed');
		const todo = async (dossier: string) =>
			await page.locator('tbody tr', { hasText: dossier }).locator('td').nth(4).innerText();
		assert.match(await todo('PAGE-1'), /^Relire et répondre \(relecteur\)/);
		assert.match(
			await todo('PAGE-2'),
			/^Attendre l’épreuve, ou régler le problème[^]*Journal inconnu/,
		);
		assert.equal(await page.title(), 'Annonces légales');
		assert.equal(await page.locator('tbody img, tbody script').count(), 0);
		const links = async (dossier: string) =>
			await page
				.locator('tbody tr', { hasText: dossier })
				.locator('a')
				.evaluateAll((found) => found.map((one) => one.getAttribute('href')));
		const approval = `${stage.world.server.url}/webhook/annonce-accord?jeton=f00d`;
		assert.deepEqual([await links('PAGE-1'), await links('LIEN-1')], [[approval], []]);
		const visible = page.locator('tbody tr:visible');
		const all = await visible.count();
		assert.ok(all >= 3);
		const before = calls;
		await page.getByLabel('État').selectOption('problème');
		const problems = (await notices.rows()).filter(({ etat }) => etat === 'problème').length;
		assert.equal(await visible.count(), problems);
		await page.getByLabel('État').selectOption('');
		await page.getByLabel('Chercher').fill('page');
		assert.ok((await visible.allInnerTexts()).every((text) => text.toLowerCase().includes('page')));
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
