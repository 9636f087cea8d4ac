import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from '../operation.types';
import { trimmed } from '../parameters';
import { listOnce } from '../referenceLists';

const perExecution = new WeakMap<OperationContext, KnownContacts>();

/**
 * The contacts that were there before this execution, from one call for all items. The service answers the same to
 * a contact that it created and to one that it found, so only the list beforehand tells them apart.
 */
export class KnownContacts {
	private contacts: readonly IDataObject[] = [];
	private readonly ids = new Set<string>();
	private readonly running = new Map<string, Promise<unknown>>();

	private constructor(private readonly context: OperationContext) {}

	static of(context: OperationContext): KnownContacts {
		const known = perExecution.get(context) ?? new KnownContacts(context);
		perExecution.set(context, known);
		return known;
	}

	async load(): Promise<void> {
		this.contacts = await listOnce(this.context, '/contacts', 'contacts');
		for (const { id } of this.contacts) this.ids.add(trimmed(id));
	}

	/** Whether a contact was there already; from now on it is. */
	wasThere(id: unknown): boolean {
		const name = trimmed(id);
		const known = this.ids.has(name);
		this.ids.add(name);
		return known;
	}

	withEmail(email: string): IDataObject[] {
		return this.contacts.filter(
			(contact) => trimmed(contact.email).toLowerCase() === email.toLowerCase(),
		);
	}

	/** Runs work with the same key one after the other; without a key at once. */
	async oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		if (key === '') return await work();
		const before = this.running.get(key) ?? Promise.resolve();
		const result = before.then(work, work);
		this.running.set(key, result);
		return await result;
	}
}

/** A contact in a sentence: its ID, and whose it is. */
export function labelOf({ id, prenom, nom }: IDataObject): string {
	const name = [trimmed(prenom), trimmed(nom)].filter((part) => part !== '').join(' ');
	return name === '' ? trimmed(id) : `${trimmed(id)} (${name})`;
}
