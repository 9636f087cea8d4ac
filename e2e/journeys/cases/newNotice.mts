/** A new notice from the two pages of its form to its row, with stand-ins for the two public registers. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { readExample } from '../../lib/workflow.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { first, second, type FormField } from '../noticeForm.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const SIREN = '999999999';
const COMPANY = {
	siren: SIREN,
	nom_raison_sociale: "L'EXEMPLE $& <b>DÉMO</b>",
	nature_juridique: '5710',
	siege: { adresse: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS' },
};
const PERSONS = '{"capital":{"montantCapital":"5000.00"},"immat":{"nomGreffeImmat":"Paris"}}';

/** A kind of each family: the form's file, its path, the kind, and words of the text. */
const KINDS: ReadonlyArray<[string, string, string, RegExp]> = [
	['new-company', 'annonce-constitution', 'SASU', /AVIS DE CONSTITUTION.*à associé unique/],
	['company-change', 'annonce-modification', 'Transfert du siège', /TRANSFERT DU SIÈGE/],
	['company-change', 'annonce-modification', 'Modification du capital', /8 000 euros/],
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
		const asks = JSON.stringify(values?.parameters).includes('directoryUrl');
		const urls = {
			directoryUrl: `${registers.url}/search`,
			registerUrl: `${registers.url}/registre`,
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
				await second(page, example);
				const said = await page.locator('body').innerText();
				assert.doesNotMatch(said, /Submit|Form Submitted|change de département/);
				await page.close();
				await stage.rested(await stage.begun(workflow));
			});
			const row = await notices.row(dossier);
			assert.equal(row['etat'], 'à relire');
			assert.match(String(row['texte']), words);
			assert.doesNotMatch(String(row['texte']), /À COMPLÉTER|undefined/);
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
			await page.getByLabel('Nouveau siège').fill('1 rue du Test, 44000 Nantes');
			await second(page, 'company-change');
			assert.match(
				await page.locator('body').innerText(),
				/il faut une annonce dans le 75 et une dans le 44/,
			);
			await page.close();
			await stage.rested(await stage.begun(workflow));
		});
		const row = await notices.row('SIREN');
		assert.equal(row['societe'], COMPANY.nom_raison_sociale);
		assert.match(String(row['texte']), /L'EXEMPLE \$&amp; &lt;b>DÉMO&lt;\/b>/);
		await notices.change('SIREN', { etat: 'refusée' });
	});

	it('goes on with empty fields while the registers are away, and overwrites a row that waits for it', async () => {
		const workflow: StoredWorkflow = await opened('company-end');
		await stage.active(workflow, async () => {
			for (const way of ['refused', 'page']) {
				registers.failing = way === 'refused' ? /./ : undefined;
				away = way;
				const page = await first('annonce-dissolution', 'PANNE', 'Dissolution anticipée');
				assert.equal(await page.getByLabel('Dénomination').inputValue(), '');
				await second(page, 'company-end');
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

	it('touches no row that waits for an answer, is approved or ordered, though its file is the same', async () => {
		const states = ['à relire', 'approuvée', 'commandée'];
		const cells = { nature: 'Dissolution anticipée', source: 'annonce-dissolution' };
		for (const etat of states) {
			await notices.add({ dossier: 'OCCUPÉ', ...cells, etat, reference: '26L1', jeton: 'f00' });
		}
		const rows = async () => (await notices.rows()).filter(({ dossier }) => dossier === 'OCCUPÉ');
		const before = await rows();
		const workflow = await opened('company-end');
		await stage.active(workflow, async () => {
			const page = await first('annonce-dissolution', 'OCCUPÉ', 'Dissolution anticipée');
			await second(page, 'company-end');
			await page.close();
			await stage.rested(await stage.begun(workflow));
		});
		const after = await rows();
		assert.deepEqual(after.slice(0, states.length), before);
		assert.equal(after.length, states.length + 1, 'a row of its own');
		await notices.change('OCCUPÉ', { etat: 'refusée', reference: '' });
	});

	it('takes the same fields from another workflow, without a page', async () => {
		const { nodes } = await readExample('new-company');
		const form = nodes.find(({ name }) => name === 'Fields of SARL and EURL')?.parameters;
		const { values } = form?.['formFields'] as { values: readonly FormField[] };
		const filled = values.map(({ fieldName, placeholder = '' }) => [fieldName, placeholder]);
		const json = {
			...(Object.fromEntries(filled) as Json),
			dossier: 'APPEL',
			forme: 'EURL',
			date_acte: '2026-03-02',
			acte: 'authentique',
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
