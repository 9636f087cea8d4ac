/** A reference that the service does not know rests, but not for ever: what comes back is noticed. */
import { emptyState, isMissInTurn } from '../../../nodes/LegalNotice/trigger/state.ts';

test.each([
	['in the poll after its first miss', 1, 1, true],
	['not in the poll after its third one', 3, 1, false],
	['ten polls after its last one', 3, 10, true],
])('a missing reference is asked for %s', (_when, times, pollsLater, isAsked) => {
	const state = emptyState(0);
	const missed = {
		...state.missed,
		status: new Map([['AL-1', { kind: 'missing' as const, times, poll: 5 }]]),
	};
	const before = { ...state, polls: 5 + pollsLater - 1, missed };
	expect(isMissInTurn(before, 'AL-1', 'status', false)).toBe(isAsked);
	expect(isMissInTurn(before, 'AL-1', 'status', true)).toBe(true);
});
