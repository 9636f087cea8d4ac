import { readChoices } from './choice';

const TYPES = ['attestation', 'avoir', 'facture', 'justificatif'] as const;

/**
 * The chosen 'Document Types', none for every document.
 *
 * @throws InputProblem for a type that the interface does not have: it would find nothing, silently
 */
export function readDocumentTypes(value: unknown): string[] {
	return readChoices('Document Types', value, TYPES, 'or nothing for every document');
}
