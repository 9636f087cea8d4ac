import { OperationStop } from '../../domain/operationStop';
import type { PreparedText } from '../../domain/text';
import type { QuoteBody } from './noticeInput';
import { InputProblem } from '../../domain/parameters';
import { answerFlag } from '../../domain/records';
import { type OperationContext, askForCheck, listForCheck, uncheckedNote } from '../context';

export interface PublicationLimits {
	/** Worth telling. */
	readonly notes: readonly string[];
	/** Words of a header that the publication leaves out. */
	readonly lostWords: readonly string[];
}

/**
 * Finds what the publication leaves out without a word: a header, a proof (specification, Publication). Its list
 * is asked for only for a notice with one of them, once an execution and department; a publication that is not
 * in it is left to the service, and so is everything when the list cannot be had: a note says so.
 *
 * @param ifTextChanges what the person chose for words that would be lost
 * @throws InputProblem for a header that would be lost, unless only a warning is wanted
 * @throws OperationStop when a stop is wanted for lost words and the list cannot be had
 */
export async function publicationLimits(
	context: OperationContext,
	body: QuoteBody,
	preparedHeader: PreparedText | undefined,
	ifTextChanges: 'warn' | 'fail' | undefined,
	emailProof = false,
): Promise<PublicationLimits> {
	const notes: string[] = [];
	const lostWords: string[] = [];
	const { entete: header, justificatif_numerique: digital, publication, departement } = body;
	const paper = (body.justificatifs_papiers ?? 0) > 0;
	const digitalProof = digital === true || emailProof;
	if (header === undefined && !digitalProof && !paper) return { notes, lostWords };

	const list = await askForCheck(
		async () => await listForCheck(context, '/publications', 'publications', { departement }),
	);
	if ('reason' in list) {
		const proof = digitalProof ? 'digital proofs' : 'paper proofs';
		const offer = header === undefined ? `offers ${proof}` : 'takes a header';
		const what = `It could not be checked whether the publication ${publication} ${offer}`;
		if (header !== undefined && ifTextChanges === 'fail') {
			throw new OperationStop(
				`${what}, as the option 'If Text Changes' asks for. Nothing was ordered.`,
				"Try again later, or remove the option 'If Text Changes' to go on all the same.",
				list.reason,
			);
		}
		return { notes: [uncheckedNote(what, list.reason)], lostWords };
	}
	const known = list.found.find(
		(entry) =>
			Number(entry.id) === publication &&
			(typeof entry.departement !== 'string' || entry.departement === departement),
	);
	if (header !== undefined && answerFlag(known?.entete) === false) {
		if (ifTextChanges !== 'warn') {
			throw new InputProblem(
				'Header',
				`'Header' would not be printed: the publication ${publication} takes no header.`,
				"Remove the 'Header', or choose a publication that takes one. To go on without it, set the option 'If Text Changes' to Warn.",
			);
		}
		notes.push(`The publication ${publication} takes no header: it will not be printed.`);
		const words = preparedHeader?.visibleText.replace(/\s+/g, ' ').trim() ?? '';
		if (words !== '') lostWords.push(words);
	}
	if (digitalProof && answerFlag(known?.justificatif_numerique) === false) {
		const mailed = emailProof ? ', so none is e-mailed' : '';
		notes.push(`The publication ${publication} offers no digital proof${mailed}.`);
	}
	if (paper && answerFlag(known?.justificatif_papier) === false) {
		notes.push(`The publication ${publication} offers no paper proof.`);
	}
	return { notes, lostWords };
}
