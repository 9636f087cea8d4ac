/**
 * Switches for what the specification leaves open: what a caller sees as it is, and changed. Those that the probe asks
 * about are tried in its own tests (test/probe); without the effect of some others a test of the engine fails.
 */
import type { Settings } from '../../sandbox/index.mts';
import { Quota } from '../../sandbox/quota.mts';
import { defaultSettings } from '../../sandbox/settings.mts';
import { composed, credited, daily, foreign, get, noticed, on } from './bench.mts';
import { order, ordered, p, proofs, quote, sent } from './bench.mts';
import { withBench, type Bench, type Look } from './bench.mts';
import { at, list, sarl } from './client.mts';

const url = (bench: Bench) => bench.get('/annonce/A/documents', 'documents', 0, 'url');
const isSameLink = ordered(async (bench) => (await url(bench)) === (await url(bench)));
const otherKey: Look = async (bench) =>
	[await bench.get('/pays'), await bench.as({}).get('/pays')][1];
const ENTITIES = `${p('&#233;<br>')}\n${p('A')}`;

const twice: Look = ordered(async (bench) => {
	const listed = await bench.post('/annonces/statuts', { references: ['A', 'A'] }, 'annonces');
	return Array.isArray(listed) ? listed.length : listed;
});
const cancelledAgain = ordered(async (bench) => [await bench.cancel('A'), await bench.cancel('A')]);
const unnumbered: Look = async (bench) => {
	const { json } = await bench.client.get(`/annonce/${await bench.ordered()}/statut`);
	return json.numero_commande;
};
const contact = (change: object, ...path: string[]) =>
	on((bench) => bench.post('/contact', { ...SOMEBODY, ...change }, ...path))();
const isSameContact: Look = async (bench) => {
	const id = await contact({}, 'id')(bench);
	return id === (await contact({ email: 'B@EXAMPLE.COM' }, 'id')(bench));
};
const details: Look = async ({ client }) =>
	at((await client.post('/devis', { ...sarl, texte: '<p>ğ</p>' })).json, 'details', 'caractere');
const invoiced = (...path: Array<string | number>) =>
	noticed(credited, (bench) => bench.get('/annonce/A/factures', 'factures', ...path));
const discount = (bench: Bench) =>
	invoiced(0, 'lignes', 0, 'remises', 0, 'montant_ht')(bench.as({ discountPercent: 10 }));
const creditLine = invoiced(1, 'lignes', 0, 'annonce', 'quantite');
const publicationsById: Look = async (bench) => {
	const listed = list(await bench.get('/publications', 'publications'));
	return new Set(listed.map((one) => at(one, 'id'))).size;
};
const headers = { 'accept-encoding': 'gzip' };
const head = (name: string) =>
	on(async ({ client }) => (await client.get('/departements', { headers })).headers[name])();
const body = (text: string) =>
	on(async ({ client }) => (await client.get('/departements')).text.includes(text))();
const SOMEBODY = { nom: 'A', prenom: 'B', email: 'b@example.com' };
const plainContact = sent(JSON.stringify(SOMEBODY), { headers: { 'content-type': 'text/plain' } });

type Row = {
	[Name in keyof Settings]: [Name, Settings[Name], Look, unknown, unknown, Partial<Settings>?];
}[keyof Settings];

