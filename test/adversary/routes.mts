/** What each route does with a call that was let in. */
import {
	dates,
	filesEntry,
	documentOf,
	namesOf,
	order,
	orEmpty,
	publications,
	quote,
	Refusal,
	statusEntry,
	type Fields,
} from './answers.mts';
import type { Body, Contact, Model, Notice } from './model.mts';
import type { Readings } from './readings.mts';

export interface Asked {
	readonly method: string;
	/** Behind the common path, decoded; the reference of a notice stands apart. */
	readonly route: string;
	readonly reference: string;
	readonly query: URLSearchParams;
	readonly body: Record<string, unknown>;
	/** Its number in the journal. */
	readonly call: number;
}

const KINDS = { statuts: 'status', documents: 'documents', factures: 'factures' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

const SUSPENDED = 'err_annonce_suspendue';

export function answer(model: Model, asked: Asked): Fields {
	const { readings } = model;
	const { route, reference, query, body, call } = asked;
	switch (`${asked.method} ${route}`) {
		case 'POST devis':
			return quote(model, body as unknown as Body, call);
		case 'POST commande':
			return order(model, body as unknown as Body, call);
		case 'DELETE annonce':
			return cancel(model, reference, call);
		case 'GET annonce/statut':
			return single(model, reference, 'status');
		case 'GET annonce/documents':
			return single(model, reference, 'documents');
		case 'GET annonce/factures':
			return single(model, reference, 'factures');
		case 'POST annonces/statuts':
		case 'POST annonces/documents':
		case 'POST annonces/factures':
			return batch(
				model,
				body['references'],
				route.slice('annonces/'.length) as keyof typeof KINDS,
			);
		case 'POST contact':
			return contact(model, body, call);
		case 'GET contacts':
			return contacts(model);
		case 'GET publications':
			return { publications: publications(query.get('departement') ?? '75') };
		case 'GET dates-parutions':
			return upcoming(query);
		case 'GET client':
			return {
				...{ numero_compte: 'C-1', raison_sociale: 'Cabinet Exemple', email: 'a@b.example' },
				...{ mode_facturation: readings.billing, entetes: [] },
			};
		default:
			return reference === '' ? list(model, route) : unknownRoute();
	}
}

function unknownRoute(): never {
	throw new Refusal([], 404);
}

const CATEGORY = { libelle: 'Avis', classes_html: ['fs-titre'], classe_html_defaut: 'fs-texte' };

function list({ readings }: Model, route: string): Fields {
	const isNew = route === 'forfaits' || route === 'feuilles-styles';
	if (isNew && readings.newLists === 'missing') throw new Refusal(['err_internal_server']);
	if (isNew && readings.newLists === 'http404') throw new Refusal([], 404);
	if (route === 'forfaits') {
		return { forfaits: [{ code: 'SARL', libelle: 'SARL', categorie_code: 'CONSTI' }] };
	}
	if (route === 'feuilles-styles') {
		const rule = { libelle: 'Texte', definition_css: 'font-size:9pt', rang: 1, type: 'paragraphe' };
		return { feuilles_styles: [{ ...rule, classe: 'fs-texte' }] };
	}
	if (route === 'categories') return { categories: [{ code: 'AUTRE', ...CATEGORY }] };
	if (route === 'pays') return { pays: [{ code: 'FRA', libelle: 'France' }] };
	if (route !== 'departements') return unknownRoute();
	return { departements: [{ code: '75', libelle: 'Paris', libelle_enrichi: '75 - Paris' }] };
}

function upcoming(query: URLSearchParams): Fields {
	const id = Number(query.get('publication') ?? 1);
	const quantity = Number(query.get('quantite') ?? 1);
	return { publications: [dates(id, query.get('departement') ?? '75', quantity)] };
}

/** @throws Refusal */
function cancel(model: Model, name: string, call: number): Fields {
	const { readings } = model;
	const notice = model.find(name);
	if (!notice) throw new Refusal(['err_annonce_introuvable']);
	const documents = model.cancel(notice, call).map((file) => documentOf(file, readings));
	return {
		...namesOf(notice, { ...readings, emptyNumber: 'absent' }),
		...(readings.cancelledStatus !== undefined && { statut: readings.cancelledStatus }),
		...(documents.length > 0 && { documents }),
	};
}

/** The notice of a name as one kind of reading finds it. */
function readable(model: Model, name: string, kind: Kind): Notice | undefined {
	const found = model.find(name, (one) => model.isFound(one));
	if (found || kind === 'status' || model.readings.cancelledFiles === 'gone') return found;
	return model.find(name, (one) => one.cancelledAt !== undefined);
}

function isWithheld(model: Model, notice: Notice, kind: Kind): boolean {
	if (model.statusOf(notice).status !== 'suspendue') return false;
	return model.readings.suspended === 'filesRefused' && kind !== 'status';
}

function entry(model: Model, notice: Notice, kind: Kind): Fields {
	return kind === 'status' ? statusEntry(model, notice) : filesEntry(model, notice, kind);
}

/** @throws Refusal */
function single(model: Model, name: string, kind: Kind): Fields {
	const notice = readable(model, name, kind);
	const { unknownCode } = model.readings;
	const isPlural = /annonces|references/.test(unknownCode);
	if (!notice) throw new Refusal([isPlural ? 'err_annonce_introuvable' : unknownCode]);
	if (isWithheld(model, notice, kind)) throw new Refusal([SUSPENDED]);
	return entry(model, notice, kind);
}

/** What a batch says of a name that nothing is known of; undefined for nothing. @throws Refusal */
function ofUnknown(model: Model, name: string, kind: Kind): Fields | undefined {
	const { unknownInBatch, unknownCode } = model.readings;
	switch (unknownInBatch) {
		case 'omitted':
			return undefined;
		case 'refused':
			throw new Refusal([unknownCode]);
		case 'entryWithCodes':
			return { reference: name, resultat: 'erreur', erreurs: [unknownCode] };
		case 'entryBare':
			return { reference: name };
		default: {
			const nothing = unknownInBatch === 'entryNull' ? null : '';
			const ofKind = kind === 'status' ? { statut: nothing } : { [kind]: null };
			return { reference: name, numero_commande: nothing, ...ofKind };
		}
	}
}

/** @throws Refusal for its length, or for one that is unknown or suspended */
function batch(model: Model, references: unknown, route: keyof typeof KINDS): Fields {
	const { batchMaximum, batchTooLong } = model.readings;
	if (!Array.isArray(references)) throw new Refusal(['err_body_incorrect']);
	const given = references.map(String);
	if (batchMaximum > 0 && given.length > batchMaximum) {
		throw batchTooLong === 'http413' ? new Refusal([], 413) : new Refusal([batchTooLong]);
	}
	const kind = KINDS[route];
	// Two names of one notice are one notice.
	const told = new Set<Notice>();
	const annonces = given.flatMap((name) => {
		const found = readable(model, name, kind);
		if (!found) return ofUnknown(model, name, kind) ?? [];
		if (isWithheld(model, found, kind)) throw new Refusal([SUSPENDED]);
		if (told.has(found)) return [];
		told.add(found);
		return entry(model, found, kind);
	});
	return { annonces };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function contact(model: Model, body: Record<string, unknown>, call: number): Fields {
	const { nom, prenom, email } = body;
	const given = { nom: text(nom), prenom: text(prenom), email: text(email) };
	const repeated = model.readings.contactRepeats ? { ...body, recu: JSON.stringify(body) } : {};
	return { ...repeated, ...contactFields(model.contact(given, call), model.readings) };
}

function contactFields({ id, nom, prenom, email }: Contact, { emptyEmail }: Readings): Fields {
	return { id, nom, prenom, ...orEmpty('email', email === '' ? undefined : email, emptyEmail, '') };
}

function contacts({ contacts: all, readings }: Model): Fields {
	if (readings.contactsListed === 'refused') throw new Refusal(['err_internal_server']);
	if (readings.contactsListed === 'null' && all.length === 0) return { contacts: null };
	return { contacts: all.map((one) => contactFields(one, readings)) };
}
