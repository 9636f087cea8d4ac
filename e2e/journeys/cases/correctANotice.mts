import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Fault } from '../../../sandbox/index.mts';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

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
	/** Sends the form, and says yes on the page that it leads to, where there is one. */
	async function sent(asked: string, text: string, dossier: string): Promise<Page> {
		const page = await stage.form('legal-notice-correction', {
			'Référence ou numéro de commande': asked,
			Dossier: dossier,
			'Texte corrigé': text,
		});
		await page
			.getByText(/^À vérifier|introuvable|déjà parue|^Problem/)
			.first()
			.waitFor();
		const shown = await page.locator('body').innerText();
		if (!shown.includes('À vérifier')) return page;
		assert.ok(shown.includes(text));
		assert.equal(stage.ordered(dossier).filter(({ texte }) => texte.includes(text)).length, 0);
		await stage.decide(page, 'Oui, remplacer');
		await page
			.getByText(/^Remplacée|^Ancienne annonce|^Rien n’a été changé|^Problem/)
			.first()
			.waitFor();
		return page;
	}
	/** Sends the form. @returns what the last page says */
	async function corrected(asked: string, text = `${TEXT} ${asked}`): Promise<string> {
		const page = await sent(asked, text, 'CORRECT-1');
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}
	const found = (reference: string) =>
		stage.sandbox.journal.orders().find((order) => order.reference === reference);

	/** The table of the notices that may be replaced. */
	const known = async (...references: string[]) =>
		await createTable(
			'table-to-orders',
			references.map((reference) => ({ reference, order_number: reference })),
		);
	async function meanwhile(references: readonly string[], work: () => Promise<void>) {
		const { name: table } = await known(...references);
		await stage.active(await stage.open(EXAMPLE, { values: { table } }), work);
	}

	it('replaces a notice, and says so where it is not known, not printable, or published', async () => {
		const old = await stage.numbered('CORRECT-A');
		const foreign = await stage.numbered('CORRECT-B');
		await meanwhile(['CORRECT-A'], async () => {
			const said = await corrected('CORRECT-A');
			const [, fresh = ''] = /devient (\w+)/.exec(said) ?? [];
			assert.match(said, new RegExp(`Remplacée : ${old}`));
			assert.notEqual(fresh, old);
			assert.equal(found(fresh)?.dossier, 'CORRECT-1');

			for (const asked of ['CORRECT-X', 'CORRECT-B', foreign, 'CORRECT-', `${fresh}1`]) {
				assert.match(await corrected(asked), /introuvable/, 'it is not in the table');
			}
			assert.equal(found(foreign)?.statut, 'a-paraitre');
			const refused = await corrected(fresh, 'Nomination de Đặng en qualité de gérant.');
			assert.match(refused, /Rien n’a été changé.*'Text'/s);
			assert.equal(found(fresh)?.statut, 'a-paraitre');
			stage.sandbox.notices.publish(fresh);
			assert.match(await corrected(fresh), /rectificatif/);
		});
	});

	it('says on its page and to the office what is half done, also when that e-mail is refused', async () => {
		const olds = await stage.orders(halves.length * 2);
		await meanwhile(olds, async () => {
			for (const [half, ...faults] of halves) {
				for (const refusing of [/./, undefined]) {
					const old = olds.shift() ?? '';
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
			const { name: table } = await known(asked);
			return { own: { values: { table } }, done, remembered: done };
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
