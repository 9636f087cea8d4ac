import type { IDataObject } from 'n8n-workflow';
import { trimmedText } from '../../domain/parameters';
import { type OperationContext, askForCheck, listForCheck, uncheckedNote } from '../context';

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

	/**
	 * The list only tells whether a contact is new, so a contact is created without it as well.
	 *
	 * @returns a note when the list cannot be had
	 * @throws ServiceFailure for what would stop the contact as well: keys, access, an execution that is stopped
	 */
	async load(): Promise<string | undefined> {
		const list = await askForCheck(
			async () => await listForCheck(this.context, '/contacts', 'contacts'),
		);
		if ('reason' in list) {
			return uncheckedNote(
				'It could not be checked whether the contact was there before',
				list.reason,
			);
		}
		this.contacts = list.found;
		for (const { id } of this.contacts) this.ids.add(trimmedText(id));
		return undefined;
	}

	/** Whether a contact was there already; from now on it is. */
	wasThere(id: unknown): boolean {
		const name = trimmedText(id);
		const known = this.ids.has(name);
		this.ids.add(name);
		return known;
	}

	withEmail(email: string): IDataObject[] {
		return this.contacts.filter(
			(contact) => trimmedText(contact.email).toLowerCase() === email.toLowerCase(),
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
	const name = [trimmedText(prenom), trimmedText(nom)].filter((part) => part !== '').join(' ');
	return name === '' ? trimmedText(id) : `${trimmedText(id)} (${name})`;
}
