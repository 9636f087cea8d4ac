/** Every code of the specification (Errors), written down from it and from nothing else. */
const control = [
	'err_annonce_introuvable',
	'err_annonce_commandee',
	'err_publication_introuvable',
	'err_bouclage_depasse',
	'err_date_indisponible',
	'err_client_inactif',
	'err_forfait_inconnu',
	'err_categorie_inconnu',
	'err_publication_non_habilite',
	'err_mode_facturation_non_autorisee',
	'err_annonce_suspendue',
	'err_multiple_contact',
];

const environment = [
	'err_internal_server',
	'err_timestamp_controle',
	'err_signature_calculee',
	'err_body_incorrect',
	'err_cle_inconnue',
	'err_requetes_max',
	'err_application_absent',
	'err_signature_absent',
	'err_timestamp_absent',
	'err_application_incorrect',
	'err_signature_incorrect',
];

const absent =
	'reference publication departement categorie texte forfait mode_facturation dossier facturation nom_raison_sociale adresse code_postal ville pays email nom prenom mot_passe';

const incorrect =
	'reference publication departement categorie texte forfait mode_facturation disposition date_parution sous_categorie data chaine quantite justificatifs_papiers justificatif_numerique numero_commande dossier contact facturation nom_raison_sociale prenom_nom_complement adresse adresse_complement code_postal ville pays email telephone nom prenom mot_passe mobile';

export const allCodes = [
	...control,
	...environment,
	...absent.split(' ').map((field) => `err_${field}_absent`),
	...incorrect.split(' ').map((field) => `err_${field}_incorrect`),
];
