import { answerFlag } from './answerFlag';
import { trimmedText } from './textValue';

/** Between the title and what the publication offers; titles do not have it. */
const SEPARATOR = ' · ';

/**
 * The line that a person chooses a publication by (specification, Publication). A narrow panel cuts its end off, so
 * what tells publications apart and decides price and closing time comes first.
 *
 * @param withDepartment whether the list has publications of several departments
 */
export function publicationLabel(
	publication: Readonly<Record<string, unknown>>,
	withDepartment: boolean,
): string {
	const { id, libelle, departement, periodicite, type } = publication;
	const proofs = [
		answerFlag(publication.justificatif_numerique) ? 'digital' : '',
		answerFlag(publication.justificatif_papier) ? 'paper' : '',
	].filter(isFilled);
	return [
		trimmedText(libelle) || trimmedText(id),
		withDepartment ? trimmedText(departement) : '',
		trimmedText(periodicite),
		type === 'web' ? 'web' : '',
		proofs.length > 0 ? `${proofs.join(' + ')} proof` : '',
		answerFlag(publication.entete) ? 'header possible' : '',
	]
		.filter(isFilled)
		.join(SEPARATOR);
}

/** The title in a line that was chosen. */
export function titleIn(label: string): string {
	return label.split(SEPARATOR, 1)[0] ?? '';
}

function isFilled(part: string): boolean {
	return part !== '';
}
