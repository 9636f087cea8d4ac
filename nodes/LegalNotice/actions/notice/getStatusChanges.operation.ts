import type { INodeProperties } from 'n8n-workflow';

import { ifNotFound, referenceField } from '../../descriptions/references';
import { timeout } from '../../descriptions/timeouts';
import {
	eventFields,
	NOT_FOUND,
	readReason,
	tableChange,
	type FirstSight,
	type StatusReading,
	type TableRow,
} from '../../domain/watch';
import { readLine } from '../../domain/textValue';
import type { Answer } from '../../transport/answer';
import { ServiceFailure } from '../../transport/failures';
import { statusOutcome } from '../../trigger/readings';
import { wholeInputOperation, type ItemResult, type OperationContext } from '../operation.types';
import { collection, parameter } from '../parameters';
import { fetchReadable, notFound, readReferences } from '../references';
import { payload } from './noticeOutput';

const fields: INodeProperties[] = [
	{
		displayName: 'Previous Status',
		name: 'previousStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.statut }}',
		description:
			'The status (statut) that your table has for this notice, as an expression. A notice without one counts as changed. The word "introuvable" stands for a notice that was not found.',
	},
	{
		displayName: 'Previous Reason',
		name: 'previousReason',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.motif }}',
		description:
			'The reason (motif) that your table has for this notice, as an expression. Leave it empty if your table keeps none; reasons are then not compared.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			ifNotFound,
			timeout,
			{
				displayName: 'When First Seen',
				name: 'firstSight',
				type: 'options',
				options: [
					{
						name: 'Return Current Status',
						value: 'current',
						description: 'A notice without previous status counts as changed',
					},
					{
						name: 'Return If Published or Suspended',
						value: 'publishedOrSuspended',
						description: 'It counts as changed if it is published or suspended already',
					},
					{
						name: 'Return Nothing',
						value: 'none',
						description: 'It comes out only once there is a previous status to compare with',
					},
				],
				default: 'current',
				description: 'What happens with a notice that has no previous status',
			},
		],
	},
];

/** Of notices with the status that a table remembers, the ones that changed (specification, endpoints 4 and 5). */
export const getStatusChanges = wholeInputOperation({
	option: {
		name: 'Get Status Changes',
		value: 'getStatusChanges',
		action: 'Get status changes of notices',
		description:
			'Compare the status of notices with the one in your table or CRM; only changed ones come out',
	},
	properties: [referenceField, ...fields],
	async execute(context, itemIndexes) {
		const references = readReferences(context, itemIndexes);
		const { found, failure } = await fetchReadable(context, references, 'statut');
		const nowMs = Date.now();
		return itemIndexes.map((itemIndex) => {
			const asked = references.get(itemIndex);
			if (typeof asked !== 'string') return asked ?? { output: [] };
			if (!found.has(asked)) return { failure };
			return resultOf(context, itemIndex, asked, found.get(asked), nowMs);
		});
	},
});

function resultOf(
	context: OperationContext,
	itemIndex: number,
	asked: string,
	found: Answer | ServiceFailure | undefined,
	nowMs: number,
): ItemResult {
	const options = collection(context, 'options', itemIndex);
	const outcome = statusOutcome(found, asked);
	if (outcome === 'unreadable') {
		const isRefusal = found instanceof ServiceFailure;
		const lack = { missing: 'statut', readOnly: true };
		return { failure: isRefusal ? found : new ServiceFailure('notTheService', lack) };
	}
	if (outcome === 'missing' && options.ifNotFound === 'fail') {
		return notFound(context, asked, itemIndex);
	}
	const reading: StatusReading =
		outcome === 'missing'
			? { reference: asked, orderNumber: null, status: NOT_FOUND, reason: null }
			: outcome;
	const change = tableChange(
		rowOf(context, itemIndex, asked),
		reading,
		readFirstSight(options.firstSight),
		nowMs,
	);
	if (!change) return { output: [] };
	const answer = found instanceof ServiceFailure || found === undefined ? {} : payload(found);
	return { output: [{ json: { ...answer, ...eventFields(change) } }] };
}

function rowOf(context: OperationContext, itemIndex: number, asked: string): TableRow {
	const reason = readReason(
		readLine('Previous Reason', parameter(context, 'previousReason', itemIndex)),
	);
	// Left empty, the table keeps no reasons; an expression that is empty for a row says that there was none.
	const written: unknown = context.fn.getNode().parameters.previousReason;
	const keepsReasons = reason !== null || (typeof written === 'string' && written.startsWith('='));
	return {
		asked,
		status: readLine('Previous Status', parameter(context, 'previousStatus', itemIndex)),
		reason: keepsReasons ? reason : undefined,
	};
}

function readFirstSight(value: unknown): FirstSight {
	return value === 'none' || value === 'publishedOrSuspended' ? value : 'current';
}
