import { decodeEntities } from './entities';
import type { Findings } from './findings';
import type { Attribute } from './tokenizer';

const USUAL_FILET = 'fs-filet';
const PLAIN_NAME = /^[A-Za-z_-][A-Za-z0-9_-]*$/;

/** Knows which style classes exist ("Notice text rules", rules 4 and 5). */
export class ClassNames {
	private readonly findings: Findings;
	private readonly known: ReadonlySet<string> | undefined;
	private readonly filets: ReadonlySet<string>;

	constructor(
		findings: Findings,
		classes: readonly string[] | undefined,
		filetClasses: readonly string[] | undefined,
	) {
		this.findings = findings;
		this.filets = new Set([USUAL_FILET, ...(filetClasses ?? [])]);
		this.known = classes && new Set([...classes, ...this.filets]);
	}

	/** The classes of a tag; names that cannot be a class are left out with a note. */
	of(attributes: readonly Attribute[]): string[] {
		const value = attributes.find((attribute) => attribute.name === 'class')?.value ?? '';
		const names = decodeEntities(value).match(/\S+/g) ?? [];
		return [...new Set(names)].filter((name) => this.accept(name));
	}

	/** The first class of type filet, if any. */
	filet(classes: readonly string[]): string | undefined {
		return classes.find((name) => this.filets.has(name));
	}

	private accept(name: string): boolean {
		if (!PLAIN_NAME.test(name)) {
			this.findings.note(
				`A class name that is not made of letters, digits and dashes was left out.`,
			);
			return false;
		}
		this.findings.classes.add(name);
		if (this.known && !this.known.has(name)) {
			this.findings.note(
				`The class "${name}" is not known here: the default class of the category applies instead.`,
			);
		}
		return true;
	}
}
