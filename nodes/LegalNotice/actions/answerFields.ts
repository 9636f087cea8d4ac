import type { IDataObject } from 'n8n-workflow';
import { sameValue } from '../domain/records';
import type { Answer } from '../transport/envelope';

/** Behind the name of an added field that the service turns out to have as well (nœud: node). */
const OF_THE_NODE = '_noeud';

/** The interface's own fields, without the envelope. */
export function payload(answer: Answer): IDataObject {
	const fields = { ...answer } as IDataObject;
	delete fields.resultat;
	return fields;
}

/**
 * Raw fields as they are, with others beside them; an interface field is never replaced. Should the service send one
 * of the same name, it stands under that name, and the added one, unless it says the same, is found under another.
 */
export function beside(raw: Readonly<Record<string, unknown>>, added: IDataObject): IDataObject {
	const fields = { ...raw } as IDataObject;
	for (const [name, value] of Object.entries(added)) {
		if (!(name in raw)) fields[name] = value;
		else if (!sameValue(raw[name], value)) fields[`${name}${OF_THE_NODE}`] = value;
	}
	return fields;
}
