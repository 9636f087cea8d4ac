/**
 * The elements that are open, the outermost first, as a browser keeps them. Each inherits from the one around it how its words
 * look, and in which list, table and cell they are; or that they are not printed.
 */
import type { Entry, List } from './lists';
import { PLAIN_LOOK, type Hiding, type Look, type OwnLook } from './looks';
import type { Cell, Table } from './tables';
import { BLOCKS, bounds, FORMATTING } from './tags';

/** Words that are not printed, gathered until the element ends that hides them. */
export interface Unprinted {
	readonly kind: Hiding;
	words: string;
}

/** Where words are. */
export interface Parts {
	readonly list?: List | undefined;
	readonly entry?: Entry | undefined;
	readonly table?: Table | undefined;
	readonly cell?: Cell | undefined;
}

export interface OpenElement extends Parts {
	readonly name: string;
	/** What its own tag says. */
	readonly own: OwnLook;
	readonly look: Look;
	readonly unprinted: Unprinted | undefined;
}

const NOTHING: OpenElement = { name: '', own: {}, look: PLAIN_LOOK, unprinted: undefined };

/** No page has as many elements open inside the one that it ends; each of them may have to be opened again. */
const FURTHEST = 200;

export class OpenElements {
	private readonly open: OpenElement[] = [];

	/** The innermost one. */
	get top(): OpenElement {
		return this.open.at(-1) ?? NOTHING;
	}

	get count(): number {
		return this.open.length;
	}

	push(name: string, own: OwnLook, parts: Parts): void {
		const { list, entry, table, cell, look, unprinted } = this.top;
		const { hiding } = own;
		// Inside what is hidden nothing else counts, but a script is no text there either.
		const isHidden = hiding !== undefined && (!unprinted || hiding === 'unseen');
		this.open.push({
			list,
			entry,
			table,
			cell,
			...parts,
			name,
			own,
			look: { ...look, ...own },
			unprinted: isHidden ? { kind: hiding, words: '' } : unprinted,
		});
	}

	/** @returns the place of the innermost element that an end tag of one of these names reaches, -1 for none */
	find(names: readonly string[]): number {
		const last = this.open.length - 1;
		for (let at = last; at >= 0 && at > last - FURTHEST; at--) {
			const { name } = this.at(at);
			if (names.includes(name)) return at;
			if (names.every((ended) => bounds(ended, name))) return -1;
		}
		return -1;
	}

	at(place: number): OpenElement {
		return this.open[place] ?? NOTHING;
	}

	/**
	 * Ends the element at a place with what is inside it. As in a browser, bold and the like go on behind the end of a block, and
	 * behind the end of anything else goes on what is inside it; but nothing goes on being hidden that way.
	 *
	 * @returns what has ended, the innermost first
	 */
	endAt(place: number): OpenElement[] {
		const ended = this.at(place);
		const inside = this.open.splice(place).slice(1);
		const goesOn = BLOCKS.has(ended.name)
			? ({ name, own }: OpenElement) => FORMATTING.has(name) && own.hiding === undefined
			: ({ name, own }: OpenElement) => BLOCKS.has(name) || own.hiding === undefined;
		for (const one of inside.filter(goesOn)) {
			if (BLOCKS.has(one.name)) this.move(one);
			else this.push(one.name, one.own, {});
		}
		return [...inside.filter((one) => !goesOn(one)).reverse(), ended];
	}

	/** A block goes on without the element that has ended around it. */
	private move(block: OpenElement): void {
		const { top } = this;
		const { unprinted } = block.own.hiding === undefined ? top : block;
		this.open.push({ ...block, look: { ...top.look, ...block.own }, unprinted });
	}
}
