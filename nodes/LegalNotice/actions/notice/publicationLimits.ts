import { InputProblem } from '../../domain/inputProblem';
import type { PreparedText } from '../../domain/text';
import type { OperationContext } from '../operation.types';
import { listOnce } from '../referenceLists';
import type { QuoteBody } from './noticeInput';

export interface PublicationLimits {
	/** Worth telling. */
	readonly notes: readonly string[];
	/** Words of a header that the publication leaves out. */
	readonly lostWords: readonly string[];
}

/**
 * Finds what the publication leaves out without a word: a header, a digital proof (specification, Publication). Its
 * list is asked for only for a notice with one of them, once an execution and department; a publication that is not
 * in it is left to the service.
 *
 * @param goOn the person chose to be told of a lost header instead
 * @throws InputProblem for a header that would be lost
 * @throws ServiceFailure
 */
export async function publicationLimits(
	context: OperationContext,
	body: QuoteBody,
	preparedHeader: PreparedText | undefined,
	goOn: boolean,
): Promise<PublicationLimits> {
	const notes: string[] = [];
	const lostWords: string[] = [];
	const { entete: header, justificatif_numerique: digitalProof, publication, departement } = body;
	if (header === undefined && digitalProof !== true) return { notes, lostWords };

	const publications = await listOnce(context, '/publications', 'publications', { departement });
	const known = publications.find(
		(entry) =>
			Number(entry.id) === publication &&
			(typeof entry.departement !== 'string' || entry.departement === departement),
	);
	if (header !== undefined && known?.entete === false) {
		if (!goOn) {
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
	if (digitalProof === true && known?.justificatif_numerique === false) {
		notes.push(`The publication ${publication} offers no digital proof.`);
	}
	return { notes, lostWords };
}
