import { titleIn } from '../../domain/publicationLabel';
import { isRecord } from '../../transport/answer';
import type { OperationContext } from '../operation.types';
import { trimmed } from '../parameters';
import { listIfAsked } from '../referenceLists';
import type { QuoteBody } from './noticeInput';

/**
 * What is published where, in words, for a person who approves it. Names are taken from what is there without another
 * call: a list that this execution has loaded, or the line that was chosen in the editor, which n8n keeps beside the
 * code. What was given by its code alone is told by its code.
 */
export async function noticeSubject(context: OperationContext, body: QuoteBody): Promise<string> {
	const { publication, departement, categorie, forfait } = body;
	const title = await titleOf(context, body);
	return [
		await categoryName(context, categorie),
		...(forfait === undefined ? [] : [chosenLine(context, 'forfait', forfait) || forfait]),
		title === ''
			? `in publication ${publication} (title not known here)`
			: `in ${title} (publication ${publication})`,
		chosenLine(context, 'department', departement) || `department ${departement}`,
	].join(', ');
}

async function titleOf(
	context: OperationContext,
	{ publication, departement }: QuoteBody,
): Promise<string> {
	const loaded = await listIfAsked(context, '/publications', { departement });
	const entry = loaded.find(({ id }) => Number(id) === publication);
	return trimmed(entry?.libelle) || titleIn(storedLine(context, 'publication'));
}

async function categoryName(context: OperationContext, code: string): Promise<string> {
	const loaded = await listIfAsked(context, '/categories');
	const label = trimmed(loaded.find((entry) => entry.code === code)?.libelle);
	return label === '' ? chosenLine(context, 'category', code) || code : `${label} (${code})`;
}

/** The line of a choice, if it names the code that is sent: a program may have changed the one without the other. */
function chosenLine(context: OperationContext, name: string, code: string): string {
	const line = storedLine(context, name);
	return line.includes(code) ? line : '';
}

/** The line that was chosen from a list; '' for what was given in another way, or is another one for each item. */
function storedLine({ fn }: OperationContext, name: string): string {
	const stored: unknown = fn.getNode().parameters[name];
	if (!isRecord(stored) || stored.mode !== 'list' || isExpression(stored.value)) return '';
	return trimmed(stored.cachedResultName);
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
