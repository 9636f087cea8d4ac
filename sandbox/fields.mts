import { errorCodes } from './data/codes.mts';
import { refuse } from './refusal.mts';
import type { RuleId } from './rules.mts';
import type { Service } from './service.mts';
import type { JsonObject } from './types.mts';

/** The shape of an e-mail address, no more. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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

	absent(name: string, rule: RuleId | boolean): void {
		const isNeeded = typeof rule === 'boolean' ? rule : this.#service.rules.on(rule);
		const told = this.body[name] === null && this.#service.settings.nullFields === 'incorrect';
		if (isNeeded && !told) this.#codes.add(`err_${name}_absent`);
	}

	/** A code that the specification does not list follows its pattern, or blames the body. */
	incorrect(name: string, rule?: RuleId): void {
		if (rule && !this.#service.rules.on(rule)) return;
		const code = `err_${name}_incorrect`;
		const known = errorCodes.includes(code) || this.#service.settings.unlistedFields === 'pattern';
		this.#codes.add(known ? code : 'err_body_incorrect');
	}

	/** Text that must be there; an empty one counts as absent. */
	required(name: string, needed: RuleId | boolean, format: RuleId): string | undefined {
		const value = this.text(name, format) ?? '';
		if (value === '' && (this.body[name] ?? '') === '') this.absent(name, needed);
		return value || undefined;
	}

	/** Text that may be absent or empty, and must match the pattern otherwise. */
	text(name: string, rule: RuleId, pattern = /^/): string | undefined {
		const isGood = (value: unknown): value is string =>
			typeof value === 'string' && (value === '' || pattern.test(value));
		return this.#checked(name, rule, isGood);
	}

	flag(name: string, rule: RuleId): boolean | undefined {
		return this.#checked(name, rule, (value) => typeof value === 'boolean');
	}

	/** A number that `accept` agrees to, or undefined. */
	number(name: string, rule: RuleId, accept: (value: number) => boolean): number | undefined {
		const isGood = (value: unknown): value is number => typeof value === 'number' && accept(value);
		return this.#checked(name, rule, isGood);
	}

	#checked<T>(name: string, rule: RuleId, isGood: (value: unknown) => value is T): T | undefined {
		const value = this.get(name);
		if (value === undefined || isGood(value)) return value;
		this.incorrect(name, rule);
		return undefined;
	}

	/** Complains about fields that the interface does not know, when that is switched on. */
	refuseUnknown(known: readonly string[]): void {
		if (this.#service.settings.unknownFields !== 'refused') return;
		const unknown = Object.keys(this.body).filter((name) => !known.includes(name));
		if (unknown.length > 0) this.#codes.add('err_body_incorrect');
	}

	/** @throws {Refusal} when something was wrong */
	refuse(): void {
		refuse([...this.#codes], this.#service.settings);
	}
}
