import { LeftOpen } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { stoppedHalfWay } from '../../../nodes/LegalNotice/actions/notice/replacement.ts';

test.each([
	[{ type: 'avoir', numero: 'AV-7' }, '(credit note AV-7)'],
	[{ type: 'avoir', numero: 7 }, '(credit note 7)'],
	[{ type: 'avoir', numero: null }, '(credit note without a number)'],
	[{ type: 'avoir' }, '(credit note without a number)'],
	[{ type: 'facture', numero: 'FA-7' }, 'is cancelled, but'],
])('a stop half way tells of %j: %s', (document, words) => {
	const { message } = stoppedHalfWay(
		{ ancienne_reference: '26L000001', documents_annulation: [document] },
		'DOSSIER-2',
		new Error('refused'),
	);
	expect(message).toContain(words);
	expect(message).toContain('26L000001');
	expect(message).not.toContain('undefined');
});

describe('an order after the cancellation of which it is not known whether it was placed', () => {
	const cancelled = { ancienne_reference: '26L000001', documents_annulation: [] };
	const lost = new LeftOpen('It is not known.', '', undefined, 'an order');

	test('is not called open', () => {
		const { message, advice, open } = stoppedHalfWay(cancelled, 'N-2', lost);
		expect(message).toContain('and the new one may be ordered already; its order number is N-2.');
		expect(open).toBe('notice 26L000001, cancelled and perhaps ordered anew under N-2');
		expect(advice).toMatch(/^Run it again unchanged .*then nothing is ordered twice/);
	});

	test('is not to be repeated unseen where it has no number', () => {
		const { message, advice, open } = stoppedHalfWay(cancelled, undefined, lost);
		expect(message).toContain('and the new one may be ordered already.');
		expect(open).toBe('notice 26L000001, cancelled and perhaps ordered anew');
		expect(advice).toMatch(/^If it was not ordered, run it again/);
		expect(advice).not.toContain('nothing is ordered twice');
	});
});

test('an order without number that was not placed is open, and nothing is promised of a second one', () => {
	const cancelled = { ancienne_reference: '26L000001', documents_annulation: [] };
	const { message, advice, open } = stoppedHalfWay(cancelled, undefined, new Error('refused'));
	expect(message).toContain('but the new one is not ordered yet.');
	expect(open).toBe('notice 26L000001, cancelled but not ordered anew');
	expect(advice).toMatch(/^Run it again with the option/);
	expect(advice).not.toContain('nothing is ordered twice');
});
