import { tableChange } from '../../../nodes/LegalNotice/trigger/events.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');

const status = (reference: string, statut: string, reason: string | null) => ({
	reference,
	orderNumber: null,
	status: statut,
	reason,
});

function change(
	row: { status: string; reason?: string | null },
	[now, reason = null]: [string, (string | null)?],
	firstSight: Parameters<typeof tableChange>[2] = 'current',
) {
	const asked = { asked: 'AL-1', reason: undefined, ...row };
	return tableChange(asked, status('AL-1', now, reason), firstSight, NOW);
}

describe('what a row remembers', () => {
	it('is the same status in capitals or with space around it', () => {
		for (const written of ['Parue', 'PARUE', ' parue', 'parue\u00a0']) {
			expect(change({ status: written }, ['parue'])).toBeUndefined();
		}
		expect(change({ status: 'Introuvable' }, ['introuvable'])).toBeUndefined();
		expect(change({ status: 'Suspendue' }, ['parue'])).toMatchObject({
			event: 'published',
			previousStatus: 'Suspendue',
		});
	});

	it('may be the reason of a suspension that is over: a cell that n8n did not empty', () => {
		expect(change({ status: 'parue', reason: 'Logo' }, ['parue'])).toBeUndefined();
		expect(change({ status: 'a-paraitre', reason: 'Logo' }, ['a-paraitre'])).toBeUndefined();
		expect(change({ status: 'suspendue', reason: 'Logo' }, ['parue'])).toMatchObject({
			event: 'published',
			reason: null,
			previousReason: 'Logo',
		});
	});

	it('is another reason where the suspension has another, or none any more', () => {
		const row = { status: 'suspendue', reason: 'Logo' };
		expect(change(row, ['suspendue', 'Texte'])).toMatchObject({ event: 'reasonChanged' });
		expect(change(row, ['suspendue'])).toMatchObject({ event: 'reasonChanged' });
		expect(change(row, ['suspendue', 'Logo'])).toBeUndefined();
	});
});

describe('a row without a status', () => {
	it.each(['none', 'publishedOrSuspended', 'current'] as const)(
		'comes out when its notice is not found, where first sights are %s',
		(firstSight) => {
			expect(change({ status: '' }, ['introuvable'], firstSight)).toMatchObject({
				event: 'notFound',
				previousStatus: null,
			});
		},
	);
});
