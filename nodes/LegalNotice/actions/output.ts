/** The output of something that the service has done. */
import type { IDataObject } from 'n8n-workflow';

import { nonEmptyText } from '../domain/parameters';
import type { Answer } from '../transport/envelope';
import { outputFields, without } from './context';

/** Names of what was done, which the node knows also where the answer does not say them. */
const NAMES = ['reference', 'numero_commande'];
const NOT_READ =
	"The node could not read all of the service's answer, which stands here as it came.";

/**
 * Nothing may fail any more: what was done would be done again, or its reference never shown. An answer of a shape that
 * cannot be read comes out as it is.
 *
 * @param certain known without the answer
 * @param make what is made of the answer
 */
export function effectOutput(
	sent: Answer,
	certain: IDataObject,
	make: (answer: Answer) => IDataObject,
): IDataObject {
	const unsaid = NAMES.filter((name) => name in certain && nonEmptyText(sent[name]) === undefined);
	const answer = without(sent, unsaid);
	try {
		return outputFields(answer, { ...certain, ...make(answer) });
	} catch {
		const warnings = Array.isArray(certain.avertissements) ? certain.avertissements : [];
		return outputFields(answer, {
			...certain,
			avertissements: [...warnings.map(String), NOT_READ],
		});
	}
}
