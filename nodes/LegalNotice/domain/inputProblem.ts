/**
 * A value that cannot be sent, found before any call.
 *
 * `message` says what happened in one sentence, `advice` how to mend it, `parameter` is the label of
 * the field as the editor shows it. Nothing here knows of n8n; the boundary turns it into a node error.
 */
export class InputProblem extends Error {
	constructor(
		readonly parameter: string,
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'InputProblem';
	}
}
