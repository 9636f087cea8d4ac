import { tableChange } from '../../../nodes/LegalNotice/trigger/events.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');

const status = (reference: string, statut: string, reason: string | null) => ({
	reference,
	orderNumber: null,
	status: statut,
	reason,
});

type FirstSight = Parameters<typeof tableChange>[2];

function change(
	row: { status: string; reason?: string | null },
	now: string,
	{ reason = null, refused = false, firstSight = 'current' as FirstSight } = {} as {
		reason?: string | null;
		refused?: boolean;
		firstSight?: FirstSight;
	},
) {
	const reading = { ...status('AL-1', now, reason), refused };
	return tableChange({ asked: 'AL-1', reason: undefined, ...row }, reading, firstSight, NOW)?.event;
}

describe('a row without a status', () => {
	it.each([
		['none', 'parue', undefined],
		['publishedOrSuspended', 'parue', 'published'],
		['publishedOrSuspended', 'a-paraitre', undefined],
		['current', 'a-paraitre', 'toBePublished'],
	] as const)('where first sights are %s, and its notice is %s: %s', (firstSight, now, event) => {
		expect(change({ status: '' }, now, { firstSight })).toBe(event);
	});
});

describe('the reason of a row', () => {
	it('is not compared where the table keeps none', () => {
		expect(change({ status: 'suspendue' }, 'suspendue', { reason: 'Logo' })).toBeUndefined();
	});

	it('is not lost where the status was refused because of the suspension', () => {
		const row = { status: 'suspendue', reason: 'Logo' };
		expect(change(row, 'suspendue', { refused: true })).toBeUndefined();
	});

	it('changes also where the notice is not suspended', () => {
		const row = { status: 'parue', reason: null };
		expect(change(row, 'parue', { reason: 'Erratum' })).toBe('reasonChanged');
	});
});
