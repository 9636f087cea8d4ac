import type { IDataObject } from 'n8n-workflow';
import { asManyAsFit } from '../context';

/** Fields that a model needs to choose a publication and name it in an order. */
const FIELDS = ['id', 'libelle', 'departement', 'type'];

/** Publications as the tool of an agent lists them: few fields, as many as fit, and how to get the others. @param total before the limit */
export function shortList(publications: readonly IDataObject[], total: number): IDataObject[] {
	const short = publications.map((publication) =>
		Object.fromEntries(Object.entries(publication).filter(([name]) => FIELDS.includes(name))),
	);
	return asManyAsFit(short, (shown) =>
		shown === short.length
			? undefined
			: `Only ${shown} of ${total} publications are shown, with few fields. Choose a 'Department' to get those of that department; with 'Simplify' off all come with all fields.`,
	);
}
