import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { CATEGORIES_WITHOUT_FORFAIT } from '../domain/codes';

export type Locator = INodeProperties & { readonly modes: INodePropertyMode[] };

/** Choices that the service keeps, each narrowed by the ones before it, each also to be given by its code. */

export const departmentLocator: Locator = {
	displayName: 'Department',
	name: 'department',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Department (département) in which the notice has to be published',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a department...',
			typeOptions: { searchListMethod: 'searchDepartments', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 75, 01, 2A or 971' },
	],
};

export const publicationLocator: Locator = {
	displayName: 'Publication',
	name: 'publication',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Newspaper or news site (JAL) that publishes the notice',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a publication...',
			typeOptions: {
				searchListMethod: 'searchPublications',
				searchable: true,
				slowLoadNotice: {
					message: 'Without a department, all publications of the account are loaded',
					timeout: 5000,
				},
			},
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12' },
	],
};

export const categoryLocator: Locator = {
	displayName: 'Category',
	name: 'category',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Kind of notice (catégorie)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a category...',
			typeOptions: { searchListMethod: 'searchCategories', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. CONSTI' },
	],
};

/** Hidden for the listed categories that need none; shown for a category that is not listed or not known yet. */
const forfaitLocator: INodeProperties = {
	displayName: 'Forfait',
	name: 'forfait',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'Legal form or modification that sets the regulated price; needed for the categories CONSTI and MODIF',
	displayOptions: { hide: { category: ['', ...CATEGORIES_WITHOUT_FORFAIT] } },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a forfait...',
			typeOptions: { searchListMethod: 'searchForfaits', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. SARL or MOD_CAP' },
	],
};

const publicationDateLocator: INodeProperties = {
	displayName: 'Publication Date',
	name: 'publicationDate',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'Date of publication (parution). Leave it empty to take the next possible one. A date with a time is taken as the day in Paris, but midnight of its own time zone keeps its day.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Next possible date',
			typeOptions: { searchListMethod: 'searchPublicationDates', searchable: false },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 2026-12-04, empty for the next one',
		},
	],
};

/** Where, as what and when a notice is published. */
export const placeParameters: INodeProperties[] = [
	departmentLocator,
	publicationLocator,
	categoryLocator,
	forfaitLocator,
	publicationDateLocator,
];
