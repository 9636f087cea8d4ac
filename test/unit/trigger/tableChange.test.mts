import { tableChange } from '../../../nodes/LegalNotice/trigger/events.ts';

type Row = { status: string; reason?: string | null };

/** The event for a row, where the service now says this status and reason. */
function change(row: Row, status: string, reason: string | null = null, refused = false) {
	const reading = { reference: 'AL-1', orderNumber: null, status, reason, refused };
	return tableChange({ asked: 'AL-1', reason: undefined, ...row }, reading, 'none', 0)?.event;
}

const LOGO = { status: 'suspendue', reason: 'Logo' };

test.each<[string, string | undefined, Parameters<typeof change>]>([
	['the same status in other letters', undefined, [{ status: ' PARUE\u00a0' }, 'parue']],
	[
		'the word for a notice that is not found',
		undefined,
		[{ status: 'Introuvable' }, 'introuvable'],
	],
	['another status', 'published', [{ status: 'Suspendue' }, 'parue']],
	['the same reason', undefined, [LOGO, 'suspendue', 'Logo']],
	['another reason', 'reasonChanged', [LOGO, 'suspendue', 'Texte']],
	['a reason that is taken back', 'reasonChanged', [LOGO, 'suspendue']],
	[
		'a reason without a suspension',
		'reasonChanged',
		[{ status: 'parue', reason: null }, 'parue', 'Erratum'],
	],
	[
		'no reason where the table keeps none',
		undefined,
		[{ status: 'suspendue' }, 'suspendue', 'Logo'],
	],
	// Google Sheets leaves the old reason in its cell when it is given null.
	[
		'the reason of a suspension that is over',
		undefined,
		[{ status: 'parue', reason: 'Logo' }, 'parue'],
	],
	['a status refused because of the suspension', undefined, [LOGO, 'suspendue', null, true]],
	['nothing, and a notice that is not found', 'notFound', [{ status: '' }, 'introuvable']],
])('a row with %s: %s', (_what, event, given) => {
	expect(change(...given)).toBe(event);
});
