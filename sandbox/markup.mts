import type { DefaultTreeAdapterTypes } from 'parse5';
import { styleByClass } from './data/styleSheets.mts';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export function rankOf(name: string): number {
	return styleByClass.get(name)?.rang ?? Number.MAX_SAFE_INTEGER;
}

export function filetOf(classes: readonly string[]): string | undefined {
	return classes.find((name) => styleByClass.get(name)?.type === 'filet');
}

export function classesOf(node: Element): string[] {
	const value = node.attrs.find((attribute) => attribute.name === 'class')?.value ?? '';
	return value.split(/\s+/).filter((name) => name !== '');
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
	return node.nodeName === '#text';
}

export function isElement(node: Node): node is Element {
	return 'tagName' in node;
}

export function escape(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function unescape(text: string): string {
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
