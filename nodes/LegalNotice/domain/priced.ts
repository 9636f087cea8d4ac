/** What a price or an invoice is made up of, as a reader of the newspaper's bill knows it (specification, Tarif and LigneFacture). */

export const PRICED = {
	annonce: 'Annonce',
	justificatif_papier: 'Justificatif papier',
	justificatif_numerique: 'Justificatif numérique',
	frais_port: 'Frais de port',
};
