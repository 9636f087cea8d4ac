/** Get Status: the status of notices, one call for many of them (specification, endpoints 4 and 5). */
import { lookupOptions, itemReferenceField } from '../../descriptions/references';
import { isGiven, nonEmptyText, trimmedText } from '../../reading/cells/parameters';
import { ServiceFailure } from '../../errors/failures';
import { NOT_FOUND } from '../../notices/changes';
import type { Answer } from '../../transport/envelope';
import { type OutputItem, outputFields, wholeInputOperation } from '../context';
import { fetchForItems } from '../noticeItems';

export const getStatus = wholeInputOperation({
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of notices',
		description: 'Find out whether notices are published or suspended (statut), many in one call',
	},
	names: { reference: 'demande' },
	hasSummary: true,
	properties: [itemReferenceField, lookupOptions],
	async execute(context, itemIndexes) {
		const results = await fetchForItems(context, itemIndexes, {
			route: 'statut',
			read: () => undefined,
			output: statusOf,
		});
		return results.map((result) =>
			'output' in result ? { ...result, output: result.output.map(summed) } : result,
		);
	},
});

function statusOf(answer: Answer, { requested: demande }: { requested: string }): OutputItem[] {
	const { statut } = answer;
	if (isGiven(statut) && typeof statut !== 'string')
		throw new ServiceFailure('notTheService', { missing: 'statut' });
	return [{ json: outputFields(answer, { demande, est_parue: statut === 'parue' }) }];
}

const WORDS: Readonly<Record<string, string>> = { 'a-paraitre': 'à paraître' };

/** With one sentence in its first column, so that a table of many notices reads. */
function summed(item: OutputItem): OutputItem {
	const { reference, demande, statut, motif, introuvable } = item.json;
	const name = nonEmptyText(reference) ?? trimmedText(demande);
	const status = introuvable === true ? NOT_FOUND : trimmedText(statut);
	const said = new Map(Object.entries(WORDS)).get(status) ?? (status || 'sans statut');
	const reason = nonEmptyText(motif);
	const because = reason === undefined ? '' : ` (${reason})`;
	return { ...item, json: { resume: `${name}\u00a0: ${said}${because}`, ...item.json } };
}
