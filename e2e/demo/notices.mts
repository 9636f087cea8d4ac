/** The notices of the demo: invented companies, one of each kind, and how far each of them has come. */
import type { Json } from '../lib/execution.mts';

/** How far a notice has come: the states of the desk, and what is refused or not finished on the way. */
type Stage = 'à approuver' | 'problème' | 'à corriger' | 'refusée' | 'commandée' | 'parue';

interface DemoNotice {
	readonly stage: Stage;
	readonly cells: Json;
}

/** @param paragraphs the first is its title */
function notice(stage: Stage, cells: Json, paragraphs: readonly string[]): DemoNotice {
	const place = { departement: '75', journal: '12' };
	return { stage, cells: { ...place, plafond: 600, ...cells, texte: paragraphs.join('\n\n') } };
}

function head(name: string, form: string, capital: string, seat: string, number: string): string {
	return `${name}\n\n${form} au capital de ${capital}\u00a0euros\nSiège social\u00a0: ${seat}\n${number} RCS Paris`;
}

export const DEMO_NOTICES: readonly DemoNotice[] = [
	notice(
		'à approuver',
		{
			dossier: 'DEMO-1',
			societe: 'MAISON BERTIN',
			categorie: 'CONSTI',
			forfait: 'SARL',
			client_email: 'contact@maison-bertin.example',
		},
		[
			'AVIS DE CONSTITUTION',
			'Par acte sous signature privée du 20 novembre 2026, il a été constitué une société présentant les caractéristiques suivantes\u00a0:',
			'Dénomination\u00a0: MAISON BERTIN',
			'Forme\u00a0: société à responsabilité limitée',
			'Capital\u00a0: 8\u00a0000\u00a0euros',
			'Siège\u00a0: 14 rue de l’Exemple, 75011 Paris',
			'Objet\u00a0: boulangerie et pâtisserie artisanales',
			'Durée\u00a0: 99 ans',
			'Gérance\u00a0: Alix Bertin, 2 rue du Test, 75010 Paris',
			'La société sera immatriculée au RCS de Paris.',
			'Pour avis, Alix Bertin, associée fondatrice ayant pouvoir',
		],
	),
	notice(
		'à approuver',
		{
			dossier: 'DEMO-2',
			societe: 'ATELIER DES QUAIS',
			categorie: 'MODIF',
			forfait: 'MOD_TRS_SIE',
		},
		[
			head(
				'ATELIER DES QUAIS',
				'Société par actions simplifiée',
				'10\u00a0000',
				'3 quai de l’Exemple, 75013 Paris',
				'999 999 999',
			),
			'TRANSFERT DU SIÈGE',
			'Aux termes d’une décision prise le 18 novembre 2026 par l’assemblée générale, le siège social a été transféré.',
			'Ancien siège\u00a0: 3 quai de l’Exemple, 75013 Paris',
			'Nouveau siège\u00a0: 9 rue du Test, 75010 Paris',
			'Mention en sera faite au RCS de Paris.',
			'Pour avis, le président',
		],
	),
	notice(
		'problème',
		{
			dossier: 'DEMO-3',
			societe: 'LES VERGERS DE MARNE',
			categorie: 'MODIF',
			forfait: 'MOD_DIR',
		},
		[
			head(
				'LES VERGERS DE MARNE',
				'Société à responsabilité limitée',
				'[À COMPLÉTER : Capital en euros]',
				'6 allée de la Démonstration, 75012 Paris',
				'888 888 888',
			),
			'CHANGEMENT DE DIRIGEANT',
			'Aux termes d’une décision prise le 19 novembre 2026 par l’assemblée générale, la direction de la société a été modifiée comme suit.',
			'Ancien dirigeant\u00a0: Noé Modèle, gérant',
			'Nouveau dirigeant\u00a0: Camille Exemple, gérante, 4 rue du Test, 75010 Paris',
			'Mention en sera faite au RCS de Paris.',
			'Pour avis, la gérance',
		],
	),
	notice(
		'refusée',
		{
			dossier: 'DEMO-4',
			societe: 'STUDIO LUNAIRE',
			categorie: 'DISSOL',
		},
		[
			head(
				'STUDIO LUNAIRE',
				'Société par actions simplifiée en liquidation',
				'2\u00a0000',
				'11 rue de l’Exemple, 75009 Paris',
				'777 777 777',
			),
			'DISSOLUTION ANTICIPÉE',
			'La société a été dissoute par anticipation et mise en liquidation. Cause\u00a0: décision de l’assemblée du 12 novembre 2026.',
			'Liquidateur\u00a0: Noé Modèle, 4 rue du Test, 75010 Paris.',
			'Correspondance et notification des actes\u00a0: au siège de la liquidation.',
			'Dépôt des actes et pièces\u00a0: greffe du tribunal des activités économiques de Paris.',
			'Pour avis, le liquidateur',
		],
	),
	notice(
		'à corriger',
		{
			dossier: 'DEMO-5',
			societe: 'Succession Exemple',
			categorie: 'AUTRE',
			forfait: '',
		},
		[
			'AVIS DE LEGS UNIVERSEL',
			'Par testament olographe du 2 mars 2020, Noé Exemple, décédé le 4 mai 2026 à Paris, a institué un légataire universel.',
			'Notaire chargé de la succession\u00a0: Maître Alix Modèle, 2 rue du Test, 75010 Paris.',
			'Pour avis, le notaire chargé de la succession',
		],
	),
	notice(
		'commandée',
		{
			dossier: 'DEMO-6',
			societe: 'COMPTOIR DU CANAL',
			categorie: 'MODIF',
			forfait: 'MOD_CAP',
			client_email: 'contact@comptoir-du-canal.example',
		},
		[
			head(
				'COMPTOIR DU CANAL',
				'Société par actions simplifiée',
				'5\u00a0000',
				'20 quai de la Démonstration, 75010 Paris',
				'666 666 666',
			),
			'MODIFICATION DU CAPITAL',
			'Aux termes d’une décision prise le 10 novembre 2026 par l’associée unique, le capital social a été augmenté par apport en numéraire.',
			'Ancien capital\u00a0: 5\u00a0000\u00a0euros',
			'Nouveau capital\u00a0: 20\u00a0000\u00a0euros',
			'Mention en sera faite au RCS de Paris.',
			'Pour avis, la présidente',
		],
	),
	notice(
		'commandée',
		{
			dossier: 'DEMO-7',
			societe: 'LIBRAIRIE DU PARC',
			categorie: 'FONDS',
		},
		[
			'CESSION DE FONDS DE COMMERCE',
			'Par acte authentique du 9 novembre 2026, a été conclue la cession suivante\u00a0:',
			'Vendeur\u00a0: LIBRAIRIE DU PARC, 8 avenue de l’Exemple, 75014 Paris',
			'Acquéreur\u00a0: LE MARQUE-PAGE, 5 rue du Test, 75014 Paris',
			'Fonds cédé\u00a0: un fonds de librairie exploité 8 avenue de l’Exemple, 75014 Paris',
			'Prix\u00a0: 64\u00a0000\u00a0euros, charges comprises',
			'Les oppositions sont reçues dans les dix jours de la dernière en date des publications légales, au domicile élu\u00a0: 13 rue du Test, 75010 Paris.',
			'Pour avis, l’acquéreur',
		],
	),
	notice(
		'parue',
		{
			dossier: 'DEMO-8',
			societe: 'FICTIVE DATA',
			categorie: 'CLOTUR',
		},
		[
			head(
				'FICTIVE DATA',
				'Société par actions simplifiée en liquidation',
				'1\u00a0000',
				'7 rue de l’Exemple, 75002 Paris',
				'555 555 555',
			),
			'CLÔTURE DE LIQUIDATION',
			'L’assemblée de clôture réunie le 30 octobre 2026 au siège a approuvé les comptes de liquidation, donné quitus au liquidateur, Alix Modèle, 2 rue du Test, 75010 Paris, et constaté la clôture de la liquidation.',
			'Les comptes de liquidation sont déposés au greffe du tribunal des activités économiques de Paris.',
			'Pour avis, le liquidateur',
		],
	),
	notice(
		'parue',
		{
			dossier: 'DEMO-9',
			societe: 'FICTIVE BOIS',
			categorie: 'MODIF',
			forfait: 'MOD_DENOM',
			client_email: 'contact@fictive-bois.example',
		},
		[
			head(
				'FICTIVE BOIS',
				'Société à responsabilité limitée',
				'5\u00a0000',
				'1 rue de l’Exemple, 75020 Paris',
				'444 444 444',
			),
			'CHANGEMENT DE DÉNOMINATION',
			'Aux termes d’une décision prise le 28 octobre 2026 par l’assemblée générale, la dénomination sociale a été modifiée comme suit.',
			'Ancienne dénomination\u00a0: FICTIVE BOIS',
			'Nouvelle dénomination\u00a0: FICTIVE MEUBLES',
			'Mention en sera faite au RCS de Paris.',
			'Pour avis, la gérance',
		],
	),
];
