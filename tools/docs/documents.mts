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
		['docs/real-service.md', within('docs/real-service.md', 'questions', questionsTable())],
	];
}

/** What the specification leaves open, from the probe's own questions. */
function questionsTable(): string {
	const rows = questions.map(({ name, about, is, node, fits, real }) => {
		const answers = [...is].map(([answer, ending]) =>
			answer === '*' ? ending.replace('#', '…') : `${ending} (\`${answer}\`)`,
		);
		const question = `${about} ${answers.join(', or ')}`;
		const fitting = fits ? fits.map((one) => `\`${one}\``).join(', ') : 'any';
		return [`\`${name}\``, ...[question, node, fitting, real ?? 'not known'].map(cell)];
	});
	return table(['Answer', 'Question', 'The node today', 'Fits', 'Real service'], rows);
}
