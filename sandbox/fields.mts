import type { Problems } from './refusal.mts';
import type { RuleBook } from './rules.mts';
import type { Settings } from './settings.mts';
import type { JsonObject } from './types.mts';

/** Codes of the specification for a wrong field; others follow its pattern, or blame the body. */
const listed = new Set(
	(
		'reference publication departement categorie texte forfait mode_facturation disposition ' +
		'date_parution sous_categorie data chaine quantite justificatifs_papiers justificatif_numerique ' +
		'numero_commande dossier contact facturation nom_raison_sociale prenom_nom_complement adresse ' +
		'adresse_complement code_postal ville pays email telephone nom prenom mot_passe mobile'
	).split(' '),
);

export interface FieldContext {
	rules: RuleBook;
	settings: Settings;
	problems: Problems;
}

/** Reads the fields of one object and notes the code of each that is missing or wrong. */
export class Fields {
	readonly #body: JsonObject;
	readonly #context: FieldContext;

	constructor(body: JsonObject, context: FieldContext) {
		this.#body = body;
		this.#context = context;
	}

	/** The value; undefined when the field is absent, empty text counting as absent. */
	get(name: string): unknown {
		const value = this.#body[name];
		if (value === null && this.#context.settings.nullFields === 'incorrect') {
			this.incorrect(name);
			return undefined;
		}
		return value === null ? undefined : value;
	}

	absent(name: string): void {
		this.#context.problems.add(`err_${name}_absent`);
	}

	incorrect(name: string): void {
		const { settings, problems } = this.#context;
		const byPattern = listed.has(name) || settings.unlistedFields === 'pattern';
		problems.add(byPattern ? `err_${name}_incorrect` : 'err_body_incorrect');
	}

	/** Text that must be there; the two flags say whether each rule is in force. */
	requiredText(name: string, required: boolean, checked: boolean): string | undefined {
		const value = this.get(name);
		if (value === undefined || value === '') {
			if (required && this.#body[name] !== null) this.absent(name);
			else if (required && this.#context.settings.nullFields === 'absent') this.absent(name);
			return undefined;
		}
		if (typeof value !== 'string') {
			if (checked) this.incorrect(name);
			return undefined;
		}
		return value;
	}

	/** Text that may be absent or empty, and must match the pattern otherwise. */
	optionalText(name: string, checked: boolean, pattern = /^[^\0]*$/): string | undefined {
		const value = this.get(name);
		if (value === undefined) return undefined;
		if (typeof value === 'string' && (value === '' || pattern.test(value))) return value;
		if (checked) this.incorrect(name);
		return undefined;
	}

	optionalBoolean(name: string, checked: boolean): boolean | undefined {
		const value = this.get(name);
		if (value === undefined || typeof value === 'boolean') return value;
		if (checked) this.incorrect(name);
		return undefined;
	}

	/** A number that `accept` agrees to, or undefined. */
	optionalNumber(
		name: string,
		checked: boolean,
		accept: (value: number) => boolean,
	): number | undefined {
		const value = this.get(name);
		if (value === undefined) return undefined;
		if (typeof value === 'number' && accept(value)) return value;
		if (checked) this.incorrect(name);
		return undefined;
	}

	/** Complains about fields that the interface does not know, when that is switched on. */
	refuseUnknown(known: readonly string[]): void {
		if (this.#context.settings.unknownFields !== 'refused') return;
		const surplus = Object.keys(this.#body).some((name) => !known.includes(name));
		if (surplus) this.#context.problems.add('err_body_incorrect');
	}
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The shape of an e-mail address, no more. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
