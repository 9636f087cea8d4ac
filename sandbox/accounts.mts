import { randomBytes } from 'node:crypto';
import { departments } from './data/departments.mts';
import { newspapers, strangers, type Newspaper } from './data/newspapers.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { Settings } from './settings.mts';
import type { Store } from './store.mts';

/** What a fresh account may be like; the demo account has all defaults. */
export interface AccountOptions {
	/** Public and secret key; random when absent. */
	publicKey?: string;
	secretKey?: string;
	/** Default billing of the account (default `prescripteur`). */
	mode_facturation?: 'prescripteur' | 'annonceur' | 'aucun';
	/** Billing modes that an order may choose (default both). */
	billingModes?: string[];
	/** The access is not finalized: every call gets `err_client_inactif`. */
	inactive?: boolean;
	/** May order the reserved categories SUC_VAC and SUC_DES. */
	reserved?: boolean;
	/** This many generated publications with logos instead of the demo newspapers. */
	publications?: number;
	/** Discount in percent on its invoices (`remises`). */
	discountPercent?: number;
}

export interface Contact {
	id: number;
	nom: string;
	prenom: string;
	email: string;
}

export interface Account extends Required<AccountOptions> {
	id: number;
	contacts: Contact[];
}

/** A newspaper in one department: what the interface calls a publication. */
export interface Publication {
	id: number;
	departement: string;
	newspaper: Newspaper;
}

/** Contacts of a fresh account, the first being the default; two share an e-mail on purpose. */
const firstContacts = [
	{ nom: 'FORMALITÉS', prenom: 'Service', email: 'formalites@cabinet-demo.example' },
	{ nom: 'COMPTABILITÉ', prenom: 'Service', email: 'comptabilite@cabinet-demo.example' },
	{ nom: 'ACCUEIL', prenom: 'Paris', email: 'accueil@cabinet-demo.example' },
	{ nom: 'ACCUEIL', prenom: 'Lyon', email: 'accueil@cabinet-demo.example' },
];

export function findAccount({ accounts }: Store, publicKey: string): Account | undefined {
	return [...accounts.rows.values()].find((account) => account.publicKey === publicKey);
}

export function createAccount(store: Store, options: AccountOptions = {}): Account {
	const account = store.accounts.add((id) => ({
		publicKey: `sandbox-key-${randomBytes(6).toString('hex')}`,
		secretKey: `sandbox-secret-${randomBytes(12).toString('hex')}`,
		mode_facturation: 'prescripteur',
		billingModes: ['prescripteur', 'annonceur'],
		inactive: false,
		reserved: false,
		publications: 0,
		discountPercent: 0,
		...options,
		id,
		contacts: [],
	}));
	for (const contact of firstContacts) addContact(store, account, contact);
	return account;
}

export function addContact(store: Store, account: Account, contact: Omit<Contact, 'id'>): Contact {
	const added = { id: (account.id - 1) * 100 + account.contacts.length + 1, ...contact };
	account.contacts.push(added);
	store.save();
	return added;
}

/** The publications configured on the account. */
export function publicationsOf({ publications: count }: Account, settings: Settings) {
	const titles = count === 0 ? newspapers : Array.from({ length: count }, (_, i) => generated(i));
	return titles.flatMap((title) => inDepartments(title, settings));
}

function generated(index: number): Newspaper {
	const { code } = departments[index % departments.length]!;
	const libelle = `Titre de démonstration ${index + 1}`;
	return { ...newspapers[index % 2]!, ids: [10_000 + index], departments: [code], libelle };
}

function inDepartments(newspaper: Newspaper, { publicationIds }: Settings): Publication[] {
	return newspaper.departments.map((departement, index) => {
		const id = newspaper.ids[publicationIds === 'perTitle' ? 0 : index]!;
		return { id, departement, newspaper };
	});
}

/**
 * The publication in that department, among those of the account.
 *
 * @throws {Refusal} `err_publication_introuvable` or `err_publication_non_habilite`
 */
export function findPublication(
	{ rules, settings }: Service,
	account: Account,
	id: number,
	department: string,
): Publication {
	const all = publicationsOf(account, settings);
	const own = all.filter((entry) => entry.id === id);
	const others = strangers.flatMap((title) => inDepartments(title, settings));
	const foreign = others.filter((entry) => entry.id === id);
	if (own.length === 0 && foreign.length > 0 && rules.on('publication-account')) {
		throw new Refusal([settings.foreignPublication]);
	}
	const both = [...own, ...foreign];
	const found = both.length > 0 || rules.on('publication-known') ? both : all;
	const [first] = found;
	if (!first) throw new Refusal(['err_publication_introuvable']);
	const exact = found.find((entry) => entry.departement === department);
	if (!exact && rules.on('publication-department')) {
		throw new Refusal(['err_publication_non_habilite']);
	}
	return exact ?? first;
}
