/**
 * Where the specification can be read in two ways, both must work: a notice goes through its whole life at a sandbox
 * that reads one thing in another way, for each of its switches.
 */
import type { IDataObject } from 'n8n-workflow';

import { definitions } from '../../sandbox/settings.mts';
import type { Settings } from '../../sandbox/index.mts';
import { byId } from './engine.mts';
import { noticeIn } from './notices.mts';
import { serviceNames } from './readings.mts';
import { TestSandbox } from './sandbox.mts';

/** Faults of an instance, figures and dates; other tests are about them. */
const ELSEWHERE =
	'latencyMs quotaPerMinute quotaWindowSeconds clockSkewSeconds exceptionalClosings'.split(' ');
/** Readings without a choice of values, each with a value other than the usual one. */
const OTHERS: Partial<Settings> = {
	initialStatus: 'en-controle',
	batchMaximum: 2,
	bodyMaximum: 4_000,
	pdfRedirectTarget: 'https://127.0.0.1:9/other.pdf',
};
const readings = Object.entries(definitions).flatMap(([name, { value, choices }]) => {
	const values: readonly unknown[] = choices ?? [value, OTHERS[name as keyof Settings]];
	return ELSEWHERE.includes(name) ? [] : [[name, values] as const];
});
const most = Math.max(...readings.map(([, values]) => values.length));
/** Every value of every switch is in one of the rows; the probe tries combinations of them. */
const rows = Array.from({ length: most }, (_, row) =>
	Object.fromEntries(
		readings.map(([name, values], at) => [name, values[(row + at) % values.length]]),
	),
);

/** What cannot be had then, by the steps that say so in words. */
const WITHOUT: Record<string, Record<string, RegExp>> = {
	'forfaitsRoute missing': { getForfaits: /HTTP 404/ },
	'pdfLinks expired': { download: /instead of a PDF|HTTP 403/ },
	'pdfLinks html': { download: /instead of a PDF/ },
	'pdfLinks json': { download: /instead of a PDF/ },
	// Keys never leave for a link.
	'pdfLinks signed': { download: /HTTP 40|instead of a PDF/ },
	'pdfLinks redirectElsewhere': { download: /inside a network/ },
	// A reference that an address would change is never written into one that deletes.
	'referenceStyle encoded': {
		replace: /could make the service cancel another/,
		cancel: /cancel another notice/,
	},
};

const NOTICE = {
	...noticeIn('75', 12),
	category: byId('DISSOL'),
	// Left over from another category.
	forfait: byId('SARL'),
	text: 'AVIS DE DISSOLUTION\n\nL’ŒUVRE & FILS, capital : 10\u202f000 €',
	billingMode: 'prescripteur',
	advertiser: { name: 'Not billed' },
	fileReference: 'READING',
	options: { maximumTotal: 5_000, paperProofs: 1 },
};

/** @returns what went wrong, by operation */
async function live(sandbox: TestSandbox): Promise<Record<string, string>> {
	const refused: Record<string, string> = {};
	const run = async (name: string, more: object = {}, asked?: unknown[]) => {
		const ran = asked ? await sandbox.runFor(name, asked, more) : await sandbox.run(name, more);
		if (ran.error) refused[name.split('.')[1] ?? ''] = `${ran.told} ${ran.advice}`;
		return ran.json;
	};
	for (const list of ['Categories', 'Countries', 'Departments', 'Forfaits', 'StyleSheets']) {
		await run(`referenceData.get${list}`);
	}
	expect(await run('publication.getMany')).not.toEqual([]);
	expect(await run('publication.getDates', NOTICE)).not.toEqual([]);
	expect(await run('account.get')).toHaveLength(1);
	expect(await run('contact.getMany')).not.toEqual([]);
	const person = { email: 'nouveau@cabinet.example', lastName: 'Accueil', firstName: 'Élise' };
	for (const existant of [false, true]) {
		expect((await run('contact.createOrGet', person))[0]).toMatchObject({ existant });
	}

	const [quote] = await run('notice.quote', NOTICE);
	expect(quote?.total_ttc).toBeGreaterThan(0);
	expect(quote?.texte_identique).not.toBe(false);
	const [order] = await run('notice.order', NOTICE);
	const [again] = await run('notice.order', NOTICE);
	const { reference, numero_commande: number } = order ?? {};
	expect(order).toMatchObject({ existant: false, total_ttc: quote?.total_ttc });
	expect(again).toMatchObject({ existant: true, reference, numero_commande: number });

	const asked = [reference, 'NOBODY-1', number, 'NOBODY/2', reference];
	const found = [reference, undefined, reference, undefined, reference];
	const references = (json: IDataObject[]) =>
		json.map((item) => (item.introuvable === true ? undefined : item.reference));
	expect(references(await run('notice.getStatus', {}, asked))).toEqual(found);
	const before = { previousStatus: 'another' };
	expect(await run('notice.getStatusChanges', before, asked)).toHaveLength(5);
	sandbox.notices.invoice(String(reference));
	const invoices = { documentTypes: ['facture'] };
	expect(references(await run('document.getMany', invoices, asked))).toEqual(found);
	await run('document.download', { reference, ...invoices });
	const [invoice] = await run('invoice.getMany', { reference });
	expect(invoice).toMatchObject({ type: 'facture', references_demandees: [reference] });

	const [replaced] = await run('notice.replace', { ...NOTICE, text: 'Corrigé.', reference });
	if (!refused.replace) {
		expect(replaced).toMatchObject({ ancienne_reference: reference, existant: false });
		const billed = replaced?.documents_annulation as IDataObject[];
		expect(billed.map(({ type }) => type)).toEqual(['facture', 'avoir']);
	}
	const left = String(replaced?.numero_commande ?? number);
	const [gone] = await run('notice.cancel', { reference: left });
	if (!refused.cancel) {
		expect(gone).toMatchObject({ annulee: true, demande: left });
		const status = await run('notice.getStatus', { reference: left });
		const resume = `${left}\u00a0: introuvable`;
		expect(status).toEqual([{ resume, demande: left, introuvable: true }]);
	}
	return refused;
}

test.each(serviceNames)('a notice goes through its whole life at the %s', async (name) => {
	const service = new TestSandbox();
	await service.startAs(name);
	const refused = await live(service);
	await service.close();
	expect(refused).toEqual({});
});

test.each(rows)('a notice goes through its whole life with readings in row %#', async (row) => {
	const service = new TestSandbox();
	await service.start({ settings: row as Partial<Settings> });
	const refused = await live(service);
	await service.close();
	const expected = Object.entries(row).map(([name, value]) => WITHOUT[`${name} ${String(value)}`]);
	const words = Object.assign({}, ...expected) as Record<string, RegExp>;
	expect(Object.keys(refused).sort()).toEqual(Object.keys(words).sort());
	for (const [step, pattern] of Object.entries(words)) expect(refused[step]).toMatch(pattern);
});
