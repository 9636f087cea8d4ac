/** Cells of tables on their way through an operation: what reaches the service, what is told, and what stops unsent. */
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
	adresse: '1, rue du Pont\nBâtiment B',
	cp: 1000,
	ville: ' Bourg-en-Bresse',
	pays: 'France',
	tel: 612345678,
	mail: 'Camille <mailto:name@example.com>;',
};
const advertiser = {
	name: '={{ $json.nom }}',
	address: '={{ $json.adresse }}',
	postcode: '={{ $json.cp }}',
	city: '={{ $json.ville }}',
	country: '={{ $json.pays }}',
	phone: '={{ $json.tel }}',
	email: '={{ $json.mail }}',
};
const billed = { billingMode: 'annonceur', advertiser };

test('a row of a spreadsheet bills the advertiser that a person sees in it, and a repaired postcode is told', async () => {
	const { told, body, json } = await order(ROW, billed);
	expect(told).toBe('');
	expect(body?.facturation).toEqual({
		nom_raison_sociale: 'SARL DUPONT',
		adresse: '1, rue du Pont, Bâtiment B',
		code_postal: '01000',
		ville: 'Bourg-en-Bresse',
		pays: 'FRA',
		telephone: '0612345678',
		email: 'name@example.com',
	});
	expect(json[0]?.avertissements).toEqual([expect.stringMatching(/1000 .* sent as 01000/)]);
});

test.each([
	[{ cp: 'F-75002' }, { code_postal: '75002' }],
	[{ cp: 1000, pays: 'BEL', tel: '02 123 45 67' }, { code_postal: '1000' }],
	[{ tel: '' }, {}],
	[{ tel: null, mail: null }, {}],
])('with %j in it nothing is told', async (cells, sent) => {
	const { told, body, json } = await order({ ...ROW, cp: '75002.0', ...cells }, billed);
	expect(told).toBe('');
	expect(body?.facturation).toMatchObject(sent);
	expect(json[0]?.avertissements).toBeUndefined();
});

test.each<[object, RegExp, RegExp]>([
	[{ nom: 'SARL undefined' }, /^'Name' of 'Advertiser' is "SARL undefined"/, /in capitals/],
	[{ nom: '{{denomination}}' }, /^'Name' of 'Advertiser' .* field of a template/, /^Fill it in/],
	[{ cp: '' }, /'Postcode' is missing/, /Fill in/],
	[{ pays: '' }, /'Country' is missing/, /Fill in/],
	[{ cp: 'B-1000' }, /^'Postcode' of 'Advertiser' cannot be "B-1000"/, /'Country'/],
	[{ tel: '6,12E+08' }, /^'Phone' of 'Advertiser' is "6,12E\+08"/, /as text/],
	[{ tel: undefined }, /^The expression in 'Phone' of 'Advertiser' returns no value/, /\?\? ''/],
	[{ mail: 'a@b.example;c@b.example' }, /^'Email' of 'Advertiser' holds several/, /Give one/],
])('with %j in it nothing is sent', async (cells, sentence, wayOut) => {
	const { told, advice } = await order({ ...ROW, ...cells }, billed);
	expect(told).toMatch(sentence);
	expect(advice).toMatch(wayOut);
	expect(sandbox.calls()).toEqual([]);
});

test.each([
	['fileReference', 'D-{{ref}}', /^'File Reference' .* field of a template/],
	['orderNumber', 'N-1;N-2', /^'Order Number' holds several references/],
])('%s %s is refused before anything is sent', async (name, value, sentence) => {
	const parameters = {
		orderNumberMode: 'custom',
		orderNumber: 'N-1',
		[name]: '={{ $json.value }}',
	};
	const { told } = await order({ value }, parameters);
	expect(told).toMatch(sentence);
	expect(sandbox.calls()).toEqual([]);
});

test('a number with a sign that nobody sees is the same in ordering and in looking up', async () => {
	const numbered = { orderNumberMode: 'custom', orderNumber: 'CELL\u200b-77' };
	const { body } = await order({}, numbered);
	expect(body?.numero_commande).toBe('CELL-77');
	const names = ['CELL-77', '\ufeffCELL-77', '"CELL-77"', 'CELL\u00ad-77 ', '="CELL-77"'];
	const items = names.map((reference) => ({ reference }));
	const { json } = await sandbox.run(
		'notice.getStatus',
		{ reference: '={{ $json.reference }}' },
		{ items },
	);
	expect(json.map(({ numero_commande: number }) => number)).toEqual(names.map(() => 'CELL-77'));
});

test.each(['notice.getStatus', 'document.getMany', 'invoice.getMany', 'notice.cancel'])(
	'%s wants one reference per item, and says so before any call',
	async (operation) => {
		for (const several of ['AL-1;AL-2', '"AL-1","AL-2"', 'AL-1\nAL-2', '- AL-1\n- AL-2']) {
			const items = [{ several }];
			const { told, advice } = await sandbox.run(
				operation,
				{ reference: '={{ $json.several }}' },
				{ items },
			);
			expect(told).toMatch(/^'Reference or Order Number' holds several references/);
			expect(advice).toMatch(/one per item/);
		}
		expect(sandbox.calls()).toEqual([]);
	},
);

test('yes and no of a spreadsheet', async () => {
	const options = { digitalProof: '={{ $json.pdf }}', paperProofs: '={{ $json.papier }}' };
	const asked: Array<[object, object]> = [
		[
			{ pdf: 'Oui', papier: '2.0' },
			{ justificatif_numerique: true, justificatifs_papiers: 2 },
		],
		[
			{ pdf: 'x', papier: 0 },
			{ justificatif_numerique: true, justificatifs_papiers: 0 },
		],
		[
			{ pdf: 'FAUX', papier: '1' },
			{ justificatif_numerique: false, justificatifs_papiers: 1 },
		],
		[{ pdf: 0, papier: '' }, { justificatif_numerique: false }],
	];
	for (const [cells, sent] of asked) {
		const { told, body } = await order(cells, { options });
		expect([told, body]).toEqual(['', expect.objectContaining(sent)]);
	}
});

test('a serial number of a spreadsheet is named as such, and nothing is sent', async () => {
	const { told, advice } = await order(
		{ day: 46360 },
		{ publicationDate: byId('={{ $json.day }}') },
	);
	expect(told).toMatch(/is 46360, the serial number that spreadsheets keep for 2026-12-04/);
	expect(advice).toContain("DateTime.fromISO('1899-12-30')");
	expect(sandbox.calls()).toEqual([]);
});
