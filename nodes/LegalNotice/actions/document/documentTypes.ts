import { InputProblem } from '../../domain/inputProblem';
import type { OperationContext } from '../operation.types';
import { parameter } from '../parameters';

const TYPES = ['attestation', 'justificatif', 'facture', 'avoir'];

/**
 * The chosen 'Document Types'; an expression may also give a single one, or several with commas.
 *
 * @throws InputProblem for a type that the interface does not have: it would find nothing, silently
 */
export function readDocumentTypes(context: OperationContext, itemIndex: number): string[] {
	const value = parameter(context, 'documentTypes', itemIndex);
	const list: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	const types = list.flatMap((one) =>
		String(one)
			.split(',')
			.map((type) => type.trim()),
	);
	const given = types.filter((type) => type !== '');
	const unknown = given.find((type) => !TYPES.includes(type));
	if (unknown !== undefined) {
		throw new InputProblem(
			'Document Types',
			`'Document Types' cannot contain "${unknown.slice(0, 40)}".`,
			`Give ${TYPES.join(', ')}, or nothing for every document.`,
		);
	}
	return given;
}
