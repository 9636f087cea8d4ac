/**
 * Where the specification can be read in two ways, both must work: a notice goes through its whole life at a sandbox
 * that reads one thing in another way, for each of its switches.
 */
import type { IDataObject } from 'n8n-workflow';

import { definitions } from '../../sandbox/settings.mts';
import type { Settings } from '../../sandbox/index.mts';
import { byId, runNode, type Credential } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

/** Faults of an instance, figures and dates; other tests are about them. */
const ELSEWHERE = [
	'latencyMs',
	'quotaPerMinute',
	'quotaWindowSeconds',
	'clockSkewSeconds',
	'exceptionalClosings',
];
/** Readings without a choice of values, each with another value than the usual one. */
const OTHERS: Partial<Settings> = {
	initialStatus: 'en-controle',
	batchMaximum: 2,
	bodyMaximum: 4_000,
	pdfRedirectTarget: 'https://127.0.0.1:9/other.pdf',
};
const readings = Object.entries(definitions).flatMap(([name, { value, kind, choices }]) => {
	if (ELSEWHERE.includes(name)) return [];
	const known: unknown[] = kind === 'boolean' ? [true, false] : [...(choices ?? [])];
	const values = known.length > 0 ? known : [OTHERS[name as keyof Settings]];
	return values.filter((one) => one !== value).map((one): [string, unknown] => [name, one]);
});

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
		replace: /without risk of cancelling another one/,
		cancel: /without risk of cancelling another one/,
	},
};

const NOTICE = {
	department: byId('75'),
	publication: byId(12),
	category: byId('DISSOL'),
	// Left over from another category.
	forfait: byId('SARL'),
	text: 'AVIS DE DISSOLUTION\n\nL’ŒUVRE & FILS, capital : 10\u202f000 €',
	billingMode: 'prescripteur',
	advertiser: { name: 'Not billed' },
	fileReference: 'READING',
	options: { maximumTotal: 5_000, paperProofs: 1 },
};

class Life {
	/** What went wrong, by step. */
	readonly refused: Record<string, string> = {};
	private readonly credential: Credential;

	constructor(credential: Credential) {
		this.credential = credential;
	}

	async run(name: string, more: object = {}, items: IDataObject[] = [{}]): Promise<IDataObject[]> {
		const [resource, operation = ''] = name.split('.');
		const { json, error } = await runNode({
			credential: this.credential,
			items,
			parameters: { resource, operation, ...more } as never,
		});
		if (error) this.refused[operation] = `${error.message} ${error.description ?? ''}`;
		return json;
	}
}

async function live(life: Life): Promise<void> {
	for (const list of ['Categories', 'Countries', 'Departments', 'Forfaits', 'StyleSheets']) {
		await life.run(`referenceData.get${list}`);
	}
	expect(await life.run('publication.getMany')).not.toEqual([]);
	expect(await life.run('publication.getDates', NOTICE)).not.toEqual([]);
	expect(await life.run('account.get')).toHaveLength(1);
	const person = {
		email: 'nouveau@cabinet-demo.example',
		lastName: 'Accueil',
		firstName: 'Service',
	};
	expect((await life.run('contact.createOrGet', person))[0]).toMatchObject({ existant: false });
	expect((await life.run('contact.createOrGet', person))[0]).toMatchObject({ existant: true });

	const [quote] = await life.run('notice.quote', NOTICE);
	expect(quote?.total_ttc).toBeGreaterThan(0);
	expect(quote?.texte_identique).not.toBe(false);
	const [order] = await life.run('notice.order', NOTICE);
	const [again] = await life.run('notice.order', NOTICE);
	const { reference, numero_commande: number } = order ?? {};
	expect(order).toMatchObject({ existant: false, total_ttc: quote?.total_ttc });
	expect(again).toMatchObject({ existant: true, reference, numero_commande: number });

	const asked = { reference: '={{ $json.asked }}' };
	const items = [reference, 'NOBODY-1', number, 'NOBODY/2', reference].map((one) => ({
		asked: String(one),
	}));
	const found = [reference, undefined, reference, undefined, reference];
	const references = (json: IDataObject[]) =>
		json.map((item) => (item.introuvable === true ? undefined : item.reference));
	expect(references(await life.run('notice.getStatus', asked, items))).toEqual(found);
	const before = { ...asked, previousStatus: 'another' };
	expect(await life.run('notice.getStatusChanges', before, items)).toHaveLength(5);
	sandbox.notices.invoice(String(reference));
	const invoices = { documentTypes: ['facture'] };
	expect(references(await life.run('document.getMany', { ...asked, ...invoices }, items))).toEqual(
		found,
	);
	await life.run('document.download', { reference, ...invoices });
	const [invoice] = await life.run('invoice.getMany', { reference });
	expect(invoice).toMatchObject({ type: 'facture', references_demandees: [reference] });
	await cancelled(life, String(reference), String(number));
}

async function cancelled(life: Life, reference: string, number: string): Promise<void> {
	const [replaced] = await life.run('notice.replace', { ...NOTICE, text: 'Corrigé.', reference });
	if (!life.refused.replace) {
		expect(replaced).toMatchObject({ ancienne_reference: reference, existant: false });
		const billed = replaced?.documents_annulation as IDataObject[];
		expect(billed.map(({ type }) => type)).toEqual(['facture', 'avoir']);
	}
	const left = String(replaced?.numero_commande ?? number);
	const [gone] = await life.run('notice.cancel', { reference: left });
	if (!life.refused.cancel) {
		expect(gone).toMatchObject({ annulee: true, demande: left });
		expect(await life.run('notice.getStatus', { reference: left })).toEqual([
			{ demande: left, introuvable: true },
		]);
	}
}

test.each(readings)('a notice goes through its whole life with %s %j', async (name, value) => {
	const usual = { [name]: definitions[name as keyof Settings].value };
	sandbox.settings({ [name]: value });
	try {
		const life = new Life({ ...sandbox.createKey(), baseUrl: sandbox.url });
		await live(life);
		const expected = WITHOUT[`${name} ${String(value)}`] ?? {};
		expect(Object.keys(life.refused).sort()).toEqual(Object.keys(expected).sort());
		for (const [step, words] of Object.entries(expected)) {
			expect(life.refused[step]).toMatch(words);
		}
	} finally {
		sandbox.settings(usual);
	}
});
