/** Odd answers to the trigger: each costs what it is about, and nothing that can be read stays away. */
import { jest } from '@jest/globals';
import { stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);
const stage = stageForTests();

it('an invoice with a placeholder date is an event like any other, and ends no poll', async () => {
	const { watch, references, first, second } = await stage.watching(2, { events: ['newInvoice'] });
	const invoices = ['0001-01-01', '1900-01-01', '0000-00-00', '2026-02-30', '9999-12-31', null].map(
		(date, at) => ({ type: 'facture', numero: `F${at}`, date_facture: date, date_echeance: date }),
	);
	const annonces = references.map((reference) => ({ reference, factures: invoices }));
	stage.answer('/factures', { annonces });
	const reported = await watch.poll();
	expect(reported.map(({ facture }) => facture)).toEqual(invoices);
	for (const { references_demandees: billed } of reported) expect(billed).toEqual([first, second]);
	stage.answer('/factures', { annonces });
	expect(await watch.poll()).toEqual([]);
});
