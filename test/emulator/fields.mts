import type { Personality } from './personality.mts';

/** A refusal of the service: HTTP 200, `resultat` = `erreur` and these codes. */
export class Refusal extends Error {
	readonly codes: string[];
	readonly extra: Readonly<Record<string, unknown>>;

	constructor(codes: string[], extra: Readonly<Record<string, unknown>> = {}) {
		super(codes.join(', '));
		this.codes = codes;
		this.extra = extra;
	}
}

// Section "Errors": fields that have a code of their own; any other fault is `err_body_incorrect`.
const withAbsentCode = new Set(
	(
		'reference publication departement categorie texte forfait mode_facturation dossier facturation ' +
		'nom_raison_sociale adresse code_postal ville pays email nom prenom mot_passe'
	).split(' '),
);
const withIncorrectCode = new Set(
	(
		'reference publication departement categorie texte forfait mode_facturation disposition ' +
		'date_parution sous_categorie data chaine quantite justificatifs_papiers justificatif_numerique ' +
		'numero_commande dossier contact facturation nom_raison_sociale prenom_nom_complement adresse ' +
		'adresse_complement code_postal ville pays email telephone nom prenom mot_passe mobile'
	).split(' '),
);

export function absent(field: string): string {
	return withAbsentCode.has(field) ? `err_${field}_absent` : 'err_body_incorrect';
}

export function incorrect(field: string): string {
	return withIncorrectCode.has(field) ? `err_${field}_incorrect` : 'err_body_incorrect';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the fields of one JSON object, gathering the codes of what is missing or wrong. */
export class Fields {
	readonly codes: string[];
	readonly #source: Record<string, unknown>;
	readonly #personality: Personality;
	readonly #known = new Set<string>();

	constructor(source: Record<string, unknown>, personality: Personality, codes: string[] = []) {
		this.#source = source;
		this.#personality = personality;
		this.codes = codes;
	}

	#take(name: string, required: boolean): unknown {
		this.#known.add(name);
		const value = this.#source[name];
		if (value === null && this.#personality.pedantic) {
			this.codes.push(incorrect(name));
			return undefined;
		}
		const missing = value === undefined || value === null || value === '';
		if (!missing) return value;
		if (required) this.codes.push(absent(name));
		else if (value === '' && this.#personality.pedantic) this.codes.push(incorrect(name));
		return undefined;
	}

	#wrong(name: string): undefined {
		this.codes.push(incorrect(name));
		return undefined;
	}

	string(name: string, required = false, pattern = /^[\s\S]*$/u): string | undefined {
		const value = this.#take(name, required);
		if (value === undefined) return undefined;
		const text = typeof value === 'number' && !this.#personality.pedantic ? String(value) : value;
		return typeof text === 'string' && pattern.test(text) ? text : this.#wrong(name);
	}

	number(name: string, required = false): number | undefined {
		const value = this.#take(name, required);
		if (value === undefined) return undefined;
		const figure = typeof value === 'string' && !this.#personality.pedantic ? Number(value) : value;
		return typeof figure === 'number' && Number.isFinite(figure) ? figure : this.#wrong(name);
	}

	integer(name: string, required = false, minimum = 0): number | undefined {
		const value = this.number(name, required);
		if (value === undefined) return undefined;
		return Number.isInteger(value) && value >= minimum ? value : this.#wrong(name);
	}

	boolean(name: string): boolean | undefined {
		const value = this.#take(name, false);
		if (value === undefined || typeof value === 'boolean') return value;
		if (!this.#personality.pedantic && (value === 0 || value === 1)) return value === 1;
		return this.#wrong(name);
	}

	/** A nested object, read with its own `Fields` into the same list of codes. */
	object(name: string, required = false): Fields | undefined {
		const value = this.#take(name, required);
		if (value === undefined) return undefined;
		return isRecord(value) ? new Fields(value, this.#personality, this.codes) : this.#wrong(name);
	}

	value(name: string, required = false): unknown {
		return this.#take(name, required);
	}

	/** To be called once every known field was read: what is left over is unknown. */
	refuseUnknown(): void {
		if (!this.#personality.pedantic) return;
		const unknown = Object.keys(this.#source).some((name) => !this.#known.has(name));
		if (unknown) this.codes.push('err_body_incorrect');
	}

	/** @throws Refusal when anything was wrong so far. */
	check(): void {
		const [first] = this.codes;
		if (first === undefined) return;
		throw new Refusal(this.#personality.severalCodes ? [...new Set(this.codes)] : [first]);
	}
}