/** Switch, another value, what is tried, what is seen before and after, other switches that it takes. */
const table: readonly Row[] = [
	['quotaScope', 'instance', otherKey, '', 'requetes_max', { quotaPerMinute: 1 }],
	['linkTokens', 'fresh', isSameLink, true, false],
	['composedText', 'entities', composed('<p>é<br/></p><p>A</p>'), p('é<br/>') + p('A'), ENTITIES],
	['duplicates', 'kept', twice, 1, 2],
	['duplicates', 'refused', twice, 1, 'reference_incorrect'],
	['cancelledTwice', 'repeated', cancelledAgain, ['', 'annonce_introuvable'], ['', '']],
	['emptyMotif', 'null', ordered(get('/annonce/A/statut', 'motif')), undefined, null],
	['emptyDocuments', 'absent', ordered(get('/annonce/A/factures', 'factures')), [], undefined],
	['absentNumber', 'null', unnumbered, undefined, null],
	['emptyList', 'null', get('/publications?departement=05', 'publications'), [], null],
	['emptyContact', 'null', contact({ email: undefined }, 'email'), '', null],
	['contactFields', 'required', contact({ email: undefined }, 'nom'), 'A', 'email_absent'],
	['emailCase', 'distinguished', isSameContact, true, false],
	['requestForm', 'refused', plainContact, '', 'body_incorrect'],
	[
		'charsetError',
		'err_chaine_incorrect',
		quote({ texte: '<p>ğ</p>' }),
		'texte_incorrect ğ',
		'chaine_incorrect ğ',
	],
	[
		'charsetDetail',
		'suffix',
		quote({ texte: '<p>ğ</p>' }),
		'texte_incorrect ğ',
		'texte_incorrect : ğ',
	],
	['charsetDetail', 'field', details, undefined, 'ğ'],
	['charsetCheck', 'raw', quote({ texte: '<p>&#287;</p>' }), 'texte_incorrect ğ', ''],
	['forbiddenInline', 'kept', composed('<p>A<em>B</em></p>'), p('A'), p('AB')],
	[
		'nestedParagraphs',
		'dropped',
		composed('<div><p>A</p></div><p>B</p>'),
		`${p('A')}${p('B')}`,
		p('B'),
	],
	[
		'errorReporting',
		'first',
		quote({ publication: undefined, texte: '' }),
		'publication_absent texte_absent',
		'publication_absent',
	],
	['unlistedFields', 'body', quote({ entete: 'x' }), 'entete_incorrect', 'body_incorrect'],
	['unknownFields', 'refused', quote({ sonde: 1 }), '', 'body_incorrect'],
	['nullFields', 'incorrect', quote({ entete: null }), '', 'entete_incorrect'],
	['surplusForfait', 'refused', quote({ categorie: 'DISSOL' }), '', 'forfait_incorrect'],
	['surplusBilling', 'refused', order({ facturation: {} }), '', 'facturation_incorrect'],
	[
		'zeroPaperProofs',
		'default',
		quote({ ...daily, justificatifs_papiers: 0 }, ...proofs),
		undefined,
		1,
	],
	[
		'digitalProofDefault',
		true,
		quote({}, 'tarif', 'justificatif_numerique', 'quantite'),
		undefined,
		1,
	],
	[
		'reservedCategory',
		'err_categorie_inconnu',
		quote({ categorie: 'SUC_VAC' }),
		'categorie_incorrect',
		'categorie_inconnu',
	],
	[
		'foreignPublication',
		'err_publication_non_habilite',
		foreign,
		'publication_introuvable',
		'publication_non_habilite',
	],
	['publicationIds', 'perTitle', publicationsById, 13, 10],
	['discountSign', 'positive', discount, -14.7, 14.7],
	['creditSign', 'quantity', creditLine, 1, -1],
	['responseEncoding', 'gzip', head('content-encoding'), undefined, 'gzip'],
	['responseEncoding', 'chunked', head('transfer-encoding'), undefined, 'chunked'],
	['responseEncoding', 'escaped', body('\\u00e'), false, true],
];

test.each(table)(
	'%s has an effect at %j',
	async (name, value, look, before, after, settings = {}) => {
		expect(await withBench({ settings }, look)).toEqual(before);
		expect(await withBench({ settings: { ...settings, [name]: value } }, look)).toEqual(after);
	},
);

test.each<[Partial<Settings>, string]>([
	[{ refusedCallsCount: false }, 'yes yes no no yes yes'],
	[{ quotaWindow: 'fixed' }, 'yes yes yes yes no yes'],
	[{}, 'yes yes no no no no'],
	[{ quotaWindowSeconds: 30 }, 'yes yes no yes yes yes'],
])('a limit of two calls a minute with %j admits %s', (changed, admitted) => {
	const quota = new Quota();
	const settings = { ...defaultSettings(), quotaPerMinute: 2, ...changed };
	const seen = [40, 50, 61, 90, 100.5, 120].map((second) =>
		quota.admit('key', settings, second * 1000) ? 'yes' : 'no',
	);
	expect(seen.join(' ')).toBe(admitted);
});

test('a switch or a value that does not exist is refused, and nothing changes then', async () => {
	await withBench({}, async ({ client }) => {
		const wrong = JSON.stringify({ forfaitsRoute: 'missing', batchOrder: 'sorted' });
		const { json } = await client.plain('POST', '/_sandbox/settings', wrong);
		expect(json.error).toBe('"batchOrder" accepts asAsked, shuffled, not "sorted".');
		expect((await client.get('/forfaits')).status).toBe(200);
		const unknown = await client.plain('POST', '/_sandbox/settings', '{"latency":3}');
		expect(unknown).toMatchObject({
			status: 400,
			json: { error: 'There is no switch named "latency".' },
		});
	});
});
