import { randomBytes } from 'node:crypto';
import { departments } from './data/departments.mts';
import { newspapers, strangers, type Newspaper } from './data/newspapers.mts';
import { logoData } from './logo.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { Settings } from './settings.mts';
import type { Store } from './store.mts';
import type { JsonObject } from './types.mts';

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

export interface Account extends Required<Omit<AccountOptions, 'publications'>> {
	id: number;
	/** Null: the demo newspapers. */
	publications: number | null;
	numero_compte: string;
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

/** The accounts with their keys, contacts and publications. */
export class Accounts {
	readonly #byKey = new Map<string, Account>();
	readonly #publications = new Map<string, Publication[]>();
	readonly #store: Store;
	#contacts = 0;

	constructor(store: Store) {
		this.#store = store;
		for (const account of store.accounts.rows.values()) {
			this.#byKey.set(account.publicKey, account);
			this.#contacts = Math.max(this.#contacts, ...account.contacts.map(({ id }) => id));
		}
	}

	find(publicKey: string): Account | null {
		return this.#byKey.get(publicKey) ?? null;
	}

	first(): Account | null {
		return this.#byKey.values().next().value ?? null;
	}

	create(options: AccountOptions = {}): Account {
		const account = this.#store.accounts.add((id) => ({
			publicKey: `sandbox-key-${randomBytes(6).toString('hex')}`,
			secretKey: `sandbox-secret-${randomBytes(12).toString('hex')}`,
			mode_facturation: 'prescripteur',
			billingModes: ['prescripteur', 'annonceur'],
			inactive: false,
			reserved: false,
			publications: null,
			discountPercent: 0,
			...options,
			id,
			numero_compte: `C${String(id).padStart(6, '0')}`,
			contacts: [],
		}));
		this.#byKey.set(account.publicKey, account);
		for (const contact of firstContacts) this.addContact(account, contact);
		return account;
	}

	addContact(account: Account, contact: Omit<Contact, 'id'>): Contact {
		this.#contacts += 1;
		const added = { id: this.#contacts, ...contact };
		account.contacts.push(added);
		this.#store.accounts.save(account);
		return added;
	}

	/** The publications configured on the account. */
	publications(account: Account, settings: Settings): Publication[] {
		const key = `${account.publications ?? 'demo'} ${settings.publicationIds}`;
		const known = this.#publications.get(key);
		if (known) return known;
		const titles = account.publications === null ? newspapers : generated(account.publications);
		const list = titles.flatMap((title) => publicationsOf(title, settings));
		this.#publications.set(key, list);
		return list;
	}
}

function publicationsOf(newspaper: Newspaper, settings: Settings): Publication[] {
	const [titleId = 0] = newspaper.ids;
	return newspaper.departments.map((departement, index) => ({
		id: settings.publicationIds === 'perTitle' ? titleId : (newspaper.ids[index] ?? titleId),
		departement,
		newspaper,
	}));
}

function generated(count: number): Newspaper[] {
	return Array.from({ length: count }, (_, index) => {
		const model = newspapers[index % 2]!;
		const { code } = departments[index % departments.length]!;
		const libelle = `Titre de démonstration ${index + 1}`;
		return { ...model, ids: [10_000 + index], departments: [code], libelle };
	});
}

/**
 * The publication in that department, among those of the account.
 *
 * @throws {Refusal} `err_publication_introuvable` or `err_publication_non_habilite`
 */
export function findPublication(
	{ accounts, rules, settings }: Service,
	account: Account,
	id: number,
	department: string,
): Publication {
	const all = accounts.publications(account, settings);
	const own = all.filter((entry) => entry.id === id);
	const others = strangers.flatMap((title) => publicationsOf(title, settings));
	const foreign = others.filter((entry) => entry.id === id);
	const both = [...own, ...foreign];
	if (own.length === 0 && foreign.length > 0 && rules.on('publication-account')) {
		throw new Refusal([settings.foreignPublication]);
	}
	const [first] = both;
	if (!first) {
		if (all[0] && !rules.on('publication-known')) return all[0];
		throw new Refusal(['err_publication_introuvable']);
	}
	const exact = both.find((entry) => entry.departement === department);
	if (!exact && rules.on('publication-department')) {
		throw new Refusal(['err_publication_non_habilite']);
	}
	return exact ?? first;
}

/** The answer of `GET client` for the account (specification, Client). */
export function clientOf(account: Account): JsonObject {
	return {
		numero_compte: account.numero_compte,
		raison_sociale: 'CABINET DE DÉMONSTRATION',
		nom_complement: 'Service des formalités',
		adresse: '10, rue de l’Exemple',
		adresse_complement: 'Bâtiment B',
		code_postal: '75002',
		ville: 'PARIS',
		email: 'contact@cabinet-demo.example',
		mode_facturation: account.mode_facturation,
		entetes: [{ mime_type: 'image/png', data: logoData(1) }],
	};
}
