import type { IPollFunctions } from 'n8n-workflow';

import {
	EVENT_NAMES,
	readWatched,
	type EventName,
	type Watched,
	type WatchSettings,
} from '../domain/watch';
import {
	InputProblem,
	isGiven,
	readChoice,
	readChoices,
	readCollection,
	readCount,
	readDocumentTypes,
	readFlag,
} from '../domain/parameters';

const FIRST_SIGHTS = ['none', 'current', 'publishedOrSuspended'] as const;

/** What the trigger's parameters say. */
export interface TriggerInput {
	readonly list: readonly Watched[];
	readonly settings: WatchSettings;
}

/** @throws InputProblem naming the parameter */
export function readInput(context: IPollFunctions): TriggerInput {
	const given = (name: string): unknown => context.getNodeParameter(name, '');
	const options = readCollection('Options', given('options'));
	return {
		list: readWatched(given('references')),
		settings: {
			events: readEvents(given('events')),
			firstSight: readChoice('When First Seen', given('firstSight'), FIRST_SIGHTS) ?? 'none',
			documentTypes: new Set(readDocumentTypes(options.documentTypes)),
			files: readFlag('Download Files', options.downloadFiles) ?? false,
			waitPolls: count('Wait for Attestation', options.waitForDocument) ?? 0,
			stopAfterDays: count('Stop Watching After Publication', options.stopWatching),
		},
	};
}

function readEvents(value: unknown): ReadonlySet<EventName> {
	const events = readChoices('Trigger On', value, EVENT_NAMES);
	if (events.length > 0) return new Set(events);
	throw new InputProblem(
		'Trigger On',
		"'Trigger On' is empty.",
		'Choose at least one event that starts the workflow.',
	);
}

function count(label: string, value: unknown): number | undefined {
	return isGiven(value) ? readCount(label, value) : undefined;
}
