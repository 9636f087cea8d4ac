import { findPublication, publicationsOf, type Publication } from '../accounts.mts';
import { nextDates } from '../calendar.mts';
import { logoData } from '../logo.mts';
import { Refusal } from '../refusal.mts';
import type { Handle, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

/** The `departement` of a query. @throws {Refusal} unless it has 2 or 3 characters */
function readDepartment({ rules }: Service, query: URLSearchParams): string {
	const department = query.get('departement') ?? '';
	if (!/^(?:.{2,3})?$/u.test(department) && rules.on('department-query')) {
		throw new Refusal(['err_departement_incorrect']);
	}
	return department;
}

function view({ id, departement, newspaper }: Publication): JsonObject {
	return {
		id,
		departement,
		libelle: newspaper.libelle,
		periodicite: newspaper.periodicite,
		type: newspaper.type,
		entete: newspaper.entete,
		justificatif_papier: newspaper.justificatif_papier,
		justificatif_numerique: newspaper.justificatif_numerique,
		logo_web: { mime_type: 'image/png', data: logoData(newspaper.ids[0] ?? id) },
	};
}

const publications: Handle = (service, { account, query }) => {
	const department = readDepartment(service, query);
	const narrow = department !== '' && service.rules.on('publications-filter');
	const list = publicationsOf(account, service.settings)
		.filter(({ departement }) => !narrow || departement === department)
		.map(view);
	const empty = { empty: [], null: null, absent: undefined }[service.settings.emptyList];
	return { publications: list.length > 0 ? list : empty };
};

/** @throws {Refusal} unless it is an integer from 1 to 20 */
function readQuantity({ rules }: Service, query: URLSearchParams): number {
	const text = query.get('quantite') || '1';
	const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0;
	if ((quantity < 1 || quantity > 20) && rules.on('quantity')) {
		throw new Refusal(['err_quantite_incorrect']);
	}
	return quantity;
}

const dates: Handle = (service, { query, account }) => {
	const quantity = readQuantity(service, query);
	const department = readDepartment(service, query);
	const asked = query.get('publication') ?? '';
	const all = publicationsOf(account, service.settings);
	let list = all.filter(({ departement }) => department === '' || departement === department);
	if (asked !== '') {
		if (!/^\d{1,9}$/.test(asked) && service.rules.on('publication-format')) {
			throw new Refusal(['err_publication_incorrect']);
		}
		if (department === '' && service.rules.on('dates-department')) {
			throw new Refusal(['err_departement_absent']);
		}
		const id = Number(asked);
		const own = all.find((entry) => entry.id === id);
		list = [findPublication(service, account, id, department || (own?.departement ?? ''))];
	}
	const publications = list.map((entry) => {
		const { id, departement } = entry;
		return { id, departement, dates: nextDates(service, entry, quantity) };
	});
	return { publications };
};

/** Publications and their dates (endpoints 10 and 11), and the deprecated route of the dates. */
export const publicationRoutes: readonly Route[] = [
	['publications', 'GET', '/publications', publications],
	['dates', 'GET', '/dates-parutions', dates],
	['dates', 'GET', '/dates-parution', dates],
];
