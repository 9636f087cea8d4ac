/** What `resume` says: one French sentence that a client reads, the same however the values were given. */
import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

/** As the editor stores a choice from a list. */
const fromList = (value: unknown, line: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'list',
	value: value as string,
	cachedResultName: line,
});

const codes = {
	department: byId('75'),
	publication: byId(12),
	category: byId('MODIF'),
	forfait: byId('MOD_TRS_SIE'),
};
const lines = {
	department: fromList('75', '75 - Paris'),
	publication: fromList('12', 'Another newspaper · Hebdomadaire · digital + paper proof'),
	category: fromList('MODIF', 'Modification (MODIF)'),
	forfait: fromList('MOD_TRS_SIE', 'Transfert (MOD_TRS_SIE)'),
};
const expressions = {
	department: byId("={{ '75' }}"),
	publication: byId('={{ $json.publication }}'),
	category: byId("={{ 'MODIF' }}"),
	forfait: byId("={{ 'MOD_TRS_SIE' }}"),
};
const ORDER = { operation: 'order', fileReference: 'D-1', billingMode: 'prescripteur' };
const DAY = '\\w+ \\d{1,2}(er)? \\p{L}+ 20\\d\\d';
const matching = (text: string) => new RegExp(text.replaceAll('DAY', DAY), 'u');
const SUBJECT = 'Transfert de siège social, La Gazette de la Seine \\(75\\)';

async function run(more: object, count = 1): Promise<IDataObject[]> {
	const { json, error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'quote',
			textFormat: 'plainText',
			text: 'Un avis.',
			...codes,
			...more,
		} as never,
		items: Array.from({ length: count }, () => ({ publication: 12 })),
	});
	expect(error).toBeUndefined();
	return json;
}
const resume = async (more: object) => (await run(more))[0]?.resume;
const calls = () => sandbox.journal.calls().length;
const fields = (json: IDataObject | undefined) => Object.keys(json ?? {});

test.each([
	['lists', lines],
	['codes', codes],
	['expressions', expressions],
])('a quote is told in names, whether these come from %s', async (_name, choices) => {
	expect(await resume(choices)).toMatch(
		matching(
			`^Devis : ${SUBJECT}, parution le DAY, à commander avant le DAY à \\d\\d h \\d\\d, \\d+,\\d\\d € TTC$`,
		),
	);
});

test('a constitution is told with its forfait, any other kind by its category', async () => {
	const founded = { category: byId('CONSTI'), forfait: byId('SAS') };
	expect(await resume(founded)).toContain('Devis : Constitution (SAS), La Gazette');
	const closed = { category: byId('CLOTUR'), forfait: byId('') };
	expect(await resume(closed)).toContain('Devis : Clôture de liquidation, La Gazette');
});

test('each list of names is asked for once an execution', async () => {
	const before = calls();
	await run({}, 20);
	expect(calls() - before).toBe(22);
});

test('where names cannot be looked up, codes stand, and no call is repeated for each item', async () => {
	for (const path of ['publications', 'forfaits']) {
		const refusals = ['err_departement_incorrect'];
		sandbox.fault({ kind: 'codes', codes: refusals, match: { path }, times: 1 });
	}
	const before = calls();
	const quotes = await run({}, 20);
	for (const { resume: told } of quotes) {
		expect(told).toContain('Devis : MOD_TRS_SIE, publication 12 (75), parution');
	}
	expect(calls() - before).toBe(22);
});

test('what was corrected in text and header is counted', async () => {
	const corrected = { text: 'Capital\u202f: 10\u202f000 €', header: { text: 'L\u202fA' } };
	expect(await resume(corrected)).toMatch(/TTC, 3 corrections typographiques$/);
	expect(await resume({ text: 'Capital\u202f!' })).toMatch(/TTC, 1 correction typographique$/);
});

