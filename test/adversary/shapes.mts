/** What an answer may look like beyond what the specification shows: what it leaves open, and what servers grow. */
import fc from 'fast-check';
import type { Fields } from './answers.mts';

/** Stands in whatever nobody asked for, so that it is recognized wherever it comes out. */
export const MARK = 'ZZINTRUS';

/** Names that n8n gives a meaning, that the node adds itself, or that objects have anyway. */
export const NAMES = [
	...['error', 'json', 'binary', 'pairedItem', 'message', 'resume', 'epreuve_html', 'total_ttc'],
	...['environnement', 'existant', 'recupere', 'demande', 'annulee', 'introuvable', 'est_parue'],
	...[
		'avertissements',
		'inconnu',
		'date_modifiee',
		'texte_identique',
		'texte_visible',
		'evenement',
	],
	...[
		'evenement_id',
		'ancienne_reference',
		'date_parution_iso',
		'facture',
		'document',
		'constate_le',
	],
	...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'nouveau_champ'],
] as const;

const VALUES = ['text', 'number', 'true', 'object', 'list', 'null', 'deep', 'html'] as const;
const DATES = ['0001-01-01', '1900-01-01', '1910-12-31', '0000-00-00', '', 'null', 'bad'] as const;

const KINDS = [
	...(['extra', 'inside', 'date', 'date', 'tarif', 'text', 'number', 'many', 'long'] as const),
] as const;

export interface Shape {
	readonly kind: (typeof KINDS)[number];
	readonly on: string;
	readonly skip: number;
	readonly times: number;
	readonly name: (typeof NAMES)[number];
	readonly value: (typeof VALUES)[number];
	readonly date: (typeof DATES)[number];
}

export const shape: fc.Arbitrary<Shape> = fc.record({
	kind: fc.constantFrom(...KINDS),
	on: fc.constantFrom('any', 'order', 'cancel', 'status', 'statuses', 'files', 'quote', 'contact'),
	skip: fc.constantFrom(0, 0, 0, 1, 2),
	times: fc.constantFrom(1, 2, 100),
	name: fc.constantFrom<Shape['name']>(...NAMES, 'error', 'error', 'error', 'resume', 'existant'),
	value: fc.constantFrom(...VALUES),
	date: fc.constantFrom(...DATES),
});

function deep(levels: number): unknown {
	let value: unknown = MARK;
	for (let level = 0; level < levels; level++) value = [value];
	return value;
}

function valueOf({ value }: Shape): unknown {
	const values: Record<Shape['value'], () => unknown> = {
		text: () => MARK,
		number: () => 987_654_321,
		true: () => true,
		object: () => ({ toString: 1, [MARK]: MARK }),
		list: () => [MARK, { [MARK]: 1 }],
		null: () => null,
		deep: () => deep(300),
		html: () => `<script>${MARK}</script><form action="https://x.example">`,
	};
	return values[value]();
}

function dateOf({ date }: Shape): unknown {
	if (date === 'null') return null;
	return date === 'bad' ? 'le 1er décembre' : date;
}

/** In the place of a text of the service's own, which may come out. */
function textOf(one: Shape): unknown {
	const text = JSON.stringify(valueOf(one)).replaceAll(MARK, 'AUTREMENT');
	return one.value === 'object' ? { toString: 1 } : (JSON.parse(text) as unknown);
}

/** As a server writes it: a name of objects too becomes a field of its own. */
function set(fields: Fields, name: string, value: unknown): void {
	Object.defineProperty(fields, name, {
		value,
		enumerable: true,
		writable: true,
		configurable: true,
	});
}

/** The records inside an answer that stand for notices, documents, invoices and the like. */
function records(fields: Fields): Fields[] {
	const lists = Object.entries(fields).flatMap(([name, value]) =>
		Array.isArray(value) && name !== 'erreurs' ? (value as Fields[]) : [],
	);
	const found = lists.filter((one) => typeof one === 'object' && one !== null);
	return found.flatMap((one) => [one, ...records(one)]);
}

/** Fields that are the service's own keep their meaning: a field is only added where there is none. */
function add(fields: Fields, one: Shape): void {
	if (!Object.hasOwn(fields, one.name)) set(fields, one.name, valueOf(one));
}

function change(fields: Fields, pattern: RegExp, value: unknown): void {
	for (const one of [fields, ...records(fields)]) {
		for (const name of Object.keys(one)) if (pattern.test(name)) one[name] = value;
	}
}

/** @returns whether anything is changed; a copy of the answer is given */
export function apply(one: Shape, fields: Fields): boolean {
	if (fields['resultat'] !== 'succes') return false;
	const before = JSON.stringify(fields);
	const all = records(fields);
	switch (one.kind) {
		case 'extra':
			add(fields, one);
			break;
		case 'inside':
			for (const record of all) add(record, one);
			break;
		case 'date':
			change(fields, /^date_/, dateOf(one));
			break;
		case 'tarif':
			if ('tarif' in fields) set(fields, 'tarif', null);
			break;
		case 'text':
			change(fields, /^(motif|libelle|periodicite)$/, textOf(one));
			break;
		case 'number':
			change(fields, /^(taux_tva|quantite|prix_unitaire|taux)$/, valueOf(one));
			break;
		case 'many':
			for (const list of Object.values(fields)) {
				if (Array.isArray(list)) list.push(...Array.from({ length: 500 }, () => null));
			}
			break;
		case 'long':
			set(fields, 'commentaire', MARK.repeat(5_000));
			break;
	}
	return JSON.stringify(fields) !== before;
}
