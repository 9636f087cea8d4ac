/**
 * The rules of the house, as functions over sources: what a room may import, who may loop, who may send, who may
 * speak. Each gives the violations that it finds.
 */
import { posix } from 'node:path';
import ts from 'typescript';

import type { SourceFile } from './package.mts';

const NODE = 'nodes/LegalNotice';
const DOMAIN = `${NODE}/domain/`;
const TRANSPORT = `${NODE}/transport/`;

/** Modules that a file imports; those of the package itself as paths from its root, without ending. */
export function importsOf({ path, text }: SourceFile): string[] {
	return ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
		);
}

/** Nothing else is there at run time: the package has no dependencies. */
export function foreignImports(sources: readonly SourceFile[]): string[] {
	return violations(sources, (source) =>
		importsOf(source).filter(
			(name) =>
				!/^(nodes|credentials)\//.test(name) && !['n8n-workflow', 'node:crypto'].includes(name),
		),
	);
}

/** The domain knows only itself: nothing of n8n, nothing of the rooms that use it. */
export function domainImports(sources: readonly SourceFile[]): string[] {
	return violations(inside(sources, DOMAIN), (source) =>
		importsOf(source).filter((name) => !name.startsWith(DOMAIN) && name !== 'node:crypto'),
	);
}

const INPUT_OUTPUT =
	/\b(fetch|XMLHttpRequest|process|console|setTimeout|setInterval|require)\s*[.(]/;

export function domainInputOutput(sources: readonly SourceFile[]): string[] {
	return violations(inside(sources, DOMAIN), ({ text }) =>
		matches(withoutComments(text), INPUT_OUTPUT),
	);
}

/** Transport serves operations, lists and the trigger; it knows none of them. */
export function transportImports(sources: readonly SourceFile[]): string[] {
	return violations(inside(sources, TRANSPORT), (source) =>
		importsOf(source).filter(
			(name) =>
				name.startsWith(`${NODE}/`) && !name.startsWith(TRANSPORT) && !name.startsWith(DOMAIN),
		),
	);
}

/** What sends a request. Only transport may. */
export function sendingElsewhere(sources: readonly SourceFile[]): string[] {
	return violations(outside(sources, TRANSPORT), ({ text }) =>
		matches(
			withoutComments(text),
			/\b(httpRequest\w*|requestWithAuthentication\w*|requestOAuth\w*|helpers\.request)|(?<![.\w])fetch\b/,
		),
	);
}

/** Only one file takes all input items, for every operation; others may look at the one they were given. */
export function itemsTakenElsewhere(sources: readonly SourceFile[]): string[] {
	return violations(outside(sources, `${NODE}/actions/router.ts`), ({ text }) =>
		matches(withoutComments(text), /getInputData\((?!\)\[itemIndex\])[^\n]*/),
	);
}

/** Only `errors.ts` makes n8n's errors of failures, and only the router says that an operation does not exist. */
export function errorsElsewhere(sources: readonly SourceFile[]): string[] {
	const allowed = [`${TRANSPORT}errors.ts`, `${NODE}/actions/router.ts`];
	return violations(
		sources.filter(({ path }) => !allowed.includes(path)),
		({ text }) => matches(withoutComments(text), /new Node(Api|Operation)Error\b/),
	);
}

/**
 * Codes of the service that a file names beside the table. Each decides what happens next, and none puts it into
 * words.
 */
export function codesIn({ text }: SourceFile): string[] {
	return [...new Set(withoutComments(text).match(/\berr_[a-z_]+/g) ?? [])].sort();
}

function inside(sources: readonly SourceFile[], folder: string): SourceFile[] {
	return sources.filter(({ path }) => path.startsWith(folder));
}

function outside(sources: readonly SourceFile[], folder: string): SourceFile[] {
	return sources.filter(({ path }) => !path.startsWith(folder));
}

function violations(
	sources: readonly SourceFile[],
	find: (source: SourceFile) => readonly string[],
): string[] {
	return sources.flatMap((source) => find(source).map((what) => `${source.path}: ${what}`));
}

function matches(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(new RegExp(pattern, 'g'))].map(([found]) => found);
}

/** Comments may name what the code must not use. */
function withoutComments(text: string): string {
	return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
