import { categories } from '../data/categories.mts';
import { countries } from '../data/countries.mts';
import { departments } from '../data/departments.mts';
import { forfaits } from '../data/forfaits.mts';
import { styleSheets, styleTypes } from '../data/styleSheets.mts';
import { Fields } from '../fields.mts';
import { HttpAnswer } from '../refusal.mts';
import type { Call, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

function styles(service: Service, { query }: Call): JsonObject {
	const type = query.get('type') ?? '';
	const known = styleSheets.filter(
		(style) => service.settings.filetStyles || style.type !== 'filet',
	);
	if (type === '') return { feuilles_styles: known };
	if (!styleTypes.includes(type)) {
		const fields = new Fields({}, service);
		fields.incorrect('type', 'style-type');
		fields.refuse();
	}
	return { feuilles_styles: known.filter((style) => style.type === type) };
}

function listForfaits({ settings }: Service): JsonObject {
	// The route exists since 1.29 only; an older instance knows nothing of it.
	if (settings.forfaitsRoute === 'missing') throw new HttpAnswer(404, 'Not Found');
	return { forfaits: forfaits.map(({ euros: _euros, ...shown }) => shown) };
}

/** Reference data (endpoints 15 to 19). */
export const referenceRoutes: readonly Route[] = [
	['countries', 'GET', '/pays', () => ({ pays: countries })],
	['departments', 'GET', '/departements', () => ({ departements: departments })],
	['styleSheets', 'GET', '/feuilles-styles', styles],
	['categories', 'GET', '/categories', () => ({ categories })],
	['forfaits', 'GET', '/forfaits', listForfaits],
];
