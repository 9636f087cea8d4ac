import { titleIn } from '../../domain/publicationLabel';
import type { QuoteBody } from './noticeInput';
import { trimmedText } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import { type OperationContext, listIfAsked } from '../context';

/**
 * What is published where, in words, for a person who approves it. Names are taken from what is there without another
 * call: a list that this execution has loaded, or the line that was chosen in the editor, which n8n keeps beside the
 * code. What was given by its code alone is told by its code. Nothing is stated that may belong to another code: a
 * program may have changed it behind the line, and numbers of publications differ from one instance to the next.
 */
export async function noticeSubject(context: OperationContext, body: QuoteBody): Promise<string> {
	const { departement, categorie, forfait } = body;
	return [
		await categoryName(context, categorie),
		...(forfait === undefined ? [] : [chosenLine(context, 'forfait', forfait) || forfait]),
		await publicationName(context, body),
		chosenLine(context, 'department', departement) || `department ${departement}`,
	].join(', ');
}

async function publicationName(
	context: OperationContext,
	{ publication, departement }: QuoteBody,
): Promise<string> {
	const loaded = await listIfAsked(context, '/publications', { departement });
	const entry = loaded.find(({ id }) => Number(id) === publication);
	const title = trimmedText(entry?.libelle);
	if (title !== '') return `in ${title} (publication ${publication})`;
	const chosen = titleIn(storedLine(context, 'publication'));
	return `in publication ${publication} (${chosen === '' ? 'title not known here' : `chosen in the editor as "${chosen}"`})`;
}

async function categoryName(context: OperationContext, code: string): Promise<string> {
	const loaded = await listIfAsked(context, '/categories');
	const label = trimmedText(loaded.find((entry) => entry.code === code)?.libelle);
	return label === '' ? chosenLine(context, 'category', code) || code : `${label} (${code})`;
}

/** The line of a choice, if it is the one of the code that is sent. */
function chosenLine(context: OperationContext, name: string, code: string): string {
	const line = storedLine(context, name);
	const isOfCode =
		line === code ||
		line.startsWith(`${code} - `) ||
		line.endsWith(`(${code})`) ||
		line.endsWith(`(${code}) (reserved)`);
	return isOfCode ? line : '';
}

/** The line that was chosen from a list; '' for what was given in another way, or is another one for each item. */
function storedLine({ fn }: OperationContext, name: string): string {
	const stored: unknown = fn.getNode().parameters[name];
	if (!isRecord(stored) || stored.mode !== 'list' || isExpression(stored.value)) return '';
	return trimmedText(stored.cachedResultName);
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
