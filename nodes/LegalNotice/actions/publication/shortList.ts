import type { IDataObject } from 'n8n-workflow';

import { beside } from '../notice/noticeOutput';

/** Fields that a model needs to choose a publication and name it in an order. */
const FIELDS = ['id', 'libelle', 'departement', 'type'];
/** Bytes of JSON that leave room for the note within the 2 kB of a tool's answer. */
const BUDGET = 1_500;

/** Publications as the tool of an agent lists them: few fields, as many as fit, and how to get the others. @param total before the limit */
export function shortList(publications: readonly IDataObject[], total: number): IDataObject[] {
	const short = publications.map((publication) =>
		Object.fromEntries(Object.entries(publication).filter(([name]) => FIELDS.includes(name))),
	);
	let bytes = 0;
	const shown = short.filter((publication, index) => {
		bytes += Buffer.byteLength(JSON.stringify(publication)) + 1;
		return index === 0 || bytes <= BUDGET;
	});
	const [first, ...others] = shown;
	if (!first || shown.length === short.length) return shown;
	const note = `Only ${shown.length} of ${total} publications are shown, with few fields. Choose a 'Department' to get those of that department; with 'Simplify' off all come with all fields.`;
	return [beside(first, { avertissements: [note] }), ...others];
}
