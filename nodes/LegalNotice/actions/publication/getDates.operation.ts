/** Get Dates: the next dates of publications with the closing times actually configured (specification, endpoint 11). */
import type { IDataObject } from 'n8n-workflow';

import { departmentFilter, publicationFilter } from '../../descriptions/locators';
import { readPublication } from '../../reading/cells/codes';
import { isoFields } from '../../reading/cells/dates';
import {
	InputProblem,
	isGiven,
	nonEmptyText,
	readNumber,
	trimmedText,
} from '../../reading/cells/parameters';
import { nestedRecords } from '../../transport/envelope';
import { itemOperation, outputFields } from '../context';
import { parameter } from '../itemParameters';
import { chosen, chosenDepartment, sharedList } from '../lists';

export const getDates = itemOperation({
	option: {
		name: 'Get Dates',
		value: 'getDates',
		action: 'Get publication dates',
		description:
			'Next dates (parutions) with their closing times (bouclages), one item for each date',
	},
	properties: [
		departmentFilter,
		publicationFilter,
		{
			displayName: 'Number of Dates',
			name: 'quantity',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
			default: 5,
			description: 'How many dates of each publication, 1 to 20; 5 when empty',
		},
	],
	async execute(context, itemIndex) {
		const departement = chosenDepartment(context, itemIndex);
		const publication = chosen(context, itemIndex, {
			name: 'publication',
			label: 'Publication',
			read: readPublication,
		});
		if (publication !== undefined && departement === undefined) {
			throw new InputProblem(
				'Department',
				"'Publication' is given without 'Department', and the service needs both.",
				"Choose the 'Department' of the publication.",
			);
		}
		const given = parameter(context, 'quantity', itemIndex);
		const fits = (count: number) => Number.isInteger(count) && count >= 1 && count <= 20;
		const advice = 'Give a whole number from 1 to 20.';
		const quantite = isGiven(given) ? readNumber('Number of Dates', given, fits, advice) : 5;
		const query = { quantite, publication, departement };
		const dated = await sharedList(context, '/dates-parutions', 'publications', { query });
		const named = { query: { departement } };
		// Without its name a date comes out all the same.
		const publications = await sharedList(context, '/publications', 'publications', named).catch(
			() => [],
		);
		const names = new Map(publications.map(({ id, libelle }) => [trimmedText(id), libelle]));
		return dated.flatMap((publication) =>
			datesOf(publication, names.get(trimmedText(publication.id))),
		);
	},
});

/** One item per date, with the publication it belongs to. */
function datesOf({ dates, ...publication }: IDataObject, label: unknown) {
	const libelle = nonEmptyText(label);
	const named: IDataObject = {};
	if (libelle !== undefined) named.libelle_publication = libelle;
	return nestedRecords(dates, 'dates').map((date) => {
		const iso = isoFields(date, ['date_parution', 'date_bouclage']);
		return { json: outputFields({ ...publication, ...date }, { ...named, ...iso }) };
	});
}
