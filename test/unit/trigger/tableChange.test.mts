import { readStatus, tableChange } from '../../../nodes/LegalNotice/notices/changes.ts';

interface Row {
	table: { status: string; reason?: string | null };
	status: string;
	reason: string | null;
	event: string | undefined;
}

const LOGO = { status: 'suspendue', reason: 'Logo' };

// Google Sheets leaves the old reason in its cell when it is given null, so that of a suspension that is over is none.
test.each`
	table                                    | status         | reason                | event
	${{ status: ' PARUE\u00a0' }}            | ${'parue'}     | ${null}               | ${undefined}
	${{ status: 'Suspendue' }}               | ${'parue'}     | ${null}               | ${'published'}
	${LOGO}                                  | ${'suspendue'} | ${null}               | ${'reasonChanged'}
	${{ ...LOGO, reason: 'Logo  absent\n' }} | ${'suspendue'} | ${'Logo\u00a0absent'} | ${undefined}
	${{ status: 'parue', reason: null }}     | ${'parue'}     | ${'Erratum'}          | ${'reasonChanged'}
	${{ status: 'parue', reason: 'Logo' }}   | ${'parue'}     | ${null}               | ${undefined}
`(
	'a row with $table, of which the service says $status ($reason), becomes $event',
	({ table, status, reason, event }: Row) => {
		const answer = { reference: 'AL-1', statut: status, motif: reason };
		const keepsReasons = table.reason !== undefined;
		const row = { name: 'AL-1', reason: null, ...table, keepsReasons };
		const reading = readStatus(answer, 'AL-1');
		if (typeof reading !== 'object') throw new Error(reading);
		expect(tableChange(row, reading, 'none', 0)?.event).toBe(event);
	},
);
