import { CODES, FIELDS, type ErrorEntry } from './errorTable';
import type { Explanation, FailureCause } from './explanation';
import type { ServiceFailure } from './failures';
import { REQUEST_FIELDS } from './requestFields';

/** What the table, or the two patterns for codes that nobody listed, say of one code. */
export function entryFor(code: string): ErrorEntry {
	const listed = CODES[code];
	if (listed) return listed;
	const pattern = /^err_(.+)_(absent|incorrect)$/.exec(code);
	if (!pattern?.[1]) {
		return {
			what: 'The service refused the call with a code that this version does not know',
			fix: 'The code names the reason. Check the values of this node, or ask the service.',
			kind: 'field',
			httpCode: '400',
		};
	}
	const field = FIELDS[pattern[1]] ?? REQUEST_FIELDS[pattern[1]];
	const label = field?.label ?? pattern[1].replace(/_/g, ' ');
	const missing = pattern[2] === 'absent';
	return {
		what: missing ? `'${label}' is missing` : `The service does not accept the value of '${label}'`,
		fix: field?.fix ?? `Check the value of '${label}'.`,
		parameter: label,
		kind: 'field',
		httpCode: '400',
	};
}

/** What the service refused, code by code. */
export function explainCodes(failure: ServiceFailure): Explanation {
	const known = failure.codes.map((code) => ({ code, ...entryFor(code) }));
	const sentences = known.map(({ code, what }) => `${what} (${code})`);
	const fixes = [...new Set(known.map(({ fix }) => fix))].join(' ');
	const first = known[0];
	const asked =
		failure.facts.asked === undefined ? '' : ` It was asked for "${failure.facts.asked}".`;
	return {
		message: `${sentences.join('. ')}.${asked}${addedBy(failure)}`,
		fix: `${fixes}${waitedFor(failure)}`,
		httpCode: first?.httpCode,
		cause: causeOf(first),
	};
}

/** What the service said beside its codes, as a sentence of its own; '' when there is nothing. */
export function addedBy({ facts: { details } }: ServiceFailure): string {
	return details?.length ? ` The service adds: ${details.join('; ')}.` : '';
}

/** How long the call waited for its turn and for quota, as a sentence of its own; '' when it did not. */
export function waitedFor({ facts: { waitedMs } }: ServiceFailure): string {
	return waitedMs
		? ` The node waited ${Math.round(waitedMs / 1000)} seconds before giving up.`
		: '';
}

function causeOf(entry: ErrorEntry | undefined): FailureCause | undefined {
	switch (entry?.kind) {
		case 'quota':
			return 'quota-exhausted';
		case 'server':
			return 'temporarily-unavailable';
		case 'access':
			return 'credential-invalid';
		case 'clock':
		case 'field':
			return 'configuration-invalid';
		default:
			return undefined;
	}
}
