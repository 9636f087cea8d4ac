import { addContact, type Account, type Contact } from '../accounts.mts';
import { emailPattern, Fields } from '../fields.mts';
import { logoData } from '../logo.mts';
import { Refusal } from '../refusal.mts';
import type { Handle, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

function clientOf({ id, mode_facturation }: Account): JsonObject {
	return {
		numero_compte: `C${String(id).padStart(6, '0')}`,
		raison_sociale: 'CABINET DE DÉMONSTRATION',
		nom_complement: 'Service des formalités',
		adresse: '10, rue de l’Exemple',
		adresse_complement: 'Bâtiment B',
		code_postal: '75002',
		ville: 'PARIS',
		email: 'contact@cabinet-demo.example',
		mode_facturation,
		entetes: [{ mime_type: 'image/png', data: logoData(1) }],
	};
}

/** Creates a contact, or returns the one that the e-mail is tied to (endpoint 14). */
const createContact: Handle = (service, { account, body }) => {
	const { rules, settings, store } = service;
	const fields = new Fields(body, service);
	fields.refuseUnknown(['nom', 'prenom', 'email', 'mot_passe']);
	const needed = settings.contactFields === 'required';
	const read = (name: string) => fields.required(name, needed, 'contact-format') ?? '';
	const [nom, prenom, email] = [read('nom'), read('prenom'), read('email')];
	fields.text('mot_passe', 'contact-format');
	if (email !== '' && !emailPattern.test(email)) fields.incorrect('email', 'contact-email');
	fields.refuse();

	const folded = (text: string) => (settings.emailCase === 'ignored' ? text.toLowerCase() : text);
	const same = account.contacts.filter(
		(contact) => email !== '' && folded(contact.email) === folded(email),
	);
	if (same.length > 1 && rules.on('contact-multiple')) throw new Refusal(['err_multiple_contact']);
	const [existing] = same;
	if (!existing || !rules.on('contact-existing')) {
		return shown(addContact(store, account, { nom, prenom, email }), service);
	}
	if (settings.contactByEmail === 'updated') {
		existing.nom = nom || existing.nom;
		existing.prenom = prenom || existing.prenom;
		store.save();
	}
	return shown(existing, service);
};

function shown(contact: Contact, { settings: { emptyContact } }: Service): JsonObject {
	const empty = { empty: '', null: null, absent: undefined }[emptyContact];
	const filled = ([name, value]: [string, unknown]) => [name, value === '' ? empty : value];
	return Object.fromEntries(Object.entries(contact).map(filled)) as JsonObject;
}

const listContacts: Handle = (service, { account }) => ({
	contacts: account.contacts.map((contact) => shown(contact, service)),
});

/** The account and its contacts (endpoints 12 to 14). */
export const accountRoutes: readonly Route[] = [
	['client', 'GET', '/client', (_service, { account }) => clientOf(account)],
	['contacts', 'GET', '/contacts', listContacts],
	['createContact', 'POST', '/contact', createContact],
];
