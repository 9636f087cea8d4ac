/**
 * Lists every French sentence that a client or a colleague can meet, for somebody who reads French to go through:
 * `node_modules/.bin/node tools/docs/frenchTexts.mts > french.md`. They are found in the literals of the published code
 * and in the parameters of the example workflows; a value is shown as `…`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..');
/** Words that French sentences have, and English ones or programs have not. */
const FRENCH =
	/[éèêàùçôîâœ]|(?<![\p{L}\d_$.])(?:le|la|les|des|du|un|une|est|sont|pour|avec|sous|au|aux|par|dans|cette|votre|vous|annonce|commande|parution|devis|journal|dossier|prix)(?![\p{L}\d_(=:])/iu;
const ENGLISH = /\b(?:the|of|is|are|and|with|which|for|to|in)\b/i;

function isFrench(text: string): boolean {
	const words = text.replace(/\{\{[^]*?\}\}/g, '…').replace(/<[^>]*>/g, ' ');
	return (
		/\p{L}{2}.*[\s\u00a0].*\p{L}{2}/su.test(words) && FRENCH.test(words) && !ENGLISH.test(words)
	);
}

/** The text of a literal, with `…` for what is put into it. */
function literalText(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function textsOfCode(file: string): string[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(ROOT, file), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = literalText(node);
		if (text !== undefined && isFrench(text)) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** What a parameter says: its text, with an expression as `…`, and each literal of its expressions. */
function sayingsOf(parameter: string): string[] {
	const words = parameter.replace(/<style>[^]*?<\/style>/g, '');
	const expressions = words.match(/\{\{[^]*?\}\}/g) ?? [];
	const literals = expressions.flatMap((one) => one.match(/'[^'\n]*'|`[^`]*`/g) ?? []);
	return [words.replace(/\{\{[^]*?\}\}/g, '…'), ...literals.map((one) => one.slice(1, -1))];
}

function textsOfExample(file: string): string[] {
	const found: string[] = [];
	const visit = (value: unknown): void => {
		if (typeof value === 'string') found.push(...sayingsOf(value).filter(isFrench));
		else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
	};
	const { nodes = [] } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
		nodes?: unknown[];
	};
	visit(nodes);
	return found;
}

function section(file: string, texts: readonly string[]): string {
	const lines = [...new Set(texts)].map((text) => `- ${text.trim().replace(/\s*\n\s*/g, ' ⏎ ')}`);
	return lines.length === 0 ? '' : `## ${file}\n\n${lines.join('\n')}\n`;
}

const code = globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT }).sort();
const examples = globSync('examples/**/*.json', { cwd: ROOT }).sort();
const sections = [
	...code.map((file) => section(file, textsOfCode(file))),
	...examples.map((file) => section(file, textsOfExample(file))),
];
process.stdout.write(`# French texts\n\n${sections.filter((one) => one !== '').join('\n')}`);
