/** Each switch for what the specification leaves open: what a caller sees as it is, and changed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { NoticeControls, Settings } from '../../sandbox/index.mts';
import { definitions } from '../../sandbox/settings.mts';
import { call, cancel, composed, credited, daily, foreign, get } from './bench.mts';
import { missed, moved, noticed, on, order, ordered, p, proofs, quote, total } from './bench.mts';
import { sent, withBench, type Bench, type Look } from './bench.mts';
import { at, list, sarl } from './client.mts';

/** The numbers in a batch answer, or the codes or the HTTP status in their place, as one text. */
const batch = (...references: string[]) =>
	ordered(async ({ client }) => {
		const { json, codes, status } = await client.post('/annonces/statuts', { references });
		if (status !== 200) return status;
		const found = list(json.annonces).map((one) => at(one, 'numero_commande') ?? 'unknown');
		return [...found, ...codes].join(' ');
	});
const ofA = (path: string, ...field: Array<string | number>) =>
	ordered(get(`/annonce/A/${path}`, ...field));
/** Types of the documents of A. */
const types: Look = async (bench) => {
	const documents = await bench.get('/annonce/A/documents', 'documents');
	return Array.isArray(documents) ? documents.map((one) => at(one, 'type')).join(' ') : documents;
};
const charset: Look = async ({ client }) => {
	const { codes, json } = await client.post('/devis', { ...sarl, texte: '<p>ğ</p>' });
	return [...codes, at(json, 'details', 'unicode')].join(' ');
};
const form: Look = async ({ client }) => {
	const headers = { 'accept-encoding': 'gzip' };
	const { headers: got } = await client.get('/publications?departement=48', { headers });
	const coded = got['content-encoding'] ?? got['transfer-encoding'] ?? got['content-length'];
	return `${String(got['content-type']).split(';')[0]} ${String(coded)}`;
};
const url = (bench: Bench) => bench.get('/annonce/A/documents', 'documents', 0, 'url');
const link = ordered(async (bench) => {
	const { pathname } = new URL(String(await url(bench)));
	const { status, headers, text } = await bench.client.plain('GET', pathname);
	const type = /[a-z-]+(?=;|$)/.exec(String(headers['content-type']))?.[0];
	return `${status} ${type} ${String(headers.location ?? text.slice(0, 5))}`;
});
const isSameLink = ordered(async (bench) => (await url(bench)) === (await url(bench)));
/** Whether status, documents and cancellation of a suspended notice are refused. */
const suspended = noticed(
	(notices) => notices.suspend('A'),
	async (bench) => {
		const read = [await bench.get('/annonce/A/statut'), await bench.get('/annonce/A/documents')];
		return [...read, await bench.cancel('A')].map((code) => code !== '').join(' ');
	},
);
const isSlow: Look = async (bench) => {
	await bench.get('/pays');
	return Number(bench.sandbox.journal.calls()[0]?.durationMs) >= 390;
};
/** A call after pauses in milliseconds, with two calls before each of them. */
const quota = (...pauses: number[]): Look => {
	return async (bench) => {
		for (const pause of pauses) {
			await Promise.all([bench.get('/pays'), bench.get('/pays')]);
			await wait(pause);
		}
		return bench.get('/pays');
	};
};
/** The same at the end of one fixed window of a second and at the beginning of the next. */
const acrossWindows: Look = async (bench) => {
	const untilNext = () => 1000 - (performance.now() % 1000);
	await wait(untilNext() + 500);
	return quota(untilNext() + 20)(bench);
};
const otherKey: Look = async (bench) =>
	[await bench.get('/pays'), await bench.as({}).get('/pays')][1];
