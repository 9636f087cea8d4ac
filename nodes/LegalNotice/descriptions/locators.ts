/**
 * Describes the parameters that choose a department, a publication, a category or a forfait, from a list of the service
 * or by its code, and those that narrow down what an operation lists.
 */
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { CATEGORIES_WITHOUT_FORFAIT } from '../reading/cells/codes';
import { FORFAIT_LABEL } from '../reading/cells/parameters';

export type Locator = INodeProperties & { readonly modes: INodePropertyMode[] };

/** How a value is given that is not chosen; the name of the mode is `id` for all of them, as saved workflows have it. */
type GivenBy = 'By Code' | 'By Date' | 'By ID';

/** Chosen from a list of the service, or given by its code. */
export function modes(
	searchListMethod: string,
	placeholder: string,
	displayName: GivenBy,
	example: string,
): { modes: INodePropertyMode[] } {
	return {
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				// There are twenty dates at most.
				typeOptions: {
					searchListMethod,
					searchable: displayName !== 'By Date',
					slowLoadNotice: { message: 'The service is slow to answer…', timeout: 1_000 },
				},
			},
			{ displayName, name: 'id', type: 'string', placeholder: example },
		],
	};
}

const departmentLocator: Locator = {
	displayName: 'Department',
	name: 'department',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Department (département) in which the notice has to be published',
	...modes('searchDepartments', 'Choose a department...', 'By Code', 'e.g. 75'),
};

const publicationLocator: Locator = {
	displayName: 'Publication',
	name: 'publication',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Newspaper or news site (SHAL: JAL or SPEL) that publishes the notice',
	...modes('searchPublications', 'Choose a publication...', 'By ID', 'e.g. 12'),
};

const categoryLocator: Locator = {
	displayName: 'Category',
	name: 'category',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Kind of notice (catégorie)',
	...modes('searchCategories', 'Choose a category...', 'By Code', 'e.g. CONSTI'),
};

/** For a category that is not listed, or that an expression gives: whether it takes one is not known yet. */
const forfaitLocator: INodeProperties = {
	displayName: FORFAIT_LABEL,
	name: 'forfait',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'Legal form or modification that sets the regulated price; needed for the categories CONSTI and MODIF',
	// Assistants read the conditions of only one of the three fields of this name.
	builderHint: {
		propertyHint: 'Required for the category CONSTI and for MODIF, whatever condition is here',
	},
	displayOptions: { hide: { category: ['', ...CATEGORIES_WITHOUT_FORFAIT, 'CONSTI', 'MODIF'] } },
	...modes('searchForfaits', 'Choose a flat rate...', 'By Code', 'e.g. SARL'),
};

/** With `show`, n8n would display and require it for every category that an expression gives. */
const forfaitRequiredFor = (category: string): INodeProperties => ({
	...forfaitLocator,
	required: true,
	displayOptions: { hide: { category: [{ _cnd: { not: category } }] } },
});

const publicationDateLocator: INodeProperties = {
	displayName: 'Publication Date',
	name: 'publicationDate',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: "Day of publication (parution). If it must be kept, set 'If Date Moves' to Fail.",
	...modes('searchPublicationDates', 'Next possible date', 'By Date', 'e.g. 2026-12-04'),
};

/** Where, as what and when a notice is published. */
export const placeParameters: INodeProperties[] = [
	departmentLocator,
	publicationLocator,
	categoryLocator,
	forfaitRequiredFor('CONSTI'),
	forfaitRequiredFor('MODIF'),
	forfaitLocator,
	publicationDateLocator,
];

/** Parameters of operations that return a list; the interface has no pages, so a limit is applied afterwards. */
export const listParameters: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const simplifyParameter: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Makes a filter of a choice: where nothing is chosen, everything is listed. */
function asFilter(locator: Locator, description: string, all: string): INodeProperties {
	const choices = locator.modes.map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: all } : mode,
	);
	const filter: INodeProperties = { ...locator, description, modes: choices };
	delete filter.required;
	return filter;
}

export const departmentFilter = asFilter(
	departmentLocator,
	'Only this department (département). If empty, all departments of your account.',
	'All departments',
);

export const publicationFilter = asFilter(
	publicationLocator,
	"Only this publication; needs the 'Department' as well",
	'All publications',
);

export const categoryFilter = asFilter(
	categoryLocator,
	'Only the flat rates of this category. If empty, all flat rates.',
	'All categories',
);
