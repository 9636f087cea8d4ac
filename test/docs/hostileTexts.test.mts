/** Whatever somebody writes into a field, no expression of the examples changes a word of it. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { unescape } from 'node:querystring';
import type { IDataObject } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample, texts, type SavedNode } from './workflowFiles.mts';

const names = globSync('examples/*.json', { cwd: ROOT }).map((path) => basename(path, '.json'));

/** A part of a name that means something to `String.replace`. */
const SPECIAL = ["$'", '$`', '$1', '$$', '$&'];
const PLAIN = 'zz';

/** An expression of a node, and whether n8n itself puts what it comes to into a page. */
interface Expression {
	readonly node: string;
	readonly text: string;
	readonly isPage: boolean;
}

/** n8n computes the HTML of a form's elements itself, also where no "=" stands in front. */
function expressionsOf({ name, type, parameters }: SavedNode): Expression[] {
	const isForm = /\.(form|formTrigger|wait)$/.test(type);
	const html = new Set(isForm ? texts(parameters['formFields']) : []);
	return texts(parameters)
		.filter((text) => text.includes('{{') && (text.startsWith('=') || html.has(text)))
		.map((text) => ({
			node: name,
			text: ofOneItem(text.replace(/^=?/, '=')),
			isPage: html.has(text) && text.includes('<'),
		}));
}

/** The fields of an item that an expression reads, each with this value. */
function itemFor(text: string, value: string): IDataObject {
	const item: IDataObject = {};
	const paths = text.matchAll(/\$json((?:\??\.\w+\b(?!\()|\??\.?\['[^']+'\])+)/g);
	for (const [, path = ''] of paths) {
		const keys = path.match(/[^.?[\]']+/g) ?? [];
		const last = keys.pop() ?? '';
		let inner = item;
		for (const key of keys) {
			if (typeof inner[key] !== 'object') inner[key] = {};
			inner = inner[key] as IDataObject;
		}
		inner[last] ??= isCopied(text, last) ? { [last]: value } : value;
	}
	return item;
}

/** Whether an expression copies the fields of this value into an object, so that it is one itself. */
const isCopied = (text: string, field: string): boolean =>
	new RegExp(`\\.\\.\\.\\$json\\.${field}\\s*[,}]`).test(text);

const computed = (text: string, value: string) => computedFor(text, itemFor(text, value));

/** @returns nothing where the item has no value for this expression, such as a date */
function computedFor(text: string, item: IDataObject): string | undefined {
	try {
		const result: unknown = resolved(text, item);
		return typeof result === 'string' ? result : JSON.stringify(result);
	} catch {
		return undefined;
	}
}

/** As n8n puts what an expression comes to into the HTML of a form; amounts and days are no texts. */
function ofPage(text: string, value: string): string {
	return (text.match(/\{\{[^]*?\}\}/g) ?? [])
		.filter((piece) => !/\.to(LocaleString|DateTime)\(/.test(piece))
		.reduce((page, piece) => page.replace(piece, computed(`=${piece}`, value) ?? ''), text);
}

test.each(names)("%s prints a name with $' in it as it is", (name) => {
	const told = readExample(name)
		.nodes.flatMap(expressionsOf)
		// Of a number nothing but its digits is kept.
		.filter(({ text }) => !text.includes('$now') && !text.includes('/\\D/g'))
		// The fields of a form are objects, whose entries are copied one by one.
		.filter(({ text }) => !text.includes('...field'))
		.filter(({ text, isPage }) =>
			SPECIAL.some((special) => {
				const run = (value: string): string | undefined =>
					isPage ? ofPage(text, value) : computed(text, value);
				const expected = run(`A${PLAIN}B`)?.replaceAll(PLAIN, () => special);
				const got = run(`A${special}B`);
				return decoded(got) !== decoded(expected);
			}),
		);
	expect(told).toEqual([]);
});

/** Without what a page or an address writes in its own way. */
const decoded = (text = ''): string =>
	unescape(text)
		.replaceAll('&#36;', () => '$')
		.replaceAll('\\u0024', () => '$')
		.replaceAll('&amp;', '&');
