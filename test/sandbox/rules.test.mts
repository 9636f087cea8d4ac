/** Each rule of the specification: what a caller sees of it, and that it is no longer seen with the rule switched off. */
import { rules, type NoticeControls, type Settings } from '../../sandbox/index.mts';
import { call, cancel, closing, composed, credited, daily, foreign } from './bench.mts';
import { get, missed, moved, noticed, on, order, ordered, p, proofs } from './bench.mts';
import { quote, sent, total, withBench, type Look } from './bench.mts';

const contact = on((bench, body: object) => bench.post('/contact', body, 'id'));
const statuses = on((bench, references: unknown) =>
	bench.post('/annonces/statuts', { references }, 'annonces'),
);

const party = { mode_facturation: 'annonceur' };
const advertiser = {
	...{ nom_raison_sociale: 'SOCIÉTÉ EXEMPLE', adresse: '1, rue de l’Exemple' },
	...{ code_postal: '75001', ville: 'PARIS', pays: 'FRA' },
};
const billed = (change: object) => order({ ...party, facturation: { ...advertiser, ...change } });
const otherMode: Look = (bench) => bench.as({ billingModes: ['annonceur'] }).order();
const registered: Look = async (bench) =>
	(await bench.quote()) === '' && bench.sandbox.journal.orders().length;
const suspend = (notices: NoticeControls) => notices.suspend('A', 'Illisible');
const proved = (notices: NoticeControls) => notices.addDocument('A', 'justificatif');
const proofNumber = get('/annonce/A/documents', 'documents', 1, 'numero');
const bill = (index: number) => get('/annonce/A/factures', 'factures', index, 'montant_ttc');
const inMarseille = get('/publications?departement=13', 'publications', 0, 'departement');
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const gif = { mime_type: 'image/gif', data: png };
const digital = 'justificatif_numerique';
const inline = '<b>A</b><strong>B</strong><br/><span class="fs-italique">C</span>';
const filet = `${p('A')}<hr class="fs-filet"/>`;
const RECTIF = { categorie: 'RECTIF', forfait: undefined };
const CHANGED = { exceptionalClosings: [{ ...moved, date_bouclage: '2026-11-23 18:00:00' }] };
const KEPT = { suspendedNotice: 'notCancellable' } as const;

