import { categories } from '../data/categories.mts';
import { countries } from '../data/countries.mts';
import { departments } from '../data/departments.mts';
import { forfaits } from '../data/forfaits.mts';
import { styleSheets, styleTypes } from '../data/styleSheets.mts';
import { Fields } from '../fields.mts';
import { HttpAnswer, Problems } from '../refusal.mts';
import type { Call, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

function styles({ rules, settings }: Service, { query }: Call): JsonObject {
	const type = query.get('type');
	if (type === null || type === '') return { feuilles_styles: styleSheets };
	if (!styleTypes.includes(type) && rules.on('style-type')) {
		const problems = new Problems(settings.errorReporting);
		new Fields({}, { rules, settings, problems }).incorrect('type');
		problems.refuse();
	}
	return { feuilles_styles: styleSheets.filter((style) => style.type === type) };
}

function listForfaits({ settings }: Service): JsonObject {
	// The route exists since 1.29 only; an older instance knows nothing of it.
	if (settings.forfaitsRoute === 'missing') throw new HttpAnswer(404, 'Not Found');
	return {
		forfaits: forfaits.map(({ code, libelle, categorie_code }) => ({
			code,
			libelle,
			categorie_code,
		})),
	};
}

/** Reference data (endpoints 15 to 19). */
export const referenceRoutes: readonly Route[] = [
	{ name: 'countries', method: 'GET', path: '/pays', handle: () => ({ pays: countries }) },
	{
		name: 'departments',
		method: 'GET',
		path: '/departements',
		handle: () => ({ departements: departments }),
	},
	{ name: 'styleSheets', method: 'GET', path: '/feuilles-styles', handle: styles },
	{ name: 'categories', method: 'GET', path: '/categories', handle: () => ({ categories }) },
	{ name: 'forfaits', method: 'GET', path: '/forfaits', handle: listForfaits },
];
