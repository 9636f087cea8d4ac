import type { IPollFunctions } from 'n8n-workflow';

import {
	EVENT_NAMES,
	readWatched,
	type EventName,
	type FirstSight,
	type Watched,
	type WatchSettings,
} from '../domain/watch';
import { InputProblem } from '../domain/inputProblem';

/** What the trigger's parameters say. */
export interface TriggerInput {
	readonly list: readonly Watched[];
	readonly settings: WatchSettings;
}

/** @throws InputProblem naming the parameter */
export function readInput(context: IPollFunctions): TriggerInput {
	const options: unknown = context.getNodeParameter('options', {});
	const option = (name: string): unknown =>
		typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
	return {
		list: readWatched(context.getNodeParameter('references', '')),
		settings: {
			events: readEvents(context.getNodeParameter('events', [])),
			firstSight: readFirstSight(context.getNodeParameter('firstSight', 'none')),
			documentTypes: new Set(textsOf(option('documentTypes'))),
			files: option('downloadFiles') === true,
			waitPolls: wholeNumber("'Wait for Attestation'", option('waitForDocument')) ?? 0,
			stopAfterDays: wholeNumber("'Stop Watching After Publication'", option('stopWatching')),
		},
	};
}

function readEvents(value: unknown): ReadonlySet<EventName> {
	const given = new Set(textsOf(value));
	const events = EVENT_NAMES.filter((name) => given.has(name));
	if (events.length === 0) {
		throw new InputProblem(
			'Trigger On',
			"'Trigger On' is empty.",
			'Choose at least one event that starts the workflow.',
		);
	}
	return new Set(events);
}

function readFirstSight(value: unknown): FirstSight {
	return value === 'current' || value === 'publishedOrSuspended' ? value : 'none';
}

function wholeNumber(label: string, value: unknown): number | undefined {
	if (value === undefined || value === '' || value === null) return undefined;
	const number = Number(value);
	if (Number.isInteger(number) && number >= 0) return number;
	throw new InputProblem(
		label.replace(/'/g, ''),
		`${label} is not a whole number.`,
		'Give 0 or more.',
	);
}

function textsOf(value: unknown): string[] {
	return (Array.isArray(value) ? value : [value]).filter(
		(entry): entry is string => typeof entry === 'string' && entry !== '',
	);
}
