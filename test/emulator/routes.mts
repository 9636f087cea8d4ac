import { parisTime, upcoming } from './calendar.mts';
import { catalogueOf } from './catalogue.mts';
import { createContact, seedContacts } from './contacts.mts';
import { absent, incorrect, Refusal, type Fields } from './fields.mts';
import type { Context } from './notice-parts.mts';
import { createOrdering } from './ordering.mts';
import { batch, one, show, showCancelled, type Desk, type View } from './tracking.mts';

export type Answer = Record<string, unknown>;

/** A call let through by the gate. */
export interface Call {
	/** Segments after the common prefix, decoded. */
	readonly segments: readonly string[];
	/** Method and first segments, such as `POST annonces/statuts`. */
	readonly name: string;
	readonly body: Fields;
	readonly rawBody: unknown;
	readonly query: URLSearchParams;
}

/** The nineteen endpoints and both legacy routes; `undefined` for a path that is none of them. */
export function createRoutes(
	desk: Desk,
	now: () => number,
	billingModes: readonly string[],
): (call: Call) => Answer | undefined {
	const { personality, notices } = desk;
	const catalogue = catalogueOf(personality);
	const contacts = seedContacts();
	const context = (): Context => ({ personality, catalogue, now: parisTime(now()) });
	const { quote, order } = createOrdering(desk, context, contacts, billingModes);

	/** Reads the query string; a parameter nobody documented is refused by the pedantic. */
	const query = (call: Call, names: readonly string[]): Record<string, string | undefined> => {
		const given = Array.from(call.query.keys());
		if (personality.pedantic && given.some((name) => !names.includes(name))) {
			throw new Refusal(['err_body_incorrect']);
		}
		return Object.fromEntries(names.map((name) => [name, call.query.get(name) ?? undefined]));
	};

	const inDepartment = (code: string | undefined) => {
		if (code === undefined) return catalogue.rows;
		const known = catalogue.departements.some((item) => item.code === code);
		if (!/^\w{2,3}$/.test(code) || (personality.pedantic && !known)) {
			throw new Refusal([incorrect('departement')]);
		}
		return catalogue.rows.filter((row) => row.shown.departement === code);
	};

	const dates = (call: Call): Answer => {
		const given = query(call, ['quantite', 'publication', 'departement']);
		const quantity = Number(given['quantite'] ?? '1');
		const clamped = Math.min(20, Math.max(1, Math.trunc(quantity)));
		if (!Number.isInteger(quantity) || (personality.pedantic && clamped !== quantity)) {
			throw new Refusal([incorrect('quantite')]);
		}
		const { publication } = given;
		if (publication !== undefined && given['departement'] === undefined) {
			throw new Refusal([absent('departement')]);
		}
		let rows = inDepartment(given['departement']);
		if (publication !== undefined) {
			if (!/^\d+$/.test(publication)) throw new Refusal([incorrect('publication')]);
			const id = Number(publication);
			if (!catalogue.rows.some((row) => row.shown.id === id)) {
				throw new Refusal(['err_publication_introuvable']);
			}
			rows = rows.filter((row) => row.shown.id === id);
			if (rows.length === 0) throw new Refusal(['err_publication_non_habilite']);
		}
		const moment = parisTime(now());
		return {
			publications: rows.map(({ shown, rhythm }) => ({
				id: shown.id,
				departement: shown.departement,
				dates: upcoming(rhythm, moment, clamped),
			})),
		};
	};

	const sheets = (call: Call): Answer => {
		const { type } = query(call, ['type']);
		const known = ['paragraphe', 'filet', 'entete', 'caractere'];
		if (type !== undefined && personality.pedantic && !known.includes(type)) {
			throw new Refusal(['err_body_incorrect']);
		}
		const listed = catalogue.sheets.filter((sheet) => type === undefined || sheet.type === type);
		return { feuilles_styles: listed };
	};

	const listed = (call: Call, answer: Answer): Answer => {
		query(call, []);
		return answer;
	};

	const single = (call: Call, view: View): Answer =>
		show(desk, one(desk, call.segments[1] ?? '', view), view);

	const cancel = (call: Call): Answer => {
		const notice = one(desk, call.segments[1] ?? '', 'cancel');
		notices.cancel(notice, desk.today());
		return showCancelled(desk, notice);
	};

	const table: Readonly<Record<string, (call: Call) => Answer>> = {
		'POST devis': quote,
		'POST commande': order,
		'DELETE annonce/*': cancel,
		'POST annonces/statuts': (call) => batch(desk, call.body, 'statut'),
		'POST statut': (call) => batch(desk, call.body, 'statut'),
		'GET annonce/*/statut': (call) => single(call, 'statut'),
		'POST annonces/factures': (call) => batch(desk, call.body, 'factures'),
		'GET annonce/*/factures': (call) => single(call, 'factures'),
		'POST annonces/documents': (call) => batch(desk, call.body, 'documents'),
		'GET annonce/*/documents': (call) => single(call, 'documents'),
		'GET publications': (call) => ({
			publications: inDepartment(query(call, ['departement'])['departement']).map(
				(row) => row.shown,
			),
		}),
		'GET dates-parutions': dates,
		'GET dates-parution': dates,
		'GET client': (call) => listed(call, { ...catalogue.client }),
		'GET contacts': (call) => listed(call, { contacts }),
		'POST contact': ({ body }) => createContact(body, contacts, personality),
		'GET pays': (call) => listed(call, { pays: catalogue.pays }),
		'GET departements': (call) => listed(call, { departements: catalogue.departements }),
		'GET feuilles-styles': sheets,
		'GET categories': (call) => listed(call, { categories: catalogue.categories }),
		'GET forfaits': (call) => listed(call, { forfaits: catalogue.forfaits }),
	};
	return (call) => (Object.hasOwn(table, call.name) ? table[call.name]?.(call) : undefined);
}
