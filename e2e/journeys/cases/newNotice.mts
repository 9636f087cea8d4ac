/** A new notice from the two pages of its form to its row, with stand-ins for the two public registers. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { readExample } from '../../lib/workflow.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { first, second } from '../noticeForm.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const SIREN = '999999999';
/** The newspaper 12 of the sandbox. */
const GAZETTE = 'La Gazette de la Seine';

interface Assigned {
	readonly assignments: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

const COMPANY = {
	siren: SIREN,
	nom_raison_sociale: `L'EXEMPLE $& "DÉMO"`,
	nature_juridique: '5710',
	siege: { adresse: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS' },
};
const PERSONS = '{"capital":{"montantCapital":"5000.00"},"immat":{"nomGreffeImmat":"Paris"}}';

/** A kind of each family: the form's file, its path, the kind, and words of the text. */
const KINDS: ReadonlyArray<[string, string, string, RegExp]> = [
	['new-company', 'annonce-constitution', 'SASU', /AVIS DE CONSTITUTION.*à associé unique/],
	['company-change', 'annonce-modification', 'Transfert du siège', /TRANSFERT DU SIÈGE/],
	['company-change', 'annonce-modification', 'Modification du capital', /8\u00a0000\u00a0euros/],
	['company-end', 'annonce-dissolution', 'Clôture de liquidation', /CLÔTURE DE LIQUIDATION/],
	['other-notices', 'annonce-libre', 'Rectificatif', /il fallait lire/],
];

export function newNotice(): void {
	let notices: Notices;
	let away = '';
	const registers = httpStandIn(({ path }) => {
		if (away === 'page') return { status: 200, json: '<html>proxy</html>' };
		if (path.includes('registre')) return { json: { results: [{ listepersonnes: PERSONS }] } };
		return { json: { results: [COMPANY] } };
	}, true);
	const opened = async (example: string) => {
		const { nodes } = await readExample(example);
		const values = nodes.find(({ name }) => name === 'Your values');
		const asks = JSON.stringify(values?.parameters).includes('annuaire');
		const urls = {
			annuaire: `${registers.url}/search`,
			registre: `${registers.url}/registre`,
		};
		return await stage.open(example, asks ? { values: urls } : {});
	};

	before(async () => {
		notices = await setUp();
	});

	for (const [example, path, kind, words] of KINDS) {
		it(`${example}: the form writes a row for "${kind}", which can be quoted as it is`, async () => {
			const workflow = await opened(example);
			const dossier = `NEUF-${kind}`;
			await stage.active(workflow, async () => {
				const page = await first(path, dossier, kind);
				assert.equal((await notices.rows()).filter((row) => row['dossier'] === dossier).length, 0);
				await second(page);
				const said = await page.locator('body').innerText();
				assert.doesNotMatch(said, /Submit|change de département/);
				await page.close();
				await stage.rested(await stage.begun(workflow));
			});
			const row = await notices.row(dossier);
			assert.equal(row['etat'], 'à relire');
			assert.match(String(row['texte']), words);
			assert.doesNotMatch(String(row['texte']), /À COMPLÉTER|undefined/);
			assert.deepEqual([row['journal'], row['journal_nom']], ['12', GAZETTE]);
			await notices.change(dossier, { etat: 'refusée' });
		});
	}

	it('fills the company in from its SIREN, as a person can correct it', async () => {
		const workflow = await opened('company-change');
		await stage.active(workflow, async () => {
			const page = await first('annonce-modification', 'SIREN', 'Transfert du siège');
			const value = async (label: string) => await page.getByLabel(label).first().inputValue();
			assert.equal(await value('Dénomination'), COMPANY.nom_raison_sociale);
			assert.equal(await value('Forme'), 'société par actions simplifiée');
			assert.equal(await value('Siège social'), COMPANY.siege.adresse);
			assert.equal(await value('Capital en euros'), '5000');
			assert.equal(await value('Ville du RCS'), 'Paris');
			await page.getByLabel('Nouveau siège').fill('1 rue du <b>Test</b>, 44000 Nantes');
			await second(page);
			assert.match(
				await page.locator('body').innerText(),
				/il faut une annonce dans le 75 et une dans le 44/,
			);
			await page.close();
			await stage.rested(await stage.begun(workflow));
		});
		const row = await notices.row('SIREN');
		assert.equal(row['societe'], COMPANY.nom_raison_sociale);
		assert.match(String(row['texte']), /L'EXEMPLE \$&amp; "DÉMO"/);
		assert.match(String(row['texte']), /1 rue du &lt;b>Test&lt;\/b>/);
		await notices.change('SIREN', { etat: 'refusée' });
	});

	it('says that the registers are away; sent again it is prefilled, and overwrites the row that waits', async () => {
		const workflow: StoredWorkflow = await opened('company-end');
		await stage.active(workflow, async () => {
			for (const way of ['refused', 'page']) {
				registers.failing = way === 'refused' ? /./ : undefined;
				away = way;
				const page = await first('annonce-dissolution', 'PANNE', 'Dissolution anticipée');
				const shown = await page.locator('body').innerText();
				assert.match(shown, /annuaire des entreprises ne répond pas.*BODACC ne répond pas/s);
				if (way === 'refused') {
					assert.equal(await page.getByLabel('Dénomination').inputValue(), '');
				}
				await second(page);
				await page.close();
				await stage.rested(await stage.begun(workflow));
				await notices.change('PANNE', { etat: 'problème' });
			}
		});
		registers.failing = undefined;
		away = '';
		assert.equal((await notices.row('PANNE'))['categorie'], 'DISSOL', 'one row, written twice');
		await notices.change('PANNE', { etat: 'refusée' });
	});

	it('replaces the row of a preview that waits, whose link is dead then; touches none that is approved or ordered', async () => {
		const cells = {
			dossier: 'OCCUPÉ',
			nature: 'Dissolution anticipée',
			source: 'annonce-dissolution',
		};
		await notices.add({ ...cells, etat: 'approuvée', jeton: 'f00' });
		await notices.add({ ...cells, etat: 'commandée', reference: '26L1', jeton: 'f01' });
		await notices.add({ ...cells, jeton: 'f02', demande_le: '2026-11-20', empreinte: 'a-b' });
		const rows = async () => (await notices.rows()).filter(({ dossier }) => dossier === 'OCCUPÉ');
		const before = await rows();
		const workflow = await opened('company-end');
		await stage.active(workflow, async () => {
			const page = await first('annonce-dissolution', 'OCCUPÉ', 'Dissolution anticipée');
			await second(page);
			await page.close();
			await stage.rested(await stage.begun(workflow));
		});
		const after = await rows();
		assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
		assert.equal(after.length, before.length, 'no second row');
		assert.equal(after[2]?.['categorie'], 'DISSOL');
		assert.notEqual(after[2]?.['jeton'], 'f02');
		await notices.change('OCCUPÉ', { etat: 'refusée', reference: '' });
	});

	it('takes the same fields from another workflow, without a page', async () => {
		const { nodes } = await readExample('new-company');
		const fields = nodes
			.filter(({ name }) => /^Fields of (every company|SARL and EURL)$/.test(name))
			.flatMap(({ parameters }) => (parameters['assignments'] as Assigned).assignments);
		const filled = fields.map(({ name, value }) => [
			name,
			(JSON.parse(value) as Json)['placeholder'] ?? '',
		]);
		const json = {
			...(Object.fromEntries(filled) as Json),
			dossier: 'APPEL',
			forme: 'EURL',
			date_acte: '2026-03-02',
			acte: 'authentique',
			signataire: 'la gérance',
			journal_choisi: '12',
		};
		const workflow = await stage.open('new-company', {
			pinned: { 'From another workflow': [{ json }] },
		});
		succeeded(await stage.attempt(workflow, 'From another workflow'));
		assert.match(
			String((await notices.row('APPEL'))['texte']),
			/Par acte authentique du 2 mars 2026/,
		);
		await notices.change('APPEL', { etat: 'refusée' });
	});
}
