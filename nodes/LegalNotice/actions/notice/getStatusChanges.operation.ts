/** Get Status Changes: of the rows of a person's own table, those whose notice changed (specification, endpoints 4 and 5). */
import type { INodeProperties } from 'n8n-workflow';

import { ifNotFound, itemReferenceField, timeout } from '../../descriptions/references';
import { ServiceFailure } from '../../errors/failures';
import { holdsNotice } from '../../notices/ask';
import { readChoice, readLine, readText } from '../../reading/cells/parameters';
import {
	type ItemResult,
	type OperationContext,
	outputFields,
	wholeInputOperation,
} from '../context';
import { collection, parameter } from '../itemParameters';
import { fetchNotices, forReadable, notFound, readItemReference } from '../noticeItems';
import {
	FIRST_SIGHTS,
	eventFields,
	notFoundReading,
	readReason,
	readStatus,
	tableChange,
	type FirstSight,
	type NoticeReply,
	type TableRow,
} from '../../notices/changes';

/** What the person's own table says of a notice, and what to do where it says nothing. */
const tableParameters: INodeProperties[] = [
	{
		displayName: 'Previous Status',
		name: 'previousStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. a-paraitre',
		description:
			'Status (statut) that your table has for the notice, an expression; without one it counts as changed',
	},
	{
		displayName: 'Previous Reason',
		name: 'previousReason',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pièce manquante',
		description: 'Reason (motif) that your table has; if left empty, reasons are not compared',
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

export const getStatusChanges = wholeInputOperation({
	option: {
		name: 'Get Status Changes',
		value: 'getStatusChanges',
		action: 'Get status changes of notices',
		description:
			'Compare the status of notices with the one in your table or CRM; only changed ones come out',
	},
	names: { reference: 'demande' },
	properties: [itemReferenceField, ...tableParameters],
	async execute(context, itemIndexes) {
		return await forReadable(
			itemIndexes,
			(itemIndex) => readRow(context, itemIndex),
			async (settings) => {
				const references = [...settings.values()].map(({ name }) => name);
				const found = await fetchNotices(await context.client(), 'statut', references);
				const nowMs = Date.now();
				return [...settings].map(([itemIndex, row]): ItemResult => {
					const answer = found.get(row.name);
					if (answer === undefined && row.failsWhenMissing) {
						return notFound(context, row.name, itemIndex);
					}
					return rowResult(row, answer, nowMs);
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
	const { ifNotFound: whenMissing, firstSight } = collection(context, 'options', itemIndex);
	const status = readLine('Previous Status', parameter(context, 'previousStatus', itemIndex));
	const given = readText('Previous Reason', parameter(context, 'previousReason', itemIndex));
	const reason = readReason(given);
	// Left empty, the table keeps no reasons; an expression that is empty for a row says that there was none.
	const { previousReason: written } = context.written;
	const keepsReasons = reason !== null || (typeof written === 'string' && written.startsWith('='));
	return {
		name: readItemReference(context, itemIndex),
		status: status === '' ? null : status,
		reason,
		keepsReasons,
		failsWhenMissing: readChoice('If Not Found', whenMissing, ['fail', 'returnItem']) === 'fail',
		firstSight: readChoice('When First Seen', firstSight, FIRST_SIGHTS) ?? 'current',
	};
}

function rowResult(row: Settings, found: NoticeReply, nowMs: number): ItemResult {
	const answered = readStatus(found, row.name);
	if (answered === 'unreadable') {
		const facts = { missing: 'statut', readOnly: true };
		const isFailure = found instanceof ServiceFailure;
		return { failure: isFailure ? found : new ServiceFailure('notTheService', facts) };
	}
	const reading = answered === 'absent' ? notFoundReading(row.name) : answered;
	const change = tableChange(row, reading, row.firstSight, nowMs);
	if (!change) return { output: [] };
	const answer = holdsNotice(found) ? found : {};
	return { output: [{ json: outputFields(answer, eventFields(change)) }] };
}
