import type { Rhythm } from './calendar.mts';

/** A transparent PNG of one pixel. */
export const pixel =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** One row of `GET publications`, with what the emulator needs to compute its dates. */
export interface Row {
	readonly shown: {
		readonly id: number;
		readonly departement: string;
		readonly libelle: string;
		readonly periodicite: string;
		readonly type: 'papier' | 'web';
		readonly entete: boolean;
		readonly justificatif_papier: boolean;
		readonly justificatif_numerique: boolean;
		readonly logo_web?: { readonly mime_type: string; readonly data: string };
	};
	readonly rhythm: Rhythm;
}

const logo_web = { mime_type: 'image/png', data: pixel };
const weekly = { weekdays: [4], lead: 2, closingTime: '11:00:00' };
const daily = { weekdays: [1, 2, 3, 4, 5, 6], lead: 1, closingTime: '16:30:00' };
const online = { weekdays: [1, 2, 3, 4, 5], lead: 0, closingTime: '15:00:00' };

const paper = { type: 'papier', periodicite: 'Hebdomadaire', justificatif_papier: true } as const;
const web = { type: 'web', periodicite: 'Quotidien', justificatif_papier: false } as const;

export const strictRows: readonly Row[] = [
	{
		shown: {
			...paper,
			id: 12,
			departement: '75',
			libelle: 'Le Courrier de Démonstration',
			entete: true,
			justificatif_numerique: true,
			logo_web,
		},
		rhythm: weekly,
	},
	{
		shown: {
			...paper,
			id: 13,
			departement: '2A',
			libelle: 'L’Écho d’Essai',
			periodicite: 'Quotidien',
			entete: false,
			justificatif_numerique: false,
		},
		rhythm: daily,
	},
	{
		shown: {
			...web,
			id: 47,
			departement: '974',
			libelle: 'essai-en-ligne.example',
			entete: false,
			justificatif_numerique: true,
			logo_web,
		},
		rhythm: online,
	},
];

// One identifier, several departments: "id" is unique to the newspaper, not to the row.
export const lenientRows: readonly Row[] = [
	{
		shown: {
			...paper,
			id: 900002,
			departement: '2B',
			libelle: 'La Gazette Témoin',
			entete: true,
			justificatif_numerique: false,
		},
		rhythm: { ...weekly, weekdays: [2, 5] },
	},
	...['93', '75', '92'].map((departement, index) => ({
		shown: {
			...web,
			id: 900001,
			departement,
			libelle: 'Annonces Témoin',
			entete: true,
			justificatif_numerique: true,
			logo_web,
		},
		rhythm: { ...online, closingTime: `${String(14 + index)}:00:00` },
	})),
];
