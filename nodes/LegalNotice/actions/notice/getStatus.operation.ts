/** Get Status: the status of notices, one call for many of them (specification, endpoints 4 and 5). */
import { lookupOptions, referenceField } from '../../descriptions/references';
import { ServiceFailure } from '../../errors/failures';
import { NOTHING_KNOWN, statusOutcome } from '../../notices/changes';
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
	properties: [referenceField, lookupOptions],
	async execute(context, itemIndexes) {
		return await fetchForItems(context, itemIndexes, {
			route: 'statut',
			read: () => undefined,
			output: statusOf,
			outputOfRefusal: suspendedOf,
		});
	},
});

function statusOf(answer: Answer, { asked: demande }: { asked: string }): OutputItem[] {
	const { statut } = answer;
	if (typeof statut !== 'string') throw new ServiceFailure('notTheService', { missing: 'statut' });
	return [{ json: outputFields(answer, { demande, est_parue: statut === 'parue' }) }];
}

/** A refusal because the notice is suspended says its status. */
function suspendedOf(refusal: ServiceFailure, demande: string): OutputItem[] | undefined {
	const outcome = statusOutcome(refusal, demande, NOTHING_KNOWN);
	if (typeof outcome !== 'object') return undefined;
	const { reference, status: statut } = outcome;
	const avertissements = [
		'The notice is suspended, and the service does not give the reason (motif).',
	];
	return [{ json: { reference, statut, demande, est_parue: false, avertissements } }];
}