/** Rule, what is tried, what is seen, and the switches that it takes to see it. */
const table: ReadonlyArray<[string, Look, unknown, Partial<Settings>?]> = [
	['application-header', call({ headers: { application: undefined } }), 'application_absent'],
	['timestamp-header', call({ headers: { timestamp: undefined } }), 'timestamp_absent'],
	['signature-header', call({ headers: { signature: undefined } }), 'signature_absent'],
	['application-format', call({ headers: { application: 'a b' } }), 'application_incorrect'],
	['signature-format', call({ headers: { signature: 'xyz' } }), 'signature_incorrect'],
	['key-known', call({ keys: { publicKey: 'x', secretKey: 'demo-secret-key' } }), 'cle_inconnue'],
	['client-active', (bench) => bench.as({ inactive: true }).get('/pays'), 'client_inactif'],
	['timestamp-gap', call({ timestamp: 1 }), 'timestamp_controle'],
	['signature-computed', call({ headers: { signature: 'a'.repeat(64) } }), 'signature_calculee'],
	['signature-raw-body', sent('{"references":["x"]}', { signedBody: '' }), 'signature_calculee'],
	['signature-path', call({}), ''],
	['quota', call({}), 'requetes_max', { quotaPerMinute: 0 }],
	['body-json', sent('{"nom":'), 'body_incorrect'],
	['own-notices', ordered((bench) => bench.as({}).get('/annonce/A/statut')), 'annonce_introuvable'],
	['publication-required', quote({ publication: undefined }), 'publication_absent'],
	['publication-format', quote({ publication: '12' }), 'publication_incorrect'],
	['publication-known', quote({ publication: 4711 }), 'publication_introuvable'],
	['publication-account', foreign, 'publication_introuvable'],
	['publication-department', quote({ departement: '69' }), 'publication_non_habilite'],
	['department-required', quote({ departement: undefined }), 'departement_absent'],
	['department-format', quote({ departement: '20' }), 'departement_incorrect'],
	['category-required', quote({ categorie: undefined }), 'categorie_absent'],
	['category-format', quote({ categorie: 7 }), 'categorie_incorrect'],
	['category-known', quote({ categorie: 'NOPE' }), 'categorie_inconnu'],
	['category-reserved', quote({ categorie: 'SUC_VAC' }), 'categorie_incorrect'],
	['forfait-required', quote({ forfait: undefined }), 'forfait_absent'],
	['forfait-format', quote({ forfait: 7 }), 'forfait_incorrect'],
	['forfait-known', quote({ forfait: 'NOPE' }), 'forfait_inconnu'],
	['forfait-category', quote({ forfait: 'MOD_CAP' }), 'forfait_incorrect'],
	['date-format', quote({ date_parution: '2026-02-30' }), 'date_parution_incorrect'],
	['date-available', quote({ date_parution: '2026-11-27' }), 'date_indisponible'],
	['date-next', closing({}), '2026-11-24 12:00:00'],
	['date-moved', closing(missed), '2026-11-24 12:00:00'],
	['date-missed-refused', order(missed), 'bouclage_depasse', { orderMissedDate: 'refuse' }],
	// A daily for Monday: closing the day before would be Sunday, so it is Friday.
	['closing-moved-back', closing({ ...daily, date_parution: '2026-11-30' }), '2026-11-27 11:00:00'],
	['closing-exceptional', closing({}), '2026-11-23 18:00:00', CHANGED],
	['header-object', quote({ entete: 'x' }), 'entete_incorrect'],
	['header-layout', quote({ entete: { disposition: 'x' } }), 'disposition_incorrect'],
	['header-mime-type', quote({ entete: gif }), 'mime_type_incorrect'],
	['header-data-required', quote({ entete: { mime_type: 'image/png' } }), 'data_incorrect'],
	['header-data', quote({ entete: { mime_type: 'image/jpeg', data: png } }), 'data_incorrect'],
	['header-text', quote({ entete: { texte: '<p>ł</p>' } }), 'texte_incorrect ł'],
	['paper-proofs-format', quote({ justificatifs_papiers: -1 }), 'justificatifs_papiers_incorrect'],
	['paper-proofs-default', quote(daily, ...proofs), 1],
	['digital-proof-format', quote({ [digital]: 'yes' }), `${digital}_incorrect`],
	['price-totals', quote({ justificatifs_papiers: 2 }, ...total), 183.63],
	['quote-places-nothing', registered, 0],
	['text-required', quote({ texte: undefined }), 'texte_absent'],
	['text-format', quote({ texte: 'Nothing inside a paragraph' }), 'texte_incorrect'],
	['text-outside-p', composed('Lost<p>A</p>'), p('A')],
	['text-other-tags', composed('<h1>Lost</h1><p>A</p><ul><li>Lost</li></ul>'), p('A')],
	['text-inline', composed(`<p>${inline}<em>Lost</em></p>`), p(inline)],
	['text-charset', composed('<p>Muğla</p>'), 'texte_incorrect ğ'],
	['text-default-class', composed('<p class="nope">A</p>'), p('A')],
	['text-category-classes', composed('<p class="fs-signature">A</p>', RECTIF), p('A')],
	['text-class-rank', composed('<p class="fs-texte fs-titre">A</p>'), '<p class="fs-titre">A</p>'],
	['text-filet-paragraph', composed('<p>A</p><p class="fs-filet">Lost</p>'), filet],
	['text-filet-rule', composed('<p>A</p><hr class="fs-filet"><hr>'), filet],
	['file-reference-required', order({ dossier: undefined }), 'dossier_absent'],
	['file-reference-format', order({ dossier: 7 }), 'dossier_incorrect'],
	['billing-mode-required', order({ mode_facturation: undefined }), 'mode_facturation_absent'],
	['billing-mode-format', order({ mode_facturation: 'aucun' }), 'mode_facturation_incorrect'],
	['billing-mode-allowed', otherMode, 'mode_facturation_non_autorisee'],
	['advertiser-required', order(party), 'facturation_absent'],
	['advertiser-format', order({ ...party, facturation: 'X' }), 'facturation_incorrect'],
	['advertiser-fields-required', billed({ adresse: '' }), 'adresse_absent'],
	['advertiser-fields-format', billed({ mobile: 'none' }), 'mobile_incorrect'],
	['advertiser-country', billed({ pays: 'FR' }), 'pays_incorrect'],
	['advertiser-email', billed({ email: 'nobody' }), 'email_incorrect'],
	['contact-known', order({ contact: 4711 }), 'contact_incorrect'],
	['proof-mail-format', order({ envoi_justificatif: 'yes' }), 'envoi_justificatif_incorrect'],
	['widths-format', order({ largeur: '2' }), 'largeur_incorrect'],
	['order-number-format', order({ numero_commande: 'x'.repeat(51) }), 'numero_commande_incorrect'],
	['order-number-unique', ordered(order({ numero_commande: 'A' })), 'annonce_commandee'],
	['order-number-lookup', ordered(get('/annonce/A/statut', 'statut')), 'a-paraitre'],
	['cancel-invoiced', noticed((notices) => notices.invoice('A'), cancel), ['facture', 'avoir']],
	['cancel-documents', ordered(cancel), undefined],
	['cancelled-hidden', noticed((notices) => notices.cancel('A'), statuses(['A'])), []],
	['notice-known', statuses(['A']), 'annonce_introuvable', { unknownReferences: 'refuse' }],
	['notice-suspended', noticed(suspend, cancel), 'annonce_suspendue', KEPT],
	['suspension-reason', noticed(suspend, get('/annonce/A/statut', 'motif')), 'Illisible'],
	['reference-required', statuses([]), 'reference_absent'],
	['reference-format', statuses([7]), 'reference_incorrect'],
	['credit-negative', noticed(credited, bill(1)), -176.4],
	['invoice-shared', noticed((notices) => notices.invoice(['A', 'B']), bill(0)), 352.8],
	['proof-without-number', noticed(proved, proofNumber), undefined],
	['department-query', get('/publications?departement=7'), 'departement_incorrect'],
	['publications-filter', inMarseille, '13'],
	['quantity', get('/dates-parutions?quantite=21'), 'quantite_incorrect'],
	['dates-department', get('/dates-parutions?publication=12'), 'departement_absent'],
	['contact-format', contact({ nom: 7 }), 'nom_incorrect'],
	['contact-email', contact({ email: 'nobody' }), 'email_incorrect'],
	['contact-existing', contact({ email: 'formalites@cabinet-demo.example', nom: 'AUTRE' }), 1],
	['contact-multiple', contact({ email: 'accueil@cabinet-demo.example' }), 'multiple_contact'],
	['style-type', get('/feuilles-styles?type=nope'), 'type_incorrect'],
];

test('every rule has a row, and every row has a rule', () => {
	expect(table.map(([id]) => id).sort()).toEqual(rules.map(({ id }) => id).sort());
});

test.each(rules)('the sandbox has the rule $id: $description', async ({ id }) => {
	const [, look, expected, settings = {}] = table.find(([name]) => name === id)!;
	expect(await withBench({ settings }, look)).toEqual(expected);
	expect(await withBench({ settings, disabledRules: [id] }, look)).not.toEqual(expected);
});

test('a rule cannot be switched off by a name that does not exist', async () => {
	const start = withBench({ disabledRules: ['forfait-requird'] }, () => Promise.resolve());
	await expect(start).rejects.toThrow('There is no rule named forfait-requird.');
});
