import { recordList } from '../../../nodes/LegalNotice/domain/records.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { nestedRecords } from '../../../nodes/LegalNotice/transport/envelope.ts';

const invoice = { type: 'facture', numero: 'F-1' };
const other = { type: 'avoir', numero: 'A-1' };

test.each([
	['absent', undefined, []],
	['null', null, []],
	['an empty list', [], []],
	['an empty object', {}, []],
	['a list', [invoice, other], [invoice, other]],
	['a list by key', { '1': invoice, '2': other }, [invoice, other]],
	['a list by key whose keys are names of fields', { type: invoice }, [invoice]],
	['one entry alone', invoice, [invoice]],
	['one entry known by its type', { type: 'facture' }, [{ type: 'facture' }]],
	['one entry known by its number', { numero: 12 }, [{ numero: 12 }]],
	['one entry known by its reference', { reference: 'AL-7' }, [{ reference: 'AL-7' }]],
	[
		'one entry known by its date',
		{ date_parution: '2026-12-04' },
		[{ date_parution: '2026-12-04' }],
	],
])('%s is read', (_name, value, records) => {
	expect(recordList(value)).toEqual(records);
	expect(nestedRecords(value, 'factures')).toEqual(records);
});

test.each([
	['a text', 'F-1'],
	['a number', 0],
	['false', false],
	['a list of texts', ['F-1']],
	['a list with a gap', [invoice, null]],
	['an object without a field that tells an entry', { total: 12 }],
	['an entry whose fields are empty', { type: '', numero: null }],
	['an entry whose number is no number', { numero: true }],
])('%s cannot be read, and does not mean that there is nothing', (_name, value) => {
	expect(recordList(value)).toBeUndefined();
	let failure: unknown;
	try {
		nestedRecords(value, 'factures');
	} catch (error) {
		failure = error;
	}
	expect(failure).toBeInstanceOf(ServiceFailure);
	expect(failure).toMatchObject({
		kind: 'notTheService',
		facts: { missing: 'factures', readOnly: true },
	});
});
