import type { ServerResponse } from 'node:http';

/** A PDF file of one page with one line of text, small but complete (cross-reference included). */
export function smallPdf(line: string): Buffer {
	// Latin-1 and no parentheses: enough for a label, and nothing to escape.
	const label = line.replace(/[^\x20-\x7e]|[()\\]/g, '-');
	const content = `BT /F1 14 Tf 56 760 Td (${label}) Tj ET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
			'/Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
	];
	let file = '%PDF-1.4\n';
	const offsets: string[] = [];
	objects.forEach((object, index) => {
		offsets.push(`${String(file.length).padStart(10, '0')} 00000 n \n`);
		file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
	});
	const start = file.length;
	const size = String(objects.length + 1);
	file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
	file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}

/** Answers with the file; `typed` says what it is, otherwise only its bytes do. */
export function sendPdf(response: ServerResponse, name: string, typed: boolean): void {
	const type = typed ? 'application/pdf' : 'application/octet-stream';
	response.writeHead(200, { 'content-type': type }).end(smallPdf(name));
}
