import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Fault } from '../../../sandbox/index.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';

const EXAMPLE = 'correct-a-notice';
const TEXT = 'EXEMPLE DÉMO, SAS. Transfert du siège corrigé.';
const [order, status] = [{ path: 'order' }, { path: 'status' }];
/** The newspaper refuses the new order after the old one is cancelled. */
const REFUSED: Fault = { kind: 'codes', codes: ['err_bouclage_depasse'], match: order, times: 1 };
const LOST: Fault = { kind: 'dropAfter', match: order, times: 1 };
/** After so many answers there is none. */
const silent = (skip: number): Fault => ({ kind: 'dropBefore', match: status, skip, times: 99 });

/** Corrections that end half done: what page and e-mail say, and what went wrong. */
const halves: ReadonlyArray<[RegExp, ...Fault[]]> = [
	[/Ancienne annonce annulée, nouvelle annonce non commandée.*Old Notice Already/s, REFUSED],
	[/peut-être annulée, nouvelle annonce non commandée/, REFUSED, silent(1)],
	[/nouvelle annonce peut-être commandée/, LOST, silent(2)],
];

export function correctANotice(): void {
	const sent = async (asked: string, text: string, dossier: string): Promise<Page> =>
		await stage.form('legal-notice-correction', {
			'Référence ou numéro de commande': asked,
			Dossier: dossier,
			'Texte corrigé': text,
		});
	/** Sends the form. @returns what the last page says */
	async function corrected(asked: string, text = `${TEXT} ${asked}`): Promise<string> {
		const page = await sent(asked, text, 'CORRECT-1');
		await page.waitForURL(/form-waiting/);
		await page.getByRole('heading').first().waitFor();
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}
	const found = (reference: string) =>
		stage.sandbox.journal.orders().find((order) => order.reference === reference);

	const meanwhile = async (work: () => Promise<void>) =>
		await stage.active(await stage.open(EXAMPLE), work);

	it('replaces a notice, and says so where it is not known, not printable, or published', async () => {
		await meanwhile(async () => {
			const old = await stage.numbered('CORRECT-A');
			const said = await corrected('CORRECT-A');
			const [, fresh = ''] = /devient (\w+)/.exec(said) ?? [];
			assert.match(said, new RegExp(`Remplacée : ${old}`));
			assert.notEqual(fresh, old);
			assert.equal(found(fresh)?.dossier, 'CORRECT-1');

			assert.match(await corrected('CORRECT-X'), /introuvable/);
			const refused = await corrected(fresh, 'Nomination de Đặng en qualité de gérant.');
			assert.match(refused, /Rien n’a été changé.*'Text'/s);
			assert.equal(found(fresh)?.statut, 'a-paraitre');
			stage.sandbox.notices.publish(fresh);
			assert.match(await corrected(fresh), /rectificatif/);
		});
	});

	it('says on its page and to the office what is half done, also when that e-mail is refused', async () => {
		await meanwhile(async () => {
			for (const [half, ...faults] of halves) {
				for (const refusing of [/./, undefined]) {
					const [old = ''] = await stage.orders(1);
					faults.forEach((fault) => stage.sandbox.fault(fault));
					stage.mail.refusing = refusing;
					assert.match(await corrected(old), half);
					stage.mail.refusing = undefined;
					stage.sandbox.clearFaults();
					const mails = stage.mail.mails.filter(({ subject }) => subject.includes(old));
					assert.equal(mails.length, refusing ? 0 : 1);
					for (const { text } of mails) assert.match(text, half);
				}
			}
		});
	});

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
			[asked = ''] = await stage.orders(1);
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
