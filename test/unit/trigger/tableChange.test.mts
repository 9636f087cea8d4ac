import { ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';
import { statusOutcome, tableChange } from '../../../nodes/LegalNotice/notices/changes.ts';

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
	'a row with $table, of which the service says $status ($reason, refused: $refused), becomes $event',
	({ table, status, reason, refused, event }: Row) => {
		const refusal = new ServiceFailure('refusal', { codes: ['err_annonce_suspendue'] });
		const answer = { reference: 'AL-1', statut: status, motif: reason };
		const keepsReasons = table.reason !== undefined;
		const row = { name: 'AL-1', reason: null, ...table, keepsReasons };
		const reading = statusOutcome(refused ? refusal : answer, 'AL-1', row);
		if (typeof reading !== 'object') throw new Error(reading);
		expect(tableChange(row, reading, 'none', 0)?.event).toBe(event);
	},
);
