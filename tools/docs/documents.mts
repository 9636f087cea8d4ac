/** The generated documents, each with what it should contain. */
import type { INodeTypeDescription } from 'n8n-workflow';
import { questions } from '../../probe/questions.mts';
import { errorsDocument, type ErrorTable } from './errors.mts';
import { between, cell, table } from './markdown.mts';
import { operationsDocument } from './operations.mts';

/** @param committed reads a document as it is, for those that are generated in part */
export function documents(
	nodes: readonly INodeTypeDescription[],
	errorTable: ErrorTable,
	committed: (file: string) => string,
): ReadonlyArray<readonly [file: string, content: string]> {
	const within = (file: string, name: string, content: string) =>
		between(committed(file), name, content);
	return [
		['docs/operations.md', operationsDocument(nodes)],
		['docs/errors.md', errorsDocument(errorTable)],
		['docs/open-questions.md', within('docs/open-questions.md', 'questions', questionsTable())],
	];
}

/** What the specification leaves open, from the probe's own questions: only answers that would change the package. */
function questionsTable(): string {
	const rows = questions.map(({ name, about, answers, other, node }) => {
		const listed = Object.entries(answers).map(([answer, { means, change }]) => ({
			means: means.replace('#', `\`${answer}\``),
			change,
		}));
		const unlisted = other ? [{ ...other, means: other.means.replace('#', '…') }] : [];
		const changing = [...listed, ...unlisted].flatMap(({ means, change }) =>
			change ? [`… ${means}: **${change}**`] : [],
		);
		return [`${about} … (\`${name}\`)`, changing.join('; '), node].map(cell);
	});
	return table(['Question', 'An answer that would change the package', 'The node today'], rows);
}
