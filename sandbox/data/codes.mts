/**
 * The 73 error codes that the specification lists (section "Errors"), in its order. The two field
 * patterns `err_{champ}_absent` and `err_{champ}_incorrect` also admit codes that nobody listed.
 */
const control =
	'annonce_introuvable annonce_commandee publication_introuvable bouclage_depasse date_indisponible ' +
	'client_inactif forfait_inconnu categorie_inconnu publication_non_habilite ' +
	'mode_facturation_non_autorisee annonce_suspendue multiple_contact';

const environment =
	'internal_server timestamp_controle signature_calculee body_incorrect cle_inconnue requetes_max ' +
	'application_absent signature_absent timestamp_absent application_incorrect signature_incorrect';

const absentFields =
	'reference publication departement categorie texte forfait mode_facturation dossier facturation ' +
	'nom_raison_sociale adresse code_postal ville pays email nom prenom mot_passe';

const incorrectFields =
	'reference publication departement categorie texte forfait mode_facturation disposition ' +
	'date_parution sous_categorie data chaine quantite justificatifs_papiers justificatif_numerique ' +
	'numero_commande dossier contact facturation nom_raison_sociale prenom_nom_complement adresse ' +
	'adresse_complement code_postal ville pays email telephone nom prenom mot_passe mobile';

export const errorCodes: readonly string[] = [
	...`${control} ${environment}`.split(' ').map((name) => `err_${name}`),
	...absentFields.split(' ').map((field) => `err_${field}_absent`),
	...incorrectFields.split(' ').map((field) => `err_${field}_incorrect`),
];
