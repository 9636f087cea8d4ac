/** What a person sees where something is refused: the field, then the sentences. */
import { InputProblem } from '../../../../nodes/LegalNotice/reading/cells/parameters.ts';

export function refusal(read: () => unknown): string {
	try {
		return `read as ${String(read())}`;
	} catch (problem) {
		if (!(problem instanceof InputProblem)) throw problem;
		return `${problem.parameter}: ${problem.message} ${problem.advice}`;
	}
}
