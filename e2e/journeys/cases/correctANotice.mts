import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Fault } from '../../../sandbox/index.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';

const EXAMPLE = 'correct-a-notice';
const TEXT = 'EXEMPLE DÉMO, SAS. Transfert du siège corrigé.';
/** The newspaper refuses the new order after the old one is cancelled. */
const LATE: Fault = {
	kind: 'codes',
	codes: ['err_bouclage_depasse'],
	match: { path: 'order' },
	times: 1,
};

export function correctANotice(): void {
	let workflow: StoredWorkflow;

	before(async () => {
		workflow = await stage.open(EXAMPLE);
		await stage.activate(workflow);
	});
	after(async () => await stage.client.deactivate(workflow.id));

	const sent = async (asked: string, text: string, dossier: string): Promise<Page> =>
		await stage.form('legal-notice-correction', {
			'Référence ou numéro de commande': asked,
			Dossier: dossier,
			'Texte corrigé': text,
		});
	/** Sends the form. @returns what the last page says */
	async function corrected(asked: string, text = TEXT): Promise<string> {
		const page = await sent(asked, text, 'CORRECT-1');
		await page.waitForURL(/form-waiting/);
		await page.getByRole('heading').first().waitFor();
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}
	const placed = async (number: string): Promise<string> =>
		String((await stage.order({ dossier: 'CORRECT-0', numero_commande: number }))['reference']);
	const found = (reference: string) =>
		stage.sandbox.journal.orders().find((order) => order.reference === reference);
	const alerts = () =>
		stage
			.mailsTo('formalites@cabinet-demo.example')
			.filter(({ subject }) => subject.startsWith('Urgent : '));

	it('replaces a notice that is not published yet', async () => {
		const old = await placed('CORRECT-A');
		const said = await corrected('CORRECT-A');
		const [, fresh = ''] = /devient (\w+)/.exec(said) ?? [];
		assert.match(said, new RegExp(`Remplacée : ${old}`));
		assert.notEqual(fresh, old);
		assert.equal(found(fresh)?.dossier, 'CORRECT-1');
	});

	it('says that a notice is not known, is published, or stands because the new text is refused', async () => {
		assert.match(await corrected('CORRECT-X'), /introuvable/);
		const old = await placed('CORRECT-B');
		const said = await corrected(old, 'Nomination de Đặng en qualité de gérant.');
		assert.match(said, /Rien n’a été changé.*'Text'/s);
		assert.equal(found(old)?.statut, 'a-paraitre');
		stage.sandbox.notices.publish(old);
		assert.match(await corrected(old), /rectificatif/);
	});

	it('alerts the office when the old notice is cancelled and the new one cannot be ordered', async () => {
		const old = await placed('CORRECT-D');
		stage.sandbox.fault(LATE);
		const said = await corrected(old, `${TEXT} Autre.`);
		assert.match(said, /Ancienne annonce annulée, nouvelle annonce non commandée/);
		const [mail, ...more] = alerts();
		assert.deepEqual(more, []);
		assert.match(mail?.text ?? '', new RegExp(`${old} is cancelled.*Old Notice Already`, 's'));
	});

	it('says on its page what is half done, also when that e-mail is refused', async () => {
		await placed('CORRECT-F');
		stage.sandbox.fault(LATE);
		stage.mail.refusing = /./;
		const said = await corrected('CORRECT-F', `${TEXT} Refusé.`);
		stage.mail.refusing = undefined;
		assert.match(said, /annulée, nouvelle annonce non commandée.*Old Notice Already Cancelled/s);
	});

	const lost: Fault = { kind: 'dropAfter', match: { path: 'order' }, times: 1 };
	for (const [words, fault, skip] of [
		['peut-être annulée, nouvelle annonce non commandée', LATE, 1],
		['nouvelle annonce peut-être commandée', lost, 2],
	] as const) {
		it(`says "${words}" when nobody can say more, and alerts the office`, async () => {
			const before = alerts().length;
			const old = await placed(`CORRECT-${skip}`);
			stage.sandbox.fault(fault);
			stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'status' }, skip, times: 1000 });
			assert.match(await corrected(old, `${TEXT} ${skip}.`), new RegExp(words));
			stage.sandbox.clearFaults();
			assert.equal(alerts().length, before + 1);
		});
	}

	let asked = '';
	survives({
		example: EXAMPLE,
		trigger: 'Correction form',
		single: true,
		nodes: {
			'Get the status': () => ({ service: { path: 'status' } }),
			'Replace the notice': () => ({ service: { path: 'quote' } }),
		},
		async prepare(dossier) {
			await stage.client.deactivate(workflow.id);
			asked = await placed(`OLD-${dossier}`);
			const done = () => stage.ordered(dossier).map(() => dossier);
			return { own: {}, done, remembered: done };
		},
		play: async (played, file) =>
			await stage.active(played, async () => {
				const page = await sent(asked, `${TEXT} ${file}.`, file);
				const run = await stage.rested(await stage.begun(played));
				await page.close();
				if (stage.ordered(file).length === 0) {
					assert.equal(found(asked)?.statut, 'a-paraitre', 'the old notice stands');
				}
				return run;
			}),
	});
}
