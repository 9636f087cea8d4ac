import { errorCodes } from './data/codes.mts';
import { Refusal } from './refusal.mts';
import type { RuleId } from './rules.mts';
import type { Service } from './service.mts';
import type { JsonObject } from './types.mts';

/** The shape of an e-mail address, no more. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the fields of one object, each under the rules that are named, and collects the codes of all that are missing
 * or wrong, so that one answer can name them.
 */
export class Fields {
	readonly body: JsonObject;
	readonly #service: Service;
	readonly #codes: Set<string>;

	constructor(body: JsonObject, service: Service, codes = new Set<string>()) {
		this.body = body;
		this.#service = service;
		this.#codes = codes;
	}

	/** The fields of an object inside, complaining together with these. */
	inside(body: JsonObject): Fields {
		return new Fields(body, this.#service, this.#codes);
	}

	/** The value; undefined when the field is absent or null. */
	get(name: string): unknown {
		const value = this.body[name];
		if (value === null && this.#service.settings.nullFields === 'incorrect') this.incorrect(name);
		return value ?? undefined;
	}

	add(code: string): void {
		this.#codes.add(code);
	}

	absent(name: string, rule: RuleId): void {
		if (this.#service.rules.on(rule)) this.add(`err_${name}_absent`);
	}

	/** A code that the specification does not list follows its pattern, or blames the body. */
	incorrect(name: string, rule?: RuleId): void {
		if (rule && !this.#service.rules.on(rule)) return;
		const code = `err_${name}_incorrect`;
		const known = errorCodes.includes(code) || this.#service.settings.unlistedFields === 'pattern';
		this.add(known ? code : 'err_body_incorrect');
	}

	/** Text that must be there; an empty one counts as absent. */
	required(name: string, needed: RuleId | boolean, format: RuleId): string | undefined {
		const { rules, settings } = this.#service;
		const value = this.get(name);
		if (value === undefined || value === '') {
			const told = this.body[name] === null && settings.nullFields === 'incorrect';
			const isNeeded = typeof needed === 'boolean' ? needed : rules.on(needed);
			if (isNeeded && !told) this.add(`err_${name}_absent`);
			return undefined;
		}
		if (typeof value === 'string') return value;
		this.incorrect(name, format);
		return undefined;
	}

	/** Text that may be absent or empty, and must match the pattern otherwise. */
	text(name: string, rule: RuleId, pattern = /^[^\0]*$/): string | undefined {
		const value = this.get(name);
		if (typeof value === 'string' && (value === '' || pattern.test(value))) return value;
		if (value !== undefined) this.incorrect(name, rule);
		return undefined;
	}

	flag(name: string, rule: RuleId): boolean | undefined {
		const value = this.get(name);
		if (value === undefined || typeof value === 'boolean') return value;
		this.incorrect(name, rule);
		return undefined;
	}

	/** A number that `accept` agrees to, or undefined. */
	number(name: string, rule: RuleId, accept: (value: number) => boolean): number | undefined {
		const value = this.get(name);
		if (typeof value === 'number' && accept(value)) return value;
		if (value !== undefined) this.incorrect(name, rule);
		return undefined;
	}

	/** Complains about fields that the interface does not know, when that is switched on. */
	refuseUnknown(known: readonly string[]): void {
		if (this.#service.settings.unknownFields !== 'refused') return;
		if (Object.keys(this.body).some((name) => !known.includes(name)))
			this.add('err_body_incorrect');
	}

	/** @throws {Refusal} when something was wrong */
	refuse(): void {
		const codes = [...this.#codes];
		if (codes.length === 0) return;
		throw new Refusal(
			this.#service.settings.errorReporting === 'first' ? codes.slice(0, 1) : codes,
		);
	}
}
