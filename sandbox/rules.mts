/**
 * The rules of the service as data: each row may be switched off by its id (`disabledRules`), so that
 * a test which claims to watch a rule can be shown to fail without it. The third column is the item of
 * the interface specification.
 */
const table = [
	['application-header', 'Application header required', 'Authentication'],
	['timestamp-header', 'Timestamp header required', 'Authentication'],
	['signature-header', 'Signature header required', 'Authentication'],
	['application-format', 'Application header well formed', 'Authentication'],
	['signature-format', 'Signature is 64 hexadecimal digits', 'Authentication'],
	['key-known', 'The public key belongs to an account', 'Authentication'],
	['client-active', 'The access is finalized', 'Authentication'],
	['timestamp-gap', 'Timestamp within 5 seconds', 'Authentication'],
	['signature-computed', 'Signature equals the computed one', 'Authentication'],
	['signature-raw-body', 'The body is signed as sent, byte by byte', 'Authentication 3'],
	['signature-path', 'The path is signed without its query', 'Authentication 2'],
	['quota', '300 calls a minute', 'Limits'],
	['body-json', 'The body is a JSON object in UTF-8', 'Architecture'],
	['own-notices', 'An account sees its own notices only', 'Authentication'],
	['publication-required', 'publication required', 'Endpoint 1'],
	['publication-format', 'publication is a positive integer', 'Endpoint 1'],
	['publication-known', 'publication exists', 'Control errors'],
	['publication-account', 'publication configured on the account', 'Endpoint 10'],
	['publication-department', 'publication authorized in the department', 'Control errors'],
	['department-required', 'departement required', 'Endpoint 1'],
	['department-format', 'departement is a department code', 'Endpoint 1'],
	['category-required', 'categorie required', 'Endpoint 1'],
	['category-format', 'categorie is a string', 'Endpoint 1'],
	['category-known', 'categorie exists', 'Control errors'],
	['category-reserved', 'SUC_VAC and SUC_DES need authorization', 'Category codes'],
	['forfait-required', 'forfait required for CONSTI and MODIF', 'Forfait codes'],
	['forfait-format', 'forfait is a string', 'Endpoint 1'],
	['forfait-known', 'forfait exists', 'Control errors'],
	['forfait-category', 'forfait belongs to the category', 'Forfait'],
	['date-format', 'date_parution is a real date', 'Endpoint 1'],
	['date-available', 'date_parution is a day of publication', 'Control errors'],
	['date-next', 'Without a date the next open one is given', 'Closing time 4'],
	['date-moved', 'A missed date is replaced by the next', 'Closing time 4'],
	['date-missed-refused', 'An order for a missed date may be refused', 'Control errors'],
	['closing-moved-back', 'Closing moves back over non-working days', 'Closing time 2'],
	['closing-exceptional', 'A newspaper may change a deadline', 'Closing time 3'],
	['text-required', 'texte required', 'Endpoint 1'],
	['text-format', 'texte is a string with something in p', 'Endpoint 1'],
	['text-outside-p', 'Text outside p is dropped', 'Text rule 1'],
	['text-other-tags', 'Text of other content tags is dropped', 'Text rule 1'],
	['text-inline', 'Only strong, b, br and span stay', 'Text rule 2'],
	['text-charset', 'Windows-1252 only, the character is named', 'Text rule 3'],
	['text-default-class', 'No or invalid class: the default one', 'Text rule 4'],
	['text-category-classes', 'Classes are those of the category', 'Text rule 4'],
	['text-class-rank', 'Several classes: the smallest rank wins', 'Text rule 4'],
	['text-filet-paragraph', 'The text of a filet paragraph is dropped', 'Text rule 5'],
	['text-filet-rule', 'hr with a filet class stands for p', 'Text rule 5'],
	['header-object', 'entete is an object', 'Entete'],
	['header-layout', 'disposition is one of four', 'Entete'],
	['header-mime-type', 'mime_type is jpeg, png or pdf', 'Entete'],
	['header-data-required', 'data required with mime_type', 'Entete'],
	['header-data', 'data is base64 of that type', 'Entete'],
	['header-text', 'The header text obeys the text rules', 'Entete'],
	['paper-proofs-format', 'justificatifs_papiers is an integer from 0', 'Endpoint 1'],
	['paper-proofs-default', 'Default: 0 with digital proofs, else 1', 'Endpoint 1'],
	['digital-proof-format', 'justificatif_numerique is a boolean', 'Endpoint 1'],
	['price-totals', 'Totals add the lines and the VAT by rate', 'Tarif'],
	['file-reference-required', 'dossier required', 'Endpoint 2'],
	['file-reference-format', 'dossier is a string', 'Endpoint 2'],
	['billing-mode-required', 'mode_facturation required', 'Endpoint 2'],
	['billing-mode-format', 'mode_facturation is one of two', 'Endpoint 2'],
	['billing-mode-allowed', 'mode_facturation available for the customer', 'Control errors'],
	['advertiser-required', 'facturation required for annonceur', 'Endpoint 2'],
	['advertiser-format', 'facturation is an object', 'Facturation'],
	['advertiser-fields-required', 'Required fields of facturation', 'Facturation'],
	['advertiser-fields-format', 'Formats of the fields of facturation', 'Facturation'],
	['advertiser-country', 'pays is an alpha-3 code of GET pays', 'Facturation'],
	['advertiser-email', 'email of the advertiser is an e-mail', 'Facturation'],
	['contact-known', 'contact is one of the account', 'Endpoint 2'],
	['proof-mail-format', 'envoi_justificatif is a boolean', 'Endpoint 2'],
	['widths-format', 'largeur and largeur_texte are numbers', 'Endpoint 2'],
	['order-number-format', 'numero_commande is a string up to 50', 'Limits'],
	['order-number-unique', 'numero_commande is unique', 'States and transitions'],
	['order-number-lookup', 'numero_commande stands for the reference', 'Endpoint 2'],
	['quote-places-nothing', 'A quote saves nothing', 'Endpoint 1'],
	['cancel-invoiced', 'Cancelling an invoiced notice credits it', 'States and transitions'],
	['cancel-documents', 'documents absent when not invoiced', 'Endpoint 3'],
	['cancelled-hidden', 'A cancelled notice leaves the statuses', 'States and transitions'],
	['notice-known', 'An unknown notice is refused', 'Control errors'],
	['notice-suspended', 'Operating on a suspended notice may fail', 'States and transitions'],
	['suspension-reason', 'A suspended notice gives its reason', 'Endpoint 5'],
	['reference-required', 'references required', 'Endpoint 4'],
	['reference-format', 'references are strings', 'Endpoint 4'],
	['credit-negative', 'Amounts of a credit note are negative', 'Facture'],
	['invoice-shared', 'One invoice may bill several notices', 'LigneFacture'],
	['proof-without-number', 'A proof has no number', 'Document'],
	['department-query', 'departement of a query: 2 to 3 characters', 'Limits'],
	['publications-filter', 'departement narrows the publications', 'Endpoint 10'],
	['quantity', 'quantite from 1 to 20, 1 by default', 'Limits'],
	['dates-department', 'publication needs departement', 'Endpoint 11'],
	['contact-format', 'Fields of a contact are strings', 'Endpoint 14'],
	['contact-email', 'email of a contact is an e-mail', 'Endpoint 14'],
	['contact-existing', 'A known e-mail returns its contact', 'Endpoint 14'],
	['contact-multiple', 'Several contacts with one e-mail', 'Endpoint 14'],
	['style-type', 'type of style sheets is one of four', 'Endpoint 17'],
] as const;

export type RuleId = (typeof table)[number][0];

/** `source` is the item of the interface specification. */
export const rules = table.map(([id, description, source]) => ({ id, description, source }));

/**
 * Says which rules are in force.
 *
 * @throws {Error} for an id that is not in the table: a typing error would test nothing
 */
export function ruleBook(disabled: readonly string[]) {
	const unknown = disabled.filter((id) => !rules.some((rule) => rule.id === id));
	if (unknown.length > 0) throw new Error(`There is no rule named ${unknown.join(', ')}.`);
	return { on: (id: RuleId): boolean => !disabled.includes(id) };
}
