import type { INodeProperties } from 'n8n-workflow';

import { ifNotFound, referenceField, timeout } from '../../descriptions/references';
import { fetchNotices } from '../../notices/ask';
import { ServiceFailure } from '../../errors/failures';
import { readChoice, readLine, readText } from '../../domain/parameters';
import {
	type ItemResult,
	type OperationContext,
	collection,
	outputFields,
	parameter,
	wholeInputOperation,
} from '../context';
import { forReadable, notFound, readItemReference } from '../noticeItems';
import {
	FIRST_SIGHTS,
	NOT_FOUND,
	eventFields,
	readReason,
	statusOutcome,
	tableChange,
	type FirstSight,
	type FoundNotice,
	type StatusReading,
	type TableRow,
} from '../../notices/changes';

/** What the person's own table says of a notice, and what to do where it says nothing. */
const tableParameters: INodeProperties[] = [
	{
		displayName: 'Previous Status',
		name: 'previousStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.statut }}',
		description:
			'The status (statut) that your table has for this notice, "introuvable" for one that was not found. A notice without one counts as changed.',
	},
	{
		displayName: 'Previous Reason',
		name: 'previousReason',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.motif }}',
		description:
			'The reason (motif) that your table has for this notice. Leave it empty if your table keeps none; reasons are then not compared.',
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
					{ name: 'Return Current Status', value: 'current', description: 'It counts as changed' },
					{
						name: 'Return If Published or Suspended',
						value: 'publishedOrSuspended',
						description: 'It counts as changed if so',
					},
					{ name: 'Return Nothing', value: 'none', description: 'Wait for a previous status' },
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
	properties: [referenceField, ...tableParameters],
	async execute(context, itemIndexes) {
		return await forReadable(
			itemIndexes,
			(itemIndex) => readRow(context, itemIndex),
			async (settings) => {
				const references = [...settings.values()].map(({ asked }) => asked);
				const found = await fetchNotices(await context.client(), 'statut', references);
				const nowMs = Date.now();
				return [...settings].map(([itemIndex, one]): ItemResult => {
					const answer = found.get(one.asked);
					const missing = statusOutcome(answer, one.asked) === 'missing';
					return missing && one.failsWhenMissing
						? notFound(context, one.asked, itemIndex)
						: resultOf(one, answer, nowMs);
				});
			},
		);
	},
});

/** What an item says of its notice, and what is wanted where it says nothing. */
interface Settings extends TableRow {
	readonly failsWhenMissing: boolean;
	readonly firstSight: FirstSight;
}

/** @throws InputProblem */
function readRow(context: OperationContext, itemIndex: number): Settings {
	const options = collection(context, 'options', itemIndex);
	const reason = readReason(
		readText('Previous Reason', parameter(context, 'previousReason', itemIndex)).trim(),
	);
	// Left empty, the table keeps no reasons; an expression that is empty for a row says that there was none.
	const written: unknown = context.fn.getNode().parameters.previousReason;
	const keepsReasons = reason !== null || (typeof written === 'string' && written.startsWith('='));
	return {
		asked: readItemReference(context, itemIndex),
		status: readLine('Previous Status', parameter(context, 'previousStatus', itemIndex)),
		reason: keepsReasons ? reason : undefined,
		failsWhenMissing:
			readChoice('If Not Found', options.ifNotFound, ['fail', 'returnItem']) === 'fail',
		firstSight: readChoice('When First Seen', options.firstSight, FIRST_SIGHTS) ?? 'current',
	};
}

function resultOf(
	{ asked, status, reason, firstSight }: Settings,
	found: FoundNotice,
	nowMs: number,
): ItemResult {
	const outcome = statusOutcome(found, asked);
	if (outcome === 'unreadable') {
		const isRefusal = found instanceof ServiceFailure;
		const lack = { missing: 'statut', readOnly: true };
		return { failure: isRefusal ? found : new ServiceFailure('notTheService', lack) };
	}
	const reading: StatusReading =
		outcome === 'missing'
			? { reference: asked, orderNumber: null, status: NOT_FOUND, reason: null }
			: outcome;
	const change = tableChange({ asked, status, reason }, reading, firstSight, nowMs);
	if (!change) return { output: [] };
	const answer = found instanceof ServiceFailure || found === undefined ? {} : found;
	return { output: [{ json: outputFields(answer, eventFields(change)) }] };
}
