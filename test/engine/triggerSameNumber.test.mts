/** Two newspapers may give their invoices one number. */
import { jest } from '@jest/globals';
import { readReferences, startFront, type Front } from './triggerFront.mts';
import { Client } from '../sandbox/client.mts';
import { Stage, type Account } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
let front: Front | undefined;
beforeEach(() => stage.open());
afterEach(async () => {
	await front?.close();
	await stage.close();
});

describe('invoices of one number', () => {
	it.each([
		['date, amount and link', { date_facture: '2026-11-19', montant_ht: 200, montant_ttc: 240 }],
		['the link alone', {}],
	])('under two notices that differ in %s are two events with two files', async (_by, other) => {
		const credential = stage.account();
		const references = await stage.order(credential, 4);
		const [first = '', second = '', third = '', fourth = ''] = references;
		stage.sandbox.notices.invoice(third);
		stage.sandbox.notices.invoice(fourth);
		const links = await linksOf(credential, [third, fourth]);
		let invoices: Record<string, object[]> = {};
		const base = {
			type: 'facture',
			numero: 'F1',
			date_facture: '2026-11-20',
			montant_ht: 100,
			montant_ttc: 120,
		};
		front = await startFront(stage.sandbox.origin, ({ url, body }) => {
			if (!url.includes('factures')) return 'pass';
			const annonces = readReferences(url, body).map((reference) => ({
				reference,
				factures: invoices[reference] ?? [],
			}));
			return {
				json: { resultat: 'succes', ...(body === '' ? annonces[0] : { annonces }) },
			};
		});
		const watch = stage.watch({ ...credential, baseUrl: front.url }, [first, second], {
			keeping: 'cursors',
			parameters: { events: ['newInvoice'], options: { downloadFiles: true } },
		});
		expect(await watch.poll()).toEqual([]);
		invoices = {
			[first]: [{ ...base, url: `${front.url}${links[0]}` }],
			[second]: [{ ...base, ...other, url: `${front.url}${links[1]}` }],
		};
		const told = await watch.poll();
		expect(told.map(({ reference, facture }) => [reference, facture])).toEqual([
			[first, invoices[first]?.[0]],
			[second, invoices[second]?.[0]],
		]);
		expect(new Set(told.map(({ evenement_id: id }) => id)).size).toBe(2);
		const files = (watch.executions[0] ?? []).map(({ binary }) => binary?.['facture_F1']?.data);
		expect(files[0]).toBeDefined();
		expect(files[1]).toBeDefined();
		expect(files[0]).not.toBe(files[1]);
		expect(await watch.poll()).toEqual([]);
	});

	it('under one notice are two events, each once', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const invoices: object[] = [];
		front = await startFront(stage.sandbox.origin, ({ url }) =>
			url.includes('factures')
				? { json: { resultat: 'succes', annonces: [{ reference, factures: invoices }] } }
				: 'pass',
		);
		const watch = stage.watch({ ...credential, baseUrl: front.url }, [reference], {
			keeping: 'cursors',
			parameters: { events: ['newInvoice'] },
		});
		expect(await watch.poll()).toEqual([]);
		const base = { type: 'facture', numero: 'F1', url: 'https://papers.example/F1.pdf' };
		invoices.push({ ...base, date_facture: '2026-11-20', montant_ttc: 120 });
		expect(await watch.poll()).toHaveLength(1);
		invoices.unshift({ ...base, date_facture: '2026-11-21', montant_ttc: 240 });
		expect((await watch.poll()).map(({ facture }) => facture)).toEqual([invoices[0]]);
		expect(await watch.poll()).toEqual([]);
	});

	/** Paths of real PDF files: those of the only invoices of two other notices. */
	async function linksOf(credential: Account, references: string[]): Promise<string[]> {
		const client = new Client(stage.sandbox.url, credential);
		const { json } = await client.post('/annonces/factures', { references });
		await client.close();
		const annonces = json.annonces as Array<{ factures: Array<{ url: string }> }>;
		return annonces.map(({ factures }) => new URL(factures[0]?.url ?? '').pathname);
	}
});
