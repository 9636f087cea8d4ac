/** What a person reads of a failure says what happened, in calm words. */
import { CODES, FIELDS } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	ServiceFailure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LegalNotice/transport/failures.ts';
import { ALARMING } from '../../structure/package.mts';

/** Of every kind the facts that change its words. */
const KINDS: Record<FailureKind, readonly FailureFacts[]> = {
	refusal: [
		{},
		{ details: ['x'] },
		{ codes: ['err_unheard_of'], asked: '75', waitedMs: 60_000 },
		{ codes: ['err_unheard_absent', 'err_unheard_incorrect'] },
	],
	quota: [{}, { codes: ['err_requetes_max'] }],
	notSent: [{}, { networkCode: 'ENOTFOUND' }, { refusedByN8n: 'The host is blocked.' }],
	noAnswer: [{}, { networkCode: 'ECONNRESET' }, { readOnly: true }],
	notTheService: [{}, { status: 503, excerpt: 'Maintenance' }, { missing: 'id' }],
	redirect: [{}, { status: 302 }],
	blocked: [{}, { status: 403, excerpt: 'Forbidden' }],
	busy: [{}],
	cancelled: [{}, { underWay: true }],
	notStarted: [{}],
};

const kinds = Object.entries(KINDS) as Array<[FailureKind, readonly FailureFacts[]]>;
const wordsOf = (kind: FailureKind, facts: FailureFacts): string => {
	const { message, fix } = explain(new ServiceFailure(kind, facts));
	return `${message} ${fix}`;
};

test.each(kinds)('%s is told without words of blame', (kind, facts) => {
	const told = facts.map((one) => wordsOf(kind, one));
	expect(told.filter((text) => text.length < 20 || ALARMING.test(text))).toEqual([]);
});

test.each(Object.keys(CODES))('%s is told without words of blame', (code) => {
	expect(wordsOf('refusal', { codes: [code] })).not.toMatch(ALARMING);
});

test.each([...Object.keys(FIELDS), 'entete', 'largeur'])(
	'a missing or refused %s is told without words of blame',
	(field) => {
		const codes = [`err_${field}_absent`, `err_${field}_incorrect`];
		expect(wordsOf('refusal', { codes })).not.toMatch(ALARMING);
	},
);

test('such words would be found', () => {
	expect('The service has Problems').toMatch(ALARMING);
	expect('err_internal_server').not.toMatch(ALARMING);
});
