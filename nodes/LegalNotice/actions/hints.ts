import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

const ANNOUNCED = new Map(
	Object.entries({ cancel: 'cancelled', order: 'ordered', replace: 'replaced' }),
);

/**
 * What somebody who looks at the run should know: what it changed at the service, what came out otherwise than it was
 * asked for, and how much failed; in less than 120 characters each.
 *
 * @param outputs the items of all that succeeded
 */
export function hintsOf(
	node: INode,
	operation: string,
	outputs: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
	{ failed, all }: { failed: number; all: number },
): NodeExecutionHint[] {
	const items = outputs.map(({ json }) => json);
	const messages = [
		...effectHints(operation, items),
		...movedHints(items),
		...textHints(items),
		...failureHints(node, failed, all),
	];
	return messages.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

function effectHints(operation: string, items: readonly IDataObject[]): string[] {
	const verb = ANNOUNCED.get(operation);
	const done = items.filter(({ existant }) => existant !== true);
	if (verb === undefined || done.length === 0) return [];
	const isReal = done.some(({ environnement }) => environnement === 'production');
	const kind = isReal ? 'real' : 'test';
	const what = done.length === 1 ? `A ${kind} notice was` : `${done.length} ${kind} notices were`;
	// n8n cannot know which instance it was.
	return [`${what} ${verb}, according to the credential`];
}

function movedHints(items: readonly IDataObject[]): string[] {
	const moved = items.filter(({ date_modifiee }) => date_modifiee === true);
	const [first] = moved;
	if (first === undefined) return [];
	if (moved.length > 1) {
		return [`${moved.length} publication dates moved: compare date_demandee and date_parution`];
	}
	const [asked, given] = [first.date_demandee, first.date_parution].map((date) =>
		String(date).slice(0, 10),
	);
	return [`The publication date moved: ${asked} was requested, ${given} is the new date`];
}

function textHints(items: readonly IDataObject[]): string[] {
	const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	const warned = items.filter(({ avertissements }) => listOf(avertissements).length > 0);
	const pictured = warned.filter(({ avertissements }) =>
		listOf(avertissements).some((note) => /^Left out: (?:img|image)\b/.test(String(note))),
	);
	const shortened = items.filter(({ texte_perdu }) => listOf(texte_perdu).length > 0);
	const counted: Array<readonly [number, string]> = [
		[warned.length, 'with warnings: see avertissements'],
		[pictured.length, 'with an image that was left out'],
		[shortened.length, 'with words that are not printed, as those of a table: see texte_perdu'],
	];
	return counted
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${count === 1 ? 'item' : 'items'} ${what}`);
}

function failureHints(node: INode, failed: number, all: number): string[] {
	if (failed === 0) return [];
	const where = node.onError === 'continueErrorOutput' ? 'the error output' : 'the output';
	const items = all === 1 ? 'item' : 'items';
	return [`${failed} of ${all} ${items} failed; 'error' in ${where} says why`];
}
