/** Puts the fields of an item together: the service's, untouched, and the node's own, which never hide one of them. */
import type { UnknownRecord } from '../reading/records';

/** The fields that the node adds to those of the service, by what they tell; docs/output-fields.md says what each means. */
const ADDED = {
	orders: `resume avertissements a_verifier environnement existant recupere inconnu annulee empreinte date_demandee date_modifiee
		parution_trop_tardive date_parution_iso date_bouclage_iso total_ht total_tva total_ttc fichiers_manquants
		ancienne_reference ancien_numero_commande documents_annulation`,
	text: `nombre_caracteres corrections epreuve_html texte_visible texte_identique texte_perdu texte_ajoute
		texte_compare texte_nettoye texte_proche envoyable a_corriger pertes nombre_caracteres_refuses caracteres_refuses`,
	notices: `demande introuvable est_parue nom_fichier sans_document sans_facture est_avoir date_facture_iso
		date_echeance_iso montant_tva tva_par_taux facturee references_demandees references_facturees
		numero_ligne ligne_libelle montants_par_lignes ligne_ht ligne_tva ligne_ttc numeros_factures numeros_avoirs`,
	names: `libelle_publication differences`,
	events: `evenement evenement_id ancien_statut ancien_motif constate_le document facture
		references_inconnues exemple`,
};

const OWN_FIELDS: readonly string[] = Object.values(ADDED).flatMap((names) => names.split(/\s+/));

/**
 * What n8n reads in an item as the failure of the node. A field `error` makes Retry On Fail repeat all items, also from
 * behind `__proto__`, which n8n's copies of an item follow.
 */
const OF_N8N = ['error', '$error', '$json', '__proto__'];

const TAKEN: ReadonlySet<string> = new Set([...OWN_FIELDS, ...OF_N8N]);

/**
 * The fields of an item: what the service sent, but for `resultat`, and what the node adds. What the service sends under
 * a name of the node's comes out as `service_<name>`, with one more `service_` where the service sends that as well.
 *
 * @param sent a field of the interface, such as `reference`, that `added` has too is taken from here
 */
export function outputFields(sent: UnknownRecord, added: UnknownRecord = {}): UnknownRecord {
	const fields: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(sent)) {
		if (name !== 'resultat') fields[freeName(sent, name)] = value;
	}
	for (const [name, value] of Object.entries(added)) {
		if (!Object.hasOwn(fields, name)) fields[name] = value;
	}
	return fields;
}

function freeName(sent: UnknownRecord, name: string): string {
	if (!TAKEN.has(name)) return name;
	let free = `service_${name}`;
	while (Object.hasOwn(sent, free)) free = `service_${free}`;
	return free;
}
