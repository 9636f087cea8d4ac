/** What an execution keeps of finished items; n8n hands it to "Retry with currently saved workflow" as well. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FinishedItems } from '../../nodes/LegalNotice/actions/finished.ts';

const done = [{ json: { reference: 'R-1', environnement: 'test' } }];

test.each([
	['the same credential', '1', { output: done }],
	['another credential, such as that of production', '2', undefined],
])('an item that was ordered is retried with %s', (_what, id, settled) => {
	const store: IDataObject = {};
	const itemsOf = (credential: string) => {
		const context: Partial<IExecuteFunctions> = {
			getContext: () => store,
			getExecutionId: () => 'E-1',
			getInputData: () => [{ json: {} }],
			getNode: () => ({
				...{ id: 'N', name: 'Order', type: 'legalNotice', typeVersion: 1, position: [0, 0] },
				parameters: { text: 'Avis.' },
				credentials: { legalNoticeApi: { id: credential, name: 'Legal Notice' } },
			}),
			getWorkflowDataProxy: () => ({ $runIndex: 0 }) as never,
		};
		return new FinishedItems(context as IExecuteFunctions);
	};
	itemsOf('1').put(0, done);
	expect(itemsOf(id).settled(0)).toEqual(settled);
});
