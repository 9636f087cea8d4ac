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
	const gone = notice ? undefined : model.findEver(name);
	if (gone && readings.cancelledTwice === 'again') {
		return namesOf(gone, { ...readings, emptyNumber: 'absent' });
	}
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
	const { suspended } = model.readings;
	if (model.statusOf(notice).status !== 'suspendue') return false;
	return suspended === 'refused' || (suspended === 'filesRefused' && kind !== 'status');
}

function entry(model: Model, notice: Notice, kind: Kind): Fields {
	return kind === 'status' ? statusEntry(model, notice) : filesEntry(model, notice, kind);
}

/** Of a notice that has none yet, a list of documents or invoices may say nothing. */
function isLeftOut(model: Model, notice: Notice, kind: Kind): boolean {
	if (kind === 'status' || model.readings.emptyFiles !== 'leftOut') return false;
	const { [kind]: listed } = filesEntry(model, notice, kind);
	return Array.isArray(listed) && listed.length === 0;
}

/** @throws Refusal */
function single(model: Model, name: string, kind: Kind): Fields {
	const notice = readable(model, name, kind);
	const { unknownCode, unknownSingle } = model.readings;
	if (!notice && unknownSingle === 'echoed') return { reference: name, numero_commande: '' };
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
		case 'internal':
			throw new Refusal(['err_internal_server']);
		case 'entryWithCodes':
			return { reference: name, resultat: 'erreur', erreurs: [unknownCode] };
		case 'entryBare':
			return { reference: name };
		case 'entryUnknown':
			return { reference: name, statut: 'inconnue' };
		default: {
			const nothing = unknownInBatch === 'entryNull' ? null : '';
			const ofKind = kind === 'status' ? { statut: nothing } : { [kind]: null };
			return { reference: name, numero_commande: nothing, ...ofKind };
		}
	}
}

/** All notices of a name, where a batch lists more than one. */
function readableAll(model: Model, name: string, kind: Kind): Notice[] {
	const first = readable(model, name, kind);
	if (!first) return [];
	if (model.readings.lookupFirst !== 'both') return [first];
	const isOther = (one: Notice) => one !== first && one.number === name && model.isFound(one);
	return [first, ...model.notices.filter(isOther)];
}

/** What stands behind the longest list: nothing, or a refusal of each. */
function ofRest(names: readonly string[], { batchTooLong, restCode }: Readings): Fields[] {
	if (batchTooLong === 'firstOnly') return [];
	return names.map((reference) => ({ reference, resultat: 'erreur', erreurs: [restCode] }));
}

/** @throws Refusal for its length, for what is in it twice, or for one that is unknown or suspended */
function batch(model: Model, references: unknown, route: keyof typeof KINDS): Fields {
	const { readings } = model;
	const { batchMaximum, batchTooLong, duplicates, batchOrder } = readings;
	if (!Array.isArray(references)) throw new Refusal(['err_body_incorrect']);
	const given = references.map(String);
	const isTooLong = batchMaximum > 0 && given.length > batchMaximum;
	const isCut = isTooLong && ['firstOnly', 'restRefused'].includes(batchTooLong);
	if (isTooLong && !isCut) {
		throw batchTooLong === 'http413' ? new Refusal([], 413) : new Refusal([batchTooLong]);
	}
	const once = [...new Set(given)];
	if (once.length < given.length && duplicates === 'refused') {
		throw new Refusal(['err_body_incorrect']);
	}
	const kind = KINDS[route];
	const told = new Set<Notice>();
	const listed = duplicates === 'merged' ? once : given;
	// What stands behind the longest list is not even looked at.
	const most = isCut ? batchMaximum : listed.length;
	const annonces = listed.slice(0, most).flatMap((name) => {
		const found = readableAll(model, name, kind);
		if (found.length === 0) return ofUnknown(model, name, kind) ?? [];
		if (found.some((one) => isWithheld(model, one, kind))) throw new Refusal([SUSPENDED]);
		// Two names of one notice are one notice.
		const fresh = found.filter((one) => duplicates !== 'merged' || !told.has(one));
		for (const one of fresh) told.add(one);
		return fresh
			.filter((one) => !isLeftOut(model, one, kind))
			.map((one) => entry(model, one, kind));
	});
	if (isCut) return { annonces: [...annonces, ...ofRest(listed.slice(most), readings)] };
	// Beside what was asked for, the account has others.
	const others = readings.batchMore === 'asked' ? [] : model.notices.slice(0, 2);
	const more = others.filter((one) => model.isFound(one) && !told.has(one));
	const all = [...annonces, ...more.map((one) => entry(model, one, kind))];
	return { annonces: batchOrder === 'reversed' ? all.reverse() : all };
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
