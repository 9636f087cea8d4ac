import type { IDataObject } from 'n8n-workflow';

import { nonEmptyText } from '../domain/parameters';
import { isRecord } from '../domain/records';
import type { Answer } from '../transport/envelope';
import { outputFields, without } from './context';

/** Fields of the interface that are a text, or a number for it (specification, Resources and their fields). */
const TEXTS = [
	'reference',
	'numero_commande',
	'statut',
	'motif',
	'date_parution',
	'date_bouclage',
	'id',
	'nom',
	'prenom',
	'email',
];
/** Names of what was done, which the node knows also where the answer does not say them. */
const NAMES = ['reference', 'numero_commande'];

/** What is made of an answer, by the field that a person misses without it. */
export type Parts = Readonly<Record<string, (answer: Answer) => IDataObject>>;

/**
 * The output of something that the service has done. Nothing may fail any more: what was done would be done again, or its
 * reference never told. So what cannot be read or made is left out, and named in `avertissements`.
 *
 * @param certain known without the answer
 */
export function tellDone(sent: Answer, certain: IDataObject, parts: Parts): IDataObject {
	const unreadable = Object.keys(sent).filter((name) => !isReadable(name, sent[name]));
	const unsaid = NAMES.filter((name) => name in certain && nonEmptyText(sent[name]) === undefined);
	const answer = without(sent, [...unreadable, ...unsaid]);
	const notes = unreadable.map((name) => `The service's '${name}' cannot be read: it is left out.`);
	const made = Object.entries(parts).map(([name, make]) => {
		const fields = attempt(() => make(answer));
		if (!fields) notes.push(`'${name}' could not be made of the service's answer.`);
		return fields ?? {};
	});
	const own = made.reduce((all, fields) => ({ ...all, ...fields }), certain);
	const given = Array.isArray(own.avertissements) ? own.avertissements : [];
	const warnings = [...given, ...notes];
	return outputFields(answer, warnings.length > 0 ? { ...own, avertissements: warnings } : own);
}

function isReadable(name: string, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (name === 'tarif') return isRecord(value);
	return !TEXTS.includes(name) || typeof value === 'string' || typeof value === 'number';
}

/** Undefined when it cannot be made. */
function attempt<Made>(make: () => Made): Made | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}
