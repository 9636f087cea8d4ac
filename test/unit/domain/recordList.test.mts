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
	['a list by key', { '1': invoice, '2': other }],
	['one entry alone', invoice],
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
