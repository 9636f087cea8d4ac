/**
 * The table of HTML's named character references, `nodes/LegalNotice/domain/text/entityTable.ts`, from the lists of
 * `character-entities`. Run alone it writes the table; `check.mjs` says when the committed one differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { characterEntities } from 'character-entities';
import { characterEntitiesLegacy } from 'character-entities-legacy';

const FILE = join(import.meta.dirname, '../../nodes/LegalNotice/domain/text/entityTable.ts');
const WIDTH = 120;

/** Characters that an editor does not show, or joins with their neighbours, are written as escapes. */
function escaped(characters) {
	return characters
		.replace(/[\\`]/g, '\\$&')
		.replace(/[\p{C}\p{Z}\p{M}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
}

function inLines(words) {
	const lines = [''];
	for (const word of words) {
		if (lines.at(-1).length + word.length >= WIDTH) lines.push('');
		lines.push(`${lines.pop()} ${word}`.trimStart());
	}
	return lines.join('\n');
}

function byName([a], [b]) {
	return a < b ? -1 : 1;
}

function table() {
	const pairs = Object.entries(characterEntities).sort(byName);
	return `/**
 * Lists the named character references of HTML, as \`name:characters\`; \`tools/quality/entities.mjs\` generates it. Those
 * that browsers also read without a semicolon stand first, by name.
 */
export const WITHOUT_SEMICOLON = \`
${inLines([...characterEntitiesLegacy].sort())}\`;

export const ENTITIES = \`
${inLines(pairs.map(([name, characters]) => `${name}:${escaped(characters)}`))}\`;
`;
}

/** @returns whether the committed table is the one that this file makes */
export function isUpToDate() {
	return readFileSync(FILE, 'utf8') === table();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(FILE, table());
