import { stoppedHalfWay } from '../../../nodes/LegalNotice/actions/notice/replacementStops.ts';

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
