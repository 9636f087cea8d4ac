import { listOfFields, type Fields } from './invoiceFields';
import { isRecord } from './record';
import { cents } from './money';
import { trimmedText } from './textValue';

export function linesOf(invoice: Fields): readonly Fields[] {
	return listOfFields(invoice.lignes);
}

/** Whether it is a credit note; by its amount where the type is missing. */
export function isCreditNote({ type, montant_ttc: amount }: Fields): boolean {
	return typeof type === 'string' ? type === 'avoir' : (cents(amount) ?? 0) < 0;
}

/** References that the lines bill, each once. */
export function billedReferences(invoice: Fields): string[] {
	const references = linesOf(invoice).map(({ reference }) => trimmedText(reference));
	return [...new Set(references)].filter((reference) => reference !== '');
}

/** Names of a notice as lines may use them. */
export function namesOf(notice: unknown): string[] {
	if (!isRecord(notice)) return [];
	return [trimmedText(notice.reference), trimmedText(notice.numero_commande)].filter(
		(name) => name !== '',
	);
}
