/** Which format the words have that come next: what the open tags say of it, the innermost first. */
import type { Run } from './blocks';
import type { Look } from './looks';

interface Opinion {
	/** Undefined for what no open tag says. */
	readonly bold: Run['bold'] | undefined;
	readonly spanClass: string | undefined;
	readonly spanStyle: string | undefined;
	readonly look: Look;
	isOpen: boolean;
}

type Aspect = 'bold' | 'spanClass' | keyof Look;

export class Formats {
	/** The open tags of each name; undefined for one that says nothing of a format. */
	private readonly byName = new Map<string, Array<Opinion | undefined>>();
	/** Those that say something of an aspect. Ended ones are taken off when they come to the top, so that each step is short. */
	private readonly byAspect = new Map<Aspect, Opinion[]>();

	open(
		name: string,
		look: Look,
		own: Partial<Pick<Opinion, 'bold' | 'spanClass' | 'spanStyle'>>,
	): void {
		const { bold, spanClass, spanStyle } = own;
		const opinion: Opinion = { bold: bold ?? look.bold, spanClass, spanStyle, look, isOpen: true };
		const aspects: Aspect[] = Object.keys(look) as Array<keyof Look>;
		if (opinion.bold !== undefined && look.bold === undefined) aspects.push('bold');
		if (spanClass !== undefined) aspects.push('spanClass');
		for (const aspect of aspects) this.of(aspect).push(opinion);
		this.named(name).push(aspects.length > 0 ? opinion : undefined);
	}

	close(name: string): void {
		const opinion = this.byName.get(name)?.pop();
		if (opinion) opinion.isOpen = false;
	}

	countOf(name: string): number {
		return this.byName.get(name)?.length ?? 0;
	}

	/** Ends the tags of a name that were opened since there were so many of them. */
	closeDownTo(name: string, count: number): void {
		while (this.countOf(name) > count) this.close(name);
	}

	get bold(): Run['bold'] {
		return this.top('bold')?.bold ?? '';
	}

	get spanClass(): string {
		return this.top('spanClass')?.spanClass ?? '';
	}

	get spanStyle(): string | undefined {
		return this.top('spanClass')?.spanStyle;
	}

	is(aspect: Exclude<keyof Look, 'bold' | 'hiding' | 'numbering'>): boolean {
		return this.top(aspect)?.look[aspect] === true;
	}

	private named(name: string): Array<Opinion | undefined> {
		const known = this.byName.get(name);
		if (known) return known;
		const list: Array<Opinion | undefined> = [];
		this.byName.set(name, list);
		return list;
	}

	private of(aspect: Aspect): Opinion[] {
		const known = this.byAspect.get(aspect);
		if (known) return known;
		const list: Opinion[] = [];
		this.byAspect.set(aspect, list);
		return list;
	}

	private top(aspect: Aspect): Opinion | undefined {
		const opinions = this.byAspect.get(aspect);
		if (!opinions) return undefined;
		while (opinions.at(-1)?.isOpen === false) opinions.pop();
		return opinions.at(-1);
	}
}