const hasDate: Look = async ({ client }) => 'date' in (await client.get('/pays')).headers;
const served: Look = async ({ client }) => (await client.get('/forfaits')).status;
const quoted: Look = async ({ client }) => Object.keys((await client.post('/devis', sarl)).json);
const untyped = sent('{}', { headers: { 'content-type': 'text/plain' } });
/** A reference that is the number of another notice. */
const mistakable: Look = async (bench) => {
	const reference = await bench.ordered({ numero_commande: 'first' });
	await bench.ordered({ numero_commande: reference });
	return bench.get(`/annonce/${reference}/statut`, 'numero_commande');
};
const discount: Look = async (bench) => {
	const own = bench.as({ discountPercent: 10 });
	bench.sandbox.notices.invoice(await own.ordered({ numero_commande: 'A' }));
	return own.get('/annonce/A/factures', 'factures', 0, 'lignes', 0, 'remises', 0, 'montant_ht');
};
const gone = (notices: NoticeControls) => [notices.invoice('A'), notices.cancel('A')];
const published = (notices: NoticeControls) => notices.publish('A');
const line = ['factures', 1, 'lignes', 0, 'annonce'];
const quantity = noticed(credited, get('/annonce/A/factures', ...line, 'quantite'));
const nobody = get('/annonce/X/statut');
const again = order({ numero_commande: 'A' });
const accents = order({ numero_commande: 'é'.repeat(50) });
const reserved = order({ categorie: 'SUC_DES' });
const surplusProof = order({ publication: 13, justificatifs_papiers: 1 });
const noPaper = order({ ...daily, justificatifs_papiers: 0 }, ...proofs);
const digital = order({}, 'tarif', 'justificatif_numerique', 'quantite');
const onFriday = order({ date_parution: '2026-11-27' }, 'date_parution');
const inLozere = get('/publications?departement=48', 'publications');
const inGironde = get('/publications?departement=33', 'publications', 0, 'id');
const filets = get('/feuilles-styles?type=filet', 'feuilles_styles', 0, 'rang');
const twoEmpty = order({ dossier: '', texte: '' });
const contact = on((bench, body: object, name: string) => bench.post('/contact', body, name));
const updated = contact({ email: 'formalites@cabinet-demo.example', nom: 'GREFFE' }, 'nom');
const upperCase = contact({ email: 'FORMALITES@cabinet-demo.example' }, 'id');
const ENTITIES = `${p('&#233;<br>')}\n${p('A')}`;
const STYLED = '<p class=fs-texte style="text-align:justify">A</p>';
const UNKNOWN = 'annonce_introuvable';
const NOT_HERE = 'publication_non_habilite';
const BAD = 'err_texte_incorrect ğ ';
const PDF = '200 pdf %PDF-';
const ELSEWHERE = '302 html https://127.0.0.1:9/elsewhere.pdf';
const PLAIN = 'application/json 39';
const UPPER = { signature: 'A'.repeat(64) };
const FIELDS = ['resultat', 'date_parution', 'date_bouclage', 'texte', 'tarif'];
const NONE = 'false false false';
const TWO = { quotaPerMinute: 2 };
const SHORT = { quotaPerMinute: 2, quotaWindowSeconds: 1 };
const LATE = { attestationBeforePublication: false };
const MOVED = { pdfLinks: 'redirectElsewhere' } as const;

type Row = {
	[Name in keyof Settings]: [Name, Settings[Name], Look, unknown, unknown, Partial<Settings>?];
}[keyof Settings];

