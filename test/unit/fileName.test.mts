import {
	binaryFieldName,
	fileNamePart,
	pdfFileName,
} from '../../nodes/LegalNotice/domain/fileName.ts';

describe('the name of a file', () => {
	test.each([
		[{ type: 'attestation', reference: 'AL-1', numero: 'A7' }, 'attestation_AL-1_A7.pdf'],
		[{ type: 'justificatif', reference: 'AL-1' }, 'justificatif_AL-1.pdf'],
		[{ type: 'justificatif', reference: 'AL-1', rank: 2 }, 'justificatif_AL-1_2.pdf'],
		[{ type: 'facture', numero: 'F26-3', reference: 'AL-1' }, 'facture_F26-3.pdf'],
		[{ type: 'avoir', numero: 'V1', date: '2026-11-21' }, 'avoir_V1_2026-11-21.pdf'],
		[{ type: 'facture', reference: 'AL-1' }, 'facture_AL-1.pdf'],
		[{ type: 'relevé', reference: 'AL-1', numero: '9' }, 'releve_AL-1_9.pdf'],
		[{ type: '' }, 'document.pdf'],
	])('tells what the file is: %j', (subject, name) => {
		expect(pdfFileName(subject)).toBe(name);
	});

	test.each([
		['../../etc/passwd', 'etc-passwd'],
		['D-1#bis/2026', 'D-1-bis-2026'],
		['C:\\temp\\a', 'C-temp-a'],
		['Œuvre été', 'OEuvre-ete'],
		['a\u0000b\nc', 'a-b-c'],
		['fin. ', 'fin'],
		['a..b', 'a.b'],
		['x'.repeat(300), 'x'.repeat(80)],
	])('holds nothing that a file system refuses: %j', (text, part) => {
		expect(fileNamePart(text)).toBe(part);
	});

	test('a binary field among others is named by type and number', () => {
		expect(binaryFieldName({ type: 'facture', numero: 'F 26/3' })).toBe('facture_F-26-3');
		expect(binaryFieldName({ type: 'attestation' })).toBe('attestation');
	});
});
