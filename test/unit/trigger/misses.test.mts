/** A name that missed a change has no news of it later; and what is missing spoils no list of others. */
import type { FilesOutcome } from '../../../nodes/LegalNotice/notices/files.ts';
import { alignNamesOfOneNotice } from '../../../nodes/LegalNotice/trigger/events.ts';
import { diff } from '../../../nodes/LegalNotice/trigger/poll.ts';
import {
	emptyState,
	missAfter,
	missesInTurn,
	perAspect,
	type Held,
	type Miss,
	type Seen,
} from '../../../nodes/LegalNotice/trigger/state.ts';

test('what one name of a notice has told is no news under the other one, which was not read then', () => {
	const told = { statut: 'parue', n: 1, documents: 'A' };
	const notices = new Map<string, Seen>([
		['AL-1', told],
		['N-1', { statut: 'a-paraitre', documents: '' }],
		['NEW', {}],
	]);
	const reading = { reference: 'AL-1', orderNumber: 'N-1', status: 'parue', reason: null };
	const status = new Map([...notices.keys()].map((asked) => [asked, reading]));
	const after = alignNamesOfOneNotice({ ...emptyState(0), notices }, status).notices;
	expect(after.get('N-1')).toEqual({ statut: 'parue', motif: undefined, n: 1, documents: '' });
	expect([after.get('AL-1'), after.get('NEW')]).toEqual([told, {}]);
});

test('what was missing, and was not asked for again, spoils no list of documents of others for ever', () => {
	const settings = {
		...{ list: ['AL-1'], events: new Set(['newDocument', 'notFound'] as const) },
		firstSight: 'none',
		...{ documentTypes: new Set<string>(), files: false, waitPolls: 0, stopAfterDays: undefined },
	} as const;
	const state = emptyState(0);
	const notices = new Map<string, Seen>([['AL-1', { statut: 'parue', documents: '' }]]);
	const status = new Map([['AL-1', { kind: 'missing' as const, times: 1, poll: 1 }]]);
	const before = { ...state, polls: 1, notices, missed: { ...state.missed, status } };
	const answers = {
		...{ status: new Map(), invoices: new Map() },
		documents: new Map<string, FilesOutcome>([['AL-1', 'missing']]),
		...{ atFault: perAspect(() => new Set<string>()), documentsTried: new Set(['AL-1']) },
	};
	const after = diff({ before, settings, answers, nowMs: 0, filesAtHand: new Map() }).state;
	expect([...after.missed.documents.keys()]).toEqual(['AL-1']);
	expect(after.missed.status).toEqual(status);
});

test.each([
	['that was not asked for does not wait', 1, 2],
	['that rests, because it cannot be read, waits', 3, 3],
])('a publication of a notice %s one poll more for its attestation', (_which, times, waited) => {
	const settings = {
		...{ list: ['AL-1'], events: new Set(['published'] as const) },
		firstSight: 'none',
		...{ documentTypes: new Set<string>(), files: false, waitPolls: 9, stopAfterDays: undefined },
	} as const;
	const state = emptyState(0);
	const status = new Map([['AL-1', { kind: 'unreadable' as const, times, poll: 3 }]]);
	const held = { asked: 'AL-1', aspect: 'status', since: 0, waited: 2, tried: 0, statut: 'parue' };
	const before = {
		...{ ...state, polls: 3, missed: { ...state.missed, status } },
		notices: new Map<string, Seen>([['AL-1', { statut: 'a-paraitre' }]]),
		held: new Map([['id AL-1', held as Held]]),
	};
	const nothing = { status: new Map(), documents: new Map(), invoices: new Map() };
	const atFault = perAspect(() => new Set<string>());
	const answers = { ...nothing, atFault, documentsTried: new Set<string>() };
	const after = diff({ before, settings, answers, nowMs: 0, filesAtHand: new Map() }).state;
	expect([...after.held.values()].map((one) => one.waited)).toEqual([waited]);
});

const miss = (kind: Miss['kind'], times = 3, poll = 7): Miss => ({ kind, times, poll });

test('where a service reads the beginning of a list only, what was refused behind it is asked for before what is gone', () => {
	const misses: Array<[string, Miss]> = [
		['GONE', miss('missing')],
		['REFUSED', miss('unreadable')],
		['COUNTED', miss('missing', 2)],
		['LONGEST', miss('missing', 3, 6)],
	];
	expect(missesInTurn(misses)).toEqual(['LONGEST', 'COUNTED', 'REFUSED', 'GONE']);
});

test('that one is not found is counted on over a poll that cannot read it', () => {
	const kinds = ['missing', 'unreadable', 'missing', 'missing', 'unreadable'] as const;
	const counted = kinds.reduce<Miss[]>(
		(before, kind, at) => [...before, missAfter(before.at(-1), kind, at + 1)],
		[],
	);
	expect(counted.map(({ kind }) => kind)).toEqual(kinds.map(() => 'missing'));
	expect(counted.map(({ times, poll }) => [times, poll])).toEqual([
		...[[1, 1] as const, [1, 2] as const, [2, 3] as const, [3, 4] as const, [3, 5] as const],
	]);
});