test('an order is told with its reference, its notice afterwards with what a new order does not change', async () => {
	const [first] = await run(ORDER);
	const reference = String(first?.reference);
	expect(first?.resume).toMatch(
		matching(
			`^Commandée sous la référence ${reference} \\(numéro D-1-\\w+\\) : ${SUBJECT}, parution le DAY, bouclage le DAY à .*€ TTC$`,
		),
	);
	const again = {
		...ORDER,
		publicationDate: byId('2031-06-06'),
		billingMode: 'annonceur',
		advertiser: {
			name: 'EXEMPLE',
			address: '1 rue',
			postcode: '75001',
			city: 'Paris',
			country: 'FRA',
		},
		options: { paperProofs: 2, digitalProof: false, emailProof: true },
	};
	const [second] = await run(again);
	expect(second).toMatchObject({ reference, existant: true });
	expect(second?.resume).toMatch(
		matching(
			`^Déjà commandée sous la référence ${reference} \\(numéro D-1-\\w+\\) : ${SUBJECT} ; ` +
				"cette demande n'y change rien \\(parution le vendredi 6 juin 2031, facturation à l'annonceur EXEMPLE, " +
				'justificatifs papier : 2, justificatif numérique : non, justificatif par e-mail\\) ; ' +
				"le service n'indique pas : date de parution, bouclage, prix$",
		),
	);
	expect(second?.avertissements).toEqual([
		expect.stringContaining("'Order Number Mode' to Custom"),
	]);
});

test('a replacement says which notice it cancelled, whose reference stands beside the new one', async () => {
	const [old] = await run({ ...ORDER, fileReference: 'D-2' });
	const reference = String(old?.reference);
	const more = { operation: 'replace', reference, text: 'Un avis corrigé.' };
	const [done] = await run({ ...ORDER, fileReference: 'D-2', ...more });
	expect(done?.resume).toMatch(
		matching(`^Commandée .* TTC ; remplace l'annonce ${reference}, annulée$`),
	);
	expect(fields(done).slice(0, 4)).toEqual([
		'resume',
		'reference',
		'ancienne_reference',
		'numero_commande',
	]);
});

test('of a notice that was cancelled before, a replacement says so, also when it is run again', async () => {
	const [old] = await run({ ...ORDER, fileReference: 'D-4' });
	const reference = String(old?.reference);
	await run({ operation: 'cancel', reference });
	const options = { oldNoticeAlreadyCancelled: true };
	const again = { ...ORDER, fileReference: 'D-4', operation: 'replace', reference, options };
	const [done] = await run(again);
	expect(done).toMatchObject({ ancienne_reference: reference, existant: false });
	expect(done).not.toHaveProperty('documents_annulation');
	const replaces = `remplace l'annonce ${reference}, déjà annulée`;
	expect(done?.resume).toMatch(matching(`^Commandée .* TTC ; ${replaces}$`));
	// The automatic number is made of the old reference.
	for (const options of [again.options, {}]) {
		const [found] = await run({ ...again, options });
		expect(found).toMatchObject({ ancienne_reference: reference, existant: true });
		expect(found?.resume).toContain(` ; ${replaces} ; le service n'indique pas : `);
	}
});

test('a number that was registered before need not be that of a replacement', async () => {
	const numbered = { orderNumberMode: 'custom', orderNumber: 'D-5-OWN' };
	await run({ ...ORDER, ...numbered, fileReference: 'D-5' });
	const more = { operation: 'replace', reference: 'GONE-1' };
	const [found] = await run({ ...ORDER, ...numbered, fileReference: 'D-5', ...more });
	expect(found).toMatchObject({ existant: true, demande: 'GONE-1' });
	expect(found).not.toHaveProperty('ancienne_reference');
	expect(found?.resume).not.toContain('remplace');
});

test('a cancellation is told with its documents', async () => {
	const [old] = await run({ ...ORDER, fileReference: 'D-3' });
	const reference = String(old?.reference);
	sandbox.notices.invoice(reference);
	const [done] = await run({ operation: 'cancel', reference });
	expect(done?.resume).toMatch(
		matching(`^Annulée : annonce ${reference}, facture \\S+, avoir \\S+$`),
	);
	expect(fields(done)[0]).toBe('resume');
});

test.each([{}, ORDER, { operation: 'checkText' }])('it is the first field (%j)', async (more) => {
	const [json] = await run(more);
	expect(fields(json)[0]).toBe('resume');
});
