import { Refusal, type Fields } from './fields.mts';
import type { Personality } from './personality.mts';

export interface Contact {
	readonly id: number;
	readonly nom?: string | undefined;
	readonly prenom?: string | undefined;
	readonly email?: string | undefined;
}

/** Two of the contacts share an e-mail. */
export function seedContacts(): Contact[] {
	return [
		{ id: 1, nom: 'Modèle', prenom: 'Camille', email: 'camille@example.test' },
		{ id: 2, nom: 'Exemple', prenom: 'Dominique', email: 'partage@example.test' },
		{ id: 3, nom: 'Témoin', prenom: 'Claude', email: 'partage@example.test' },
	];
}

/**
 * Section "Endpoints" 14: a known e-mail returns its contact; all fields are optional.
 *
 * @throws Refusal `err_multiple_contact` when several contacts share the e-mail.
 */
export function createContact(
	body: Fields,
	contacts: Contact[],
	personality: Personality,
): Record<string, unknown> {
	const email = body.string('email', false, /^[^\s@]+@[^\s@]+$/);
	const nom = body.string('nom');
	const prenom = body.string('prenom');
	body.string('mot_passe');
	body.refuseUnknown();
	body.check();
	const folded = (text: string): string => (personality.pedantic ? text.toLowerCase() : text);
	const same = contacts.filter(
		(item) => email !== undefined && folded(item.email ?? '') === folded(email),
	);
	if (same.length > 1) throw new Refusal(['err_multiple_contact']);
	const [known] = same;
	if (known !== undefined) return { ...known };
	const contact = { id: contacts.length + 1, nom, prenom, email };
	contacts.push(contact);
	if (personality.missingLeftOut) return { ...contact };
	return { id: contact.id, nom: nom ?? null, prenom: prenom ?? null, email: email ?? null };
}
