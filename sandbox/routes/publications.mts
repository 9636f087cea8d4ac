import { findPublication, type Publication } from '../accounts.mts';
import { nextDates } from '../calendar.mts';
import { logoData } from '../logo.mts';
import { Refusal } from '../refusal.mts';
import type { Call, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

/** The `departement` of a query. @throws {Refusal} unless it has 2 or 3 characters */
function readDepartment({ rules }: Service, query: URLSearchParams): string | null {
	const department = query.get('departement');
	if (department === null || department === '') return null;
	const good = department.length >= 2 && department.length <= 3;
	if (!good && rules.on('department-query')) throw new Refusal(['err_departement_incorrect']);
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

function publications(service: Service, call: Call): JsonObject {
	const department = readDepartment(service, call.query);
	const narrow = department !== null && service.rules.on('publications-filter');
	const all = service.accounts.publications(call.account, service.settings);
	const list = narrow ? all.filter((entry) => entry.departement === department) : all;
	const { emptyList } = service.settings;
	if (list.length > 0 || emptyList === 'empty') return { publications: list.map(view) };
	return emptyList === 'null' ? { publications: null } : {};
}

/** @throws {Refusal} unless it is an integer from 1 to 20 */
function readQuantity({ rules }: Service, query: URLSearchParams): number {
	const text = query.get('quantite');
	if (text === null || text === '') return 1;
	const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0;
	if ((quantity < 1 || quantity > 20) && rules.on('quantity')) {
		throw new Refusal(['err_quantite_incorrect']);
	}
	return quantity;
}

function dates(service: Service, call: Call): JsonObject {
	const { query, account } = call;
	const quantity = readQuantity(service, query);
	const department = readDepartment(service, query);
	const asked = query.get('publication');
	const all = service.accounts.publications(account, service.settings);
	let list = all.filter((entry) => department === null || entry.departement === department);
	if (asked !== null && asked !== '') {
		if (!/^\d{1,9}$/.test(asked) && service.rules.on('publication-format'))
			throw new Refusal(['err_publication_incorrect']);
		if (department === null && service.rules.on('dates-department')) {
			throw new Refusal(['err_departement_absent']);
		}
		const id = Number(asked);
		const own = all.find((entry) => entry.id === id);
		list = [findPublication(service, account, id, department ?? own?.departement ?? '')];
	}
	const publications = list.map((entry) => {
		const { id, departement } = entry;
		return { id, departement, dates: nextDates(service, entry, quantity) };
	});
	return { publications };
}

/** Publications and their dates (endpoints 10 and 11), and the deprecated route of the dates. */
export const publicationRoutes: readonly Route[] = [
	['publications', 'GET', '/publications', publications],
	['dates', 'GET', '/dates-parutions', dates],
	['dates', 'GET', '/dates-parution', dates],
];
