/** The table of `docs/real-service.md`: what the specification leaves open, from the probe's own questions. */
import { questions } from '../../probe/questions.mts';
import { cell, table } from './markdown.mts';

export function questionsTable(): string {
	const rows = questions.map(({ name, about, is, node, fits, real }) => {
		const answers = [...is].map(([answer, ending]) =>
			answer === '*' ? ending.replace('#', '…') : `${ending} (\`${answer}\`)`,
		);
		return [
			`\`${name}\``,
			cell(`${about} ${answers.join(', or ')}`),
			cell(node),
			fits ? cell(fits.map((one) => `\`${one}\``).join(', ')) : 'any',
			cell(real ?? 'not known'),
		];
	});
	const head = ['Answer', 'Question', 'The node today', 'Fits', 'Real service'];
	return table(head, rows);
}
