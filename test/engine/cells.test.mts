/** Cells of tables on their way through an operation: what reaches the service, what is reported, and what stops unsent. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

let files = 0;
async function order(item: object, parameters: object) {
	const fileReference = `CELL-${++files}`;
	const more = { items: [item as IDataObject] };
	const ran = await sandbox.run('notice.order', { ...BILLED, fileReference, ...parameters }, more);
	const [sent] = sandbox.standing(fileReference);
	return { ...ran, body: sent?.body as IDataObject | undefined };
}

/** A row as a spreadsheet hands it over. */
const ROW = {
	nom: 'SARL\u00a0DUPONT\u200b',
	service: 'Service achats',
	adresse: '1, rue du Pont\nBâtiment B',
	cp: 1000,
	ville: ' Bourg-en-Bresse',
	pays: 'France',
	tel: 612345678,
	mail: 'Camille <mailto:name@example.com>;',
	mobile: ' ',
};
const advertiser = {
	name: '={{ $json.nom }}',
	nameComplement: '={{ $json.service }}',
	address: '={{ $json.adresse }}',
	addressComplement: 'Bâtiment C',
	postcode: '={{ $json.cp }}',
	city: '={{ $json.ville }}',
	country: '={{ $json.pays }}',
	phone: '={{ $json.tel }}',
	mobile: '={{ $json.mobile }}',
	email: '={{ $json.mail }}',
};
const billed = { billingMode: 'annonceur', advertiser };

test('a row of a spreadsheet bills the advertiser that a person sees in it, and a repaired postcode is reported', async () => {
	const { told, body, json } = await order(ROW, billed);
	expect(told).toBe('');
	expect(body?.facturation).toEqual({
		nom_raison_sociale: 'SARL DUPONT',
		prenom_nom_complement: 'Service achats',
		adresse: '1, rue du Pont, Bâtiment B',
		adresse_complement: 'Bâtiment C',
		code_postal: '01000',
		ville: 'Bourg-en-Bresse',
		pays: 'FRA',
		telephone: '0612345678',
		email: 'name@example.com',
	});
	expect(json[0]?.avertissements).toEqual([expect.stringMatching(/1000 .* sent as 01000/)]);
});

test.each(['notice.getStatus', 'document.getMany', 'invoice.getMany', 'notice.cancel'])(
	'%s requires one reference per item, and says so before any call',
	async (operation) => {
		const { told, advice } = await sandbox.runFor(operation, ['"AL-1","AL-2"']);
		expect(told).toMatch(/^[^:]+: 'Reference or Order Number' holds several references/);
		expect(advice).toMatch(/one per item/);
		expect(sandbox.calls()).toEqual([]);
	},
);

test('a serial number of a spreadsheet is recognised as one, and nothing is sent', async () => {
	const { told, advice } = await order(
		{ day: 46360 },
		{ publicationDate: byId('={{ $json.day }}') },
	);
	expect(told).toMatch(/is 46360, the serial number that spreadsheets keep for 2026-12-04/);
	expect(advice).toContain("DateTime.fromISO('1899-12-30')");
	expect(sandbox.calls()).toEqual([]);
});