/** Switch, another value, what is tried, what is seen before and after, other switches that it takes. */
const table: readonly Row[] = [
	['latencyMs', 400, isSlow, false, true],
	['quotaPerMinute', 0, get('/pays'), '', 'requetes_max'],
	['quotaWindow', 'fixed', acrossWindows, 'requetes_max', '', SHORT],
	['quotaWindowSeconds', 0.1, quota(150), 'requetes_max', '', TWO],
	['quotaScope', 'instance', otherKey, '', 'requetes_max', { quotaPerMinute: 1 }],
	// Two calls that were refused half a second ago still fill the window, unless they do not count.
	['refusedCallsCount', false, quota(500, 600), 'requetes_max', '', SHORT],
	['bodyMaximum', 1000, quote({ texte: `<p>${'a'.repeat(1000)}</p>` }), '', 'body_incorrect'],
	['signedPath', 'decoded', get('/annonce/a%20b/statut'), UNKNOWN, 'signature_calculee'],
	['signatureCase', 'lower', call({ headers: UPPER }), 'signature_calculee', 'signature_incorrect'],
	['dateHeader', false, hasDate, true, false],
	['clockSkewSeconds', 90, get('/pays'), '', 'timestamp_controle'],
	['responseEncoding', 'gzip', form, PLAIN, 'application/json gzip'],
	['responseEncoding', 'chunked', form, PLAIN, 'application/json chunked'],
	['responseEncoding', 'bom', form, PLAIN, 'application/json 42'],
	['responseEncoding', 'escaped', form, PLAIN, 'text/plain 52'],
	['requestForm', 'refused', untyped, '', 'body_incorrect'],
	['pdfLinks', 'expired', link, PDF, '403 html <!doc'],
	['pdfLinks', 'html', link, PDF, '200 html <!doc'],
	['pdfLinks', 'json', link, PDF, '200 json {"res'],
	['pdfLinks', 'octets', link, PDF, '200 octet-stream %PDF-'],
	['pdfLinks', 'signed', link, PDF, '401 html <!doc'],
	['pdfLinks', 'redirectElsewhere', link, PDF, ELSEWHERE],
	[
		'pdfRedirectTarget',
		'https://a.example/',
		link,
		ELSEWHERE,
		'302 html https://a.example/',
		MOVED,
	],
	['linkTokens', 'fresh', isSameLink, true, false],
	['unknownReferences', 'refuse', batch('X', 'A', 'B'), 'A B', 'err_annonce_introuvable'],
	['unknownReferences', 'entry', batch('X', 'A', 'B'), 'A B', 'unknown A B'],
	['unknownReferenceCode', 'err_reference_absent', nobody, UNKNOWN, 'reference_absent'],
	['batchMaximum', 1, batch('A', 'B'), 'A B', 'err_body_incorrect'],
	['batchTooLarge', 'http413', batch('A', 'B'), 'err_body_incorrect', 413, { batchMaximum: 1 }],
	['batchOrder', 'shuffled', batch('A', 'B'), 'A B', 'B A'],
	['duplicates', 'kept', batch('A', 'B', 'A'), 'A B', 'A B A'],
	['duplicates', 'refused', batch('A', 'B', 'A'), 'A B', 'err_reference_incorrect'],
	['lookupFirst', 'number', mistakable, 'first', '26L000001'],
	['referenceStyle', 'encoded', order({}, 'reference'), '26L000001', '2026/L 000001é'],
	['referenceStyle', 'digits', order({}, 'reference'), '26L000001', '00000001'],
	['initialStatus', 'new', ofA('statut', 'statut'), 'a-paraitre', 'new'],
	['suspendedNotice', 'refused', suspended, NONE, 'true true true'],
	['suspendedNotice', 'filesWithheld', suspended, NONE, 'false true false'],
	['suspendedNotice', 'notCancellable', suspended, NONE, 'false false true'],
	['cancelledTwice', 'repeated', noticed(gone, cancel), UNKNOWN, ['facture', 'avoir']],
	['cancelledDocuments', 'served', noticed(gone, types), UNKNOWN, 'attestation facture avoir'],
	['cancelledNumberReusable', true, noticed(gone, again), 'annonce_commandee', ''],
	['orderNumberUnit', 'bytes', accents, '', 'numero_commande_incorrect'],
	['orderNumberCase', 'ignored', ordered(get('/annonce/a/statut')), UNKNOWN, ''],
	['attestationBeforePublication', false, ordered(types), 'attestation', ''],
	['attestationAtPublication', false, noticed(published, types), 'attestation', '', LATE],
	['discountSign', 'positive', discount, -14.7, 14.7],
	['creditSign', 'quantity', quantity, 1, -1],
	['emptyMotif', 'null', ofA('statut', 'motif'), undefined, null],
	['emptyMotif', 'empty', ofA('statut', 'motif'), undefined, ''],
	['emptyDocuments', 'absent', ordered(types), '', undefined, LATE],
	['absentNumber', 'null', order({}, 'numero_commande'), undefined, null],
	['orderMissedDate', 'refuse', order(missed), '', 'bouclage_depasse'],
	['unavailableDate', 'move', onFriday, 'date_indisponible', '2026-12-03'],
	['exceptionalClosings', [moved], order({}, 'date_parution'), '2026-11-26', '2026-12-03'],
	['charsetError', 'err_chaine_incorrect', charset, BAD, 'err_chaine_incorrect ğ '],
	['charsetDetail', 'field', charset, BAD, 'err_texte_incorrect U+011F'],
	['charsetDetail', 'suffix', charset, BAD, 'err_texte_incorrect : ğ '],
	['charsetDetail', 'none', charset, BAD, 'err_texte_incorrect '],
	['charsetCheck', 'raw', composed('<p>1&#8239;0</p>'), 'texte_incorrect \u202F', p('1\u202F0')],
	['forbiddenInline', 'kept', composed('<p>A <em>B</em></p>'), p('A'), p('A B')],
	['nestedParagraphs', 'dropped', composed('<p>A</p><div><p>B</p></div>'), p('A') + p('B'), p('A')],
	['composedText', 'entities', composed('<p>é<br/></p><p>A</p>'), p('é<br/>') + p('A'), ENTITIES],
	['composedText', 'styled', composed('<p>A</p>'), p('A'), STYLED],
	['filetStyles', false, composed('<p class="fs-filet">A</p>'), '<hr class="fs-filet"/>', p('A')],
	['filetStyles', false, filets, 1, undefined],
	['numberTypes', 'string', order({}, ...total), 176.4, '176.40'],
	['quoteVersion', '1.27', quoted, FIELDS, ['resultat', 'date_parution', 'tarif']],
	['forfaitsRoute', 'missing', served, 200, 404],
	['errorReporting', 'first', twoEmpty, 'dossier_absent texte_absent', 'dossier_absent'],
	['unlistedFields', 'body', order({ largeur: 'x' }), 'largeur_incorrect', 'body_incorrect'],
	['unknownFields', 'refused', order({ surprise: 1 }), '', 'body_incorrect'],
	['unknownFields', 'added', get('/contacts', 'contacts', 0, '_rang'), undefined, null],
	['nullFields', 'incorrect', order({ contact: null }), '', 'contact_incorrect'],
	['surplusForfait', 'refused', order({ categorie: 'DISSOL' }), '', 'forfait_incorrect'],
	['surplusBilling', 'refused', order({ facturation: {} }), '', 'facturation_incorrect'],
	['emptyList', 'null', inLozere, [], null],
	['emptyList', 'absent', inLozere, [], undefined],
	['largeur', 'priced', order({ largeur: 2 }, ...total), 176.4, 352.8],
	['largeur', 'refused', order({ largeur: 2 }), '', 'largeur_incorrect'],
	['notOffered', 'refused', surplusProof, '', 'justificatifs_papiers_incorrect'],
	[
		'reservedCategory',
		'err_categorie_inconnu',
		reserved,
		'categorie_incorrect',
		'categorie_inconnu',
	],
	['foreignPublication', `err_${NOT_HERE}`, foreign, 'publication_introuvable', NOT_HERE],
	['publicationIds', 'perTitle', inGironde, 74, 71],
	['contactFields', 'required', contact({ nom: 'A', prenom: 'B' }, 'nom'), 'A', 'email_absent'],
	['contactByEmail', 'updated', updated, 'FORMALITÉS', 'GREFFE'],
	['emailCase', 'distinguished', upperCase, 1, 5],
	['emptyContact', 'null', contact({}, 'nom'), '', null],
	['emptyContact', 'absent', contact({}, 'nom'), '', undefined],
	['zeroPaperProofs', 'default', noPaper, undefined, 1],
	['digitalProofDefault', true, digital, undefined, 1],
];

test('every switch has a row', () => {
	expect(new Set(table.map(([name]) => name))).toEqual(new Set(Object.keys(definitions)));
});

test.each(table)('%s: %j', async (name, value, look, before, after, settings = {}) => {
	expect(await withBench({ settings }, look)).toEqual(before);
	expect(await withBench({ settings: { ...settings, [name]: value } }, look)).toEqual(after);
});

test('a switch or a value that does not exist is refused, and nothing is changed then', async () => {
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
