import { categories } from '../data/categories.mts';
import { countries } from '../data/countries.mts';
import { departments } from '../data/departments.mts';
import { forfaits } from '../data/forfaits.mts';
import { styleSheets, styleTypes } from '../data/styleSheets.mts';
import { Fields } from '../fields.mts';
import { HttpAnswer } from '../refusal.mts';
import type { Handle, Route } from '../service.mts';

const styles: Handle = (service, { query }) => {
	const type = query.get('type') ?? '';
	if (type !== '' && !styleTypes.some((known) => known === type)) {
		const fields = new Fields({}, service);
		fields.incorrect('type', 'style-type');
		fields.refuse();
	}
	const known = styleSheets.filter(
		(style) => service.settings.filetStyles || style.type !== 'filet',
	);
	return { feuilles_styles: known.filter((style) => type === '' || style.type === type) };
};

const listForfaits: Handle = ({ settings }) => {
	// The route exists since 1.29 only; an older instance knows nothing of it.
	if (settings.forfaitsRoute === 'missing') throw new HttpAnswer(404, 'Not Found');
	return { forfaits: forfaits.map(({ euros: _euros, ...shown }) => shown) };
};

/** Reference data (endpoints 15 to 19). */
export const referenceRoutes: readonly Route[] = [
	['countries', 'GET', '/pays', () => ({ pays: countries })],
	['departments', 'GET', '/departements', () => ({ departements: departments })],
	['styleSheets', 'GET', '/feuilles-styles', styles],
	['categories', 'GET', '/categories', () => ({ categories })],
	['forfaits', 'GET', '/forfaits', listForfaits],
];
