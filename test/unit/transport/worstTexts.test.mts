/** Foreign text, 200 kB of what is worst for each expression that meets it: none blocks the process. */
import { refusalIn, readAnswer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { entryFor, isListedCode } from '../../../nodes/LegalNotice/transport/errorTable.ts';
import { explain, fullText } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	connectionFailure,
	ServiceFailure,
} from '../../../nodes/LegalNotice/transport/failures.ts';

const SIZE = 200_000;
const pieces = [
	'<',
	'<style',
	'<script ',
	'<style>',
	'<style><',
	' ',
	'\n',
	'err_',
	'err_a_absent',
	'_absent',
	'_',
	'[',
	'{"a":',
	'\uFEFF',
	'ECONN_',
	'a.',
	'"',
];
const texts = pieces.map((piece) => [piece, piece.repeat(SIZE / piece.length)] as const);

test.each(texts)('200 kB of %j', (_piece, text) => {
	const startedAt = Date.now();
	const failures = [
		...[200, 403, 502].map((status) => readAnswer(status, Buffer.from(text))),
		readAnswer(200, JSON.stringify({ resultat: 'erreur', erreurs: [text, `err_${text}`] })),
		readAnswer(200, JSON.stringify({ resultat: 'erreur', erreurs: [], message: text })),
		refusalIn({ erreurs: Array.from({ length: 1_000 }, () => text.slice(0, 200)) }),
		connectionFailure({ code: text, httpCode: text, syscall: text }, false),
	];
	for (const failure of failures) {
		if (failure instanceof ServiceFailure) fullText(failure);
		explain(failure);
	}
	entryFor(text);
	entryFor(`err_${text}_absent`);
	isListedCode(`err_${text}_incorrect`);
	expect(Date.now() - startedAt).toBeLessThan(1_000);
});

test('what is shown of a foreign page is short', () => {
	for (const [, text] of texts) {
		const failure = readAnswer(403, Buffer.from(text));
		expect(fullText(failure).length).toBeLessThan(600);
	}
});
