import { lookupOptions, referenceField } from '../../descriptions/references';
import { ServiceFailure } from '../../transport/failures';
import { wholeInputOperation } from '../operation.types';
import { fetchForItems } from '../references';
import { beside, payload } from './noticeOutput';

/** Status of notices, one call for many of them (specification, endpoints 4 and 5). */
export const getStatus = wholeInputOperation({
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get the status of notices',
		description: 'Find out whether notices are published or suspended (statut), many in one call',
	},
	properties: [referenceField, lookupOptions],
	async execute(context, itemIndexes) {
		return await fetchForItems(context, itemIndexes, 'statut', (answer, demande) => {
			if (typeof answer.statut !== 'string') {
				throw new ServiceFailure('notTheService', { missing: 'statut' });
			}
			const added = { demande, est_parue: answer.statut === 'parue' };
			return [{ json: beside(payload(answer), added) }];
		});
	},
});
