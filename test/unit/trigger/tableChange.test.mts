import { tableChange } from '../../../nodes/LegalNotice/notices/changes.ts';

interface Row {
	table: { status: string; reason?: string | null };
	status: string;
	reason: string | null;
	refused: boolean;
	event: string | undefined;
}

const LOGO = { status: 'suspendue', reason: 'Logo' };

// Google Sheets leaves the old reason in its cell when it is given null, so that of a suspension that is over is none.
test.each`
	table                                  | status         | reason       | refused  | event
	${{ status: ' PARUE\u00a0' }}          | ${'parue'}     | ${null}      | ${false} | ${undefined}
	${{ status: 'Suspendue' }}             | ${'parue'}     | ${null}      | ${false} | ${'published'}
	${LOGO}                                | ${'suspendue'} | ${null}      | ${false} | ${'reasonChanged'}
	${LOGO}                                | ${'suspendue'} | ${null}      | ${true}  | ${undefined}
	${{ status: 'parue', reason: null }}   | ${'parue'}     | ${'Erratum'} | ${false} | ${'reasonChanged'}
	${{ status: 'parue', reason: 'Logo' }} | ${'parue'}     | ${null}      | ${false} | ${undefined}
`(
	'a row with $table, of which the service says $status ($reason, refused: $refused): $event',
	({ table, status, reason, refused, event }: Row) => {
		const reading = { reference: 'AL-1', orderNumber: null, status, reason, isRefused: refused };
		const row = { asked: 'AL-1', reason: undefined, ...table };
		expect(tableChange(row, reading, 'none', 0)?.event).toBe(event);
	},
);
