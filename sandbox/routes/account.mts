import { clientOf } from '../accounts.mts';
import { emailPattern, Fields } from '../fields.mts';
import { Problems, Refusal } from '../refusal.mts';
import type { Call, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';

/** Creates a contact, or returns the one that the e-mail is tied to (endpoint 14). */
function createContact(service: Service, { account, body }: Call): JsonObject {
	const { rules, settings, store } = service;
	const problems = new Problems(settings.errorReporting);
	const fields = new Fields(body, { rules, settings, problems });
	fields.refuseUnknown(['nom', 'prenom', 'email', 'mot_passe']);
	const required = settings.contactFields === 'required';
	const read = (name: string): string =>
		fields.requiredText(name, required, rules.on('contact-format')) ?? '';
	const [nom, prenom, email] = [read('nom'), read('prenom'), read('email')];
	const password = fields.optionalText('mot_passe', rules.on('contact-format'));
	if (email !== '' && !emailPattern.test(email) && rules.on('contact-email')) {
		fields.incorrect('email');
	}
	problems.refuse();

	const same = store
		.contacts(account.publicKey)
		.filter((contact) => email !== '' && contact.email.toLowerCase() === email.toLowerCase());
	if (same.length > 1 && rules.on('contact-multiple')) throw new Refusal(['err_multiple_contact']);
	const [existing] = same;
	if (existing && rules.on('contact-existing')) {
		if (settings.contactByEmail === 'returned') return { ...existing };
		const names = { nom: nom || existing.nom, prenom: prenom || existing.prenom };
		store.renameContact(existing.id, names.nom, names.prenom);
		return { ...existing, ...names };
	}
	const portal = password !== undefined && password !== '';
	return { ...store.addContact(account.publicKey, { nom, prenom, email }, portal) };
}

/** The account and its contacts (endpoints 12 to 14). */
export const accountRoutes: readonly Route[] = [
	{
		name: 'client',
		method: 'GET',
		path: '/client',
		handle: (_service, call) => clientOf(call.account),
	},
	{
		name: 'contacts',
		method: 'GET',
		path: '/contacts',
		handle: ({ store }, call) => ({ contacts: store.contacts(call.account.publicKey) }),
	},
	{ name: 'createContact', method: 'POST', path: '/contact', handle: createContact },
];
