/** What a person sets in the trigger: its parameters, and how they are read. */
import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';

import { documentTypesField } from '../descriptions/references';
import {
	InputProblem,
	isGiven,
	readChoice,
	readChoices,
	readCollection,
	readCount,
	readDocumentTypes,
} from '../reading/cells/parameters';
import { readReferences } from '../reading/cells/references';
import { EVENT_NAMES, FIRST_SIGHTS, type EventName, type FirstSight } from '../notices/changes';
import type { FileRoute } from '../notices/files';

export interface WatchSettings {
	/** References and order numbers. */
	readonly names: readonly string[];
	readonly events: ReadonlySet<EventName>;
	readonly firstSight: FirstSight;
	/** Types of documents to report; all of them when empty. */
	readonly documentTypes: ReadonlySet<string>;
	/** Days after which a published notice is not read at all any more; undefined for never. */
	readonly stopAfterDays: number | undefined;
}

const REFERENCES = 'References to Watch';
const MOST_REFERENCES = 10_000;

/** @throws InputProblem naming the parameter */
export function readWatchSettings(context: IPollFunctions): WatchSettings {
	const given = (label: string, name: string) =>
		givenValue(label, context.getNodeParameter(name, ''));
	const options = readCollection('Options', given('Options', 'options'));
	for (const value of Object.values(options)) givenValue('Options', value);
	const firstSight = given('When First Seen', 'firstSight');
	const { stopWatching } = options;
	const stop = 'Stop Watching After Publication';
	const events = readChoices('Trigger On', given('Trigger On', 'events'), OFFERED_EVENTS);
	if (events.length === 0) {
		throw new InputProblem(
			'Trigger On',
			"'Trigger On' is empty.",
			'Choose at least one event that starts the workflow.',
		);
	}
	return {
		names: readNames(given(REFERENCES, 'references')),
		events: new Set(events),
		firstSight: readChoice('When First Seen', firstSight, FIRST_SIGHTS) ?? 'none',
		documentTypes: new Set(readDocumentTypes(options.documentTypes)),
		stopAfterDays: isGiven(stopWatching) ? readCount(stop, stopWatching) : undefined,
	};
}

/** Taken for an empty field, an expression that finds nothing would choose the default. @throws InputProblem */
function givenValue(label: string, value: unknown): unknown {
	if (value !== undefined) return value;
	const advice = 'Check the names in it.';
	throw new InputProblem(label, `An expression in '${label}' returns no value.`, advice);
}

/** Whether documents or invoices are read for events of their own. The status is read for each event. */
export function areFilesWatched({ events }: WatchSettings, route: FileRoute): boolean {
	return events.has(route === 'documents' ? 'newDocument' : 'newInvoice');
}

export function wantsType({ documentTypes: types }: WatchSettings, type: string): boolean {
	return types.size === 0 || types.has(type);
}

/** @throws InputProblem */
function readNames(value: unknown): string[] {
	const names = readReferences(REFERENCES, value);
	if (names.length === 0) {
		throw namesProblem(
			'is empty',
			'Give references or order numbers, separated by lines or commas, or an expression that returns an array.',
		);
	}
	if (names.length <= MOST_REFERENCES) return names;
	throw namesProblem(
		`has ${names.length} references; at most ${MOST_REFERENCES} can be watched`,
		'Remove notices that are over, divide the list between several triggers, or use Notice > Get Status Changes on a table.',
	);
}

function namesProblem(what: string, advice: string): InputProblem {
	return new InputProblem(REFERENCES, `'${REFERENCES}' ${what}.`, advice);
}

interface EventOption extends INodePropertyOptions {
	readonly value: EventName;
}

export const eventsField = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'New Document',
			value: 'newDocument',
			action: 'On new notice document',
			description: 'An attestation, proof of publication, invoice or credit note has arrived',
		},
		{
			name: 'New Invoice or Credit Note',
			value: 'newInvoice',
			action: 'On new invoice or credit note',
			description: 'An invoice (facture) or credit note (avoir) has arrived, with its amounts',
		},
		{
			name: 'Notice Not Found',
			value: 'notFound',
			action: 'On notice no longer found',
			description: 'The service no longer knows the notice, for example once it is cancelled',
		},
		{
			name: 'Published',
			value: 'published',
			action: 'On notice published',
			description: 'The notice has appeared (parue)',
		},
		{
			name: 'Reason Changed',
			value: 'reasonChanged',
			action: 'On notice suspension reason changed',
			description: 'The reason of a suspension (motif) has changed',
		},
		{
			name: 'Status Changed',
			value: 'statusChanged',
			action: 'On notice status changed',
			description: 'The status (statut) has changed to any value',
		},
		{
			name: 'Suspended',
			value: 'suspended',
			action: 'On notice suspended',
			description: 'The newspaper has suspended the notice (suspendue)',
		},
		{
			name: 'To Be Published',
			value: 'toBePublished',
			action: 'On notice scheduled again',
			description: 'The notice is scheduled for publication again (a-paraitre)',
		},
	],
	default: ['statusChanged'],
} satisfies INodeProperties & { options: EventOption[] };

/** The compiler refuses an event that cannot be chosen, as it refuses an option that is no event. */
const OFFERED_EVENTS: ReadonlyArray<(typeof eventsField)['options'][number]['value']> = EVENT_NAMES;

export const firstSightField: INodeProperties = {
	displayName: 'When First Seen',
	name: 'firstSight',
	type: 'options',
	options: [
		{
			name: 'Wait for First Change',
			value: 'none',
			description: 'Remember the current status; start the workflow when it changes',
		},
		{
			name: 'Start If Published or Suspended',
			value: 'publishedOrSuspended',
			description: 'Start the workflow for notices that are published or suspended already',
		},
		{
			name: 'Start With Current Status',
			value: 'current',
			description: 'Start the workflow once with the current status',
		},
	],
	default: 'none',
	description: 'What happens when a reference is read for the first time',
};

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...documentTypesField,
			description: 'Which documents are reported',
		},
		{
			displayName: 'Stop Watching After Publication',
			name: 'stopWatching',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 60,
			hint: 'Days',
			description:
				'How long documents and invoices are read after publication; the status is not read any more',
		},
	],
};
