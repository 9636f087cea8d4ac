// Counts `?:` and `??` in 100 lines of the published code, room by room, and fails where there are too many of them in all.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..');
const MOST = { conditional: 2.5, nullish: 1.8 };

function count(file) {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const counts = { lines: linesOfCode(text), conditional: 0, nullish: 0 };
	const visit = (node) => {
		if (ts.isConditionalExpression(node)) counts.conditional++;
		const operator = ts.isBinaryExpression(node) ? node.operatorToken.kind : undefined;
		if (operator === ts.SyntaxKind.QuestionQuestionToken) counts.nullish++;
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
	return counts;
}

/** Lines that are neither empty nor only a comment. */
function linesOfCode(text) {
	const withoutBlocks = text.replace(/\/\*[\s\S]*?\*\//g, (block) => block.replace(/[^\n]/g, ''));
	return withoutBlocks.split('\n').filter((line) => /^\s*(?!\/\/)\S/.test(line)).length;
}

const rooms = { all: { lines: 0, conditional: 0, nullish: 0 } };
const published = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
);
for (const file of published.filter((name) => name.endsWith('.ts'))) {
	const counts = count(file);
	for (const name of [dirname(file).replace('nodes/LegalNotice/', ''), 'all']) {
		const room = (rooms[name] ??= { lines: 0, conditional: 0, nullish: 0 });
		for (const [what, number] of Object.entries(counts)) room[what] += number;
	}
}
const inHundred = ({ lines }, number) => Number(((100 * number) / lines).toFixed(2));
const table = Object.entries(rooms).map(([room, counts]) => ({
	room,
	lines: counts.lines,
	'?: in 100': inHundred(counts, counts.conditional),
	'?? in 100': inHundred(counts, counts.nullish),
}));
console.table(table);
const { all } = rooms;
for (const [what, most] of Object.entries(MOST)) {
	const share = inHundred(all, all[what]);
	if (share <= most) continue;
	console.error(
		`There are ${share} ${what} expressions in 100 lines of code, at most ${most} may be.`,
	);
	process.exitCode = 1;
}
