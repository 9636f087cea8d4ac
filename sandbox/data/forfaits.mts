function of(categorie_code: string, rows: Array<[string, string, number | null]>) {
	return rows.map(([code, libelle, euros]) => ({ code, libelle, categorie_code, euros }));
}

/**
 * Forfaits (specification, "Forfait codes") with a flat price in euros before tax, dated 2025; null
 * means that this forfait is priced by the character (several changes in one notice).
 */
export const forfaits = [
	...of('CONSTI', [
		['EURL', 'EURL', 123],
		['SA', 'SA', 395],
		['SARL', 'SARL, SELARL', 147],
		['SAS', 'SAS', 197],
		['SASU', 'SASU', 141],
		['SC', 'EARL, SC, SCEA, SCP, SCPI', 220],
		['SCI', 'SCI, SCCV', 189],
		['SNC', 'SNC', 218],
		['CONSTI_AUTRE', 'Autre forme juridique', null],
	]),
	...of('MODIF', [
		['MOD_AUTRE', 'Modifications autres ou multiples', null],
		['MOD_TRS_SIE', 'Transfert de siège social', 108],
		['MOD_DIR', 'Mouvement de dirigeants', 108],
		['MOD_CAC_NOM', 'Nomination de commissaire aux comptes', 108],
		['MOD_CAC_CES', 'Cessation de commissaire aux comptes', 108],
		['MOD_DUREE', 'Durée', 108],
		['MOD_DATE_CLOT', 'Date de clôture de l’exercice', 108],
		['MOD_DATE_DEB', 'Date de début d’activité', 108],
		['MOD_REC_ACTIF', 'Reconstitution de l’actif net', 108],
		['MOD_CAP', 'Capital social', 135],
		['MOD_OBJET', 'Objet social', 135],
		['MOD_ACT', 'Mouvement d’activité', 135],
		['MOD_JUD_NOM', 'Nomination d’un administrateur judiciaire', 135],
		['MOD_DENOM', 'Dénomination', 197],
		['MOD_FORME', 'Forme juridique', 197],
		['MOD_ASSO', 'Mouvement d’associés', 197],
		['MOD_CESSION', 'Cession de parts', 108],
		['MOD_RES_BAIL', 'Résiliation de bail', 108],
		['MOD_NON_DISSOL', 'Non-dissolution', 80],
	]),
];

/** Categories for which a forfait is required. */
export const forfaitCategories: readonly string[] = ['CONSTI', 'MODIF'];
