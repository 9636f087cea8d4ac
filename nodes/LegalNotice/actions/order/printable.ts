import type { IDataObject } from 'n8n-workflow';

import type { PrintableTexts, QuoteBody } from '../../domain/notice';
import { InputProblem, readChoice, trimmedText } from '../../domain/parameters';
import type { PreviewFacts } from '../../domain/preview';
import {
	type PreparedText,
	prepareText,
	refusalOf,
	type Strictness,
	type TextFormat,
} from '../../domain/text/prepare';
import { type OperationContext, parameter } from '../context';
import { listOnce, quietly } from '../lists';
import { namesOf } from './summary';

type IfTextChanges = 'warn' | 'fail' | undefined;

const USUAL_FILET = 'fs-filet';

export function readTextFormat(value: unknown): TextFormat {
	return readChoice('Text Format', value, ['plainText', 'html']) ?? 'plainText';
}

/** What a person wrote for one notice. `header` is '' for none. */
interface WrittenTexts {
	readonly text: string;
	readonly header: string;
	readonly format: TextFormat;
	readonly strictness: Strictness;
}

/** @returns the texts of a notice and of its header, with notes beside their own. @throws InputProblem */
export async function readTexts(
	context: OperationContext,
	itemIndex: number,
	{ text, header }: Pick<WrittenTexts, 'text' | 'header'>,
	ifTextChanges: IfTextChanges,
): Promise<PrintableTexts> {
	const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
	const operation = parameter(context, 'operation', itemIndex);
	const placing = operation === 'quote' ? 'quote' : 'order';
	const strictness = ifTextChanges === 'warn' ? 'warn' : placing;
	const written = { text, header, format, strictness } as const;
	const texts = prepareTexts(written, []);
	if (format === 'plainText') return await withHeaderClasses(context, texts);
	return await withKnownClasses(context, written, texts);
}

/**
 * Refuses what would not come out as it was meant (specification, Notice text rules).
 *
 * @param filetClasses classes of rules, whose paragraphs show no words
 * @throws InputProblem
 */
function prepareTexts(written: WrittenTexts, filetClasses: readonly string[]): PrintableTexts {
	const { format, strictness } = written;
	const prepare = (label: 'Text' | 'Header', text: string) => {
		const prepared = prepareText({ format, text, filetClasses });
		const refusal = refusalOf(label, prepared, strictness);
		if (refusal) throw refusal;
		return prepared;
	};
	const prepared = prepare('Text', written.text);
	const hasHeader = written.header.trim() !== '';
	return {
		prepared,
		preparedHeader: hasHeader ? prepare('Header', written.header) : undefined,
		notes: [],
	};
}

/** Which classes are those of rules (filet) only the service's list tells; older instances have none. */
async function withKnownClasses(
	context: OperationContext,
	written: WrittenTexts,
	texts: PrintableTexts,
): Promise<PrintableTexts> {
	const notes = notesOnClasses([texts.prepared, texts.preparedHeader]);
	if (notes.length === 0) return texts;
	const ask = async () =>
		await listOnce(context, '/feuilles-styles', 'feuilles_styles', { helps: true });
	const sheets = (await quietly(ask)) ?? [];
	if (sheets.length === 0) return { ...texts, notes };
	const filets = sheets.filter(({ type }) => type === 'filet');
	const names = filets.map(({ classe }) => trimmedText(classe));
	return prepareTexts(written, names);
}

/** What is to be said of texts with classes of which only the service's list tells what they do. */
export function notesOnClasses(texts: ReadonlyArray<PreparedText | undefined>): string[] {
	const names = new Set(texts.flatMap((text) => (text ? text.classes : [])));
	names.delete(USUAL_FILET);
	if (names.size === 0) return [];
	const shown = [...names].slice(0, 5).join(', ');
	return [
		`The style classes (${shown}) were not checked against the service's list: the words of a paragraph whose class prints a rule would not appear.`,
	];
}

/** Plain text has no classes: its first line gets that of names, the others that of addresses (`rang` of the list). */
async function withHeaderClasses(
	context: OperationContext,
	texts: PrintableTexts,
): Promise<PrintableTexts> {
	const { preparedHeader: header } = texts;
	if (!header) return texts;
	const how = { query: { type: 'entete' }, helps: true };
	const ask = async () => await listOnce(context, '/feuilles-styles', 'feuilles_styles', how);
	const classes = ((await quietly(ask)) ?? [])
		.filter(({ type, classe }) => type === 'entete' && /^[\w-]+$/.test(trimmedText(classe)))
		.sort((a, b) => Number(a.rang) - Number(b.rang));
	const [name, address = name] = classes.map(({ classe }) => `<p class="${trimmedText(classe)}">`);
	if (name === undefined || address === undefined) return texts;
	const html = header.html
		.replace(/^(<p>(?:(?!<br|<\/p>).)*)<br\/?>/s, '$1</p><p>')
		.replaceAll('<p>', address)
		.replace(address, name);
	return { ...texts, preparedHeader: { ...header, html } };
}

/** What is wanted of a publication beside the text of the notice. */
interface Wanted {
	readonly body: QuoteBody;
	readonly header: PreparedText | undefined;
	readonly emailProof: boolean;
	readonly ifTextChanges: IfTextChanges;
}

/**
 * Finds what the publication leaves out without a word: a header, a proof (specification, Publication).
 *
 * @returns notes, and the words of a header that is left out
 * @throws InputProblem for a header that would be lost, unless only a warning is wanted
 */
export async function notOffered(
	context: OperationContext,
	wanted: Wanted,
): Promise<{ notes: string[]; words: string[] }> {
	const { entete, publication, departement } = wanted.body;
	const proofs = proofsIn(wanted);
	if (!entete && proofs.length === 0) return { notes: [], words: [] };
	const how = { query: { departement } };
	const ask = async () => await listOnce(context, '/publications', 'publications', how);
	const list = entete ? await ask() : await quietly(ask);
	const known = list && publicationIn(list, publication, departement);
	const lacks = (field: string) => known?.[field] === false;
	const notes = proofs
		.filter(({ field }) => lacks(field))
		.map(({ name }) => `The publication ${publication} offers no ${name}.`);
	if (!entete || !lacks('entete')) return { notes, words: [] };
	if (wanted.ifTextChanges !== 'warn') {
		throw new InputProblem(
			'Header',
			`'Header' would not be printed: the publication ${publication} takes no header.`,
			"Remove the 'Header', choose another 'Publication', or set the option 'If Text Changes' to Warn.",
		);
	}
	notes.unshift(`The publication ${publication} takes no header: it will not be printed.`);
	const lost = trimmedText(wanted.header?.visibleText.replace(/\s+/g, ' '));
	return { notes, words: lost === '' ? [] : [lost] };
}

/** The proofs that were asked for, with the field of the publication that says whether it has them. */
function proofsIn({ body, emailProof }: Wanted): Array<{ field: string; name: string }> {
	const { justificatifs_papiers: copies = 0, justificatif_numerique: isDigital = false } = body;
	const digital = emailProof ? 'digital proof, so none is e-mailed' : 'digital proof';
	return [
		...(isDigital || emailProof ? [{ field: 'justificatif_numerique', name: digital }] : []),
		...(copies > 0 ? [{ field: 'justificatif_papier', name: 'paper proof' }] : []),
	];
}

function publicationIn(list: readonly IDataObject[], publication: number, departement: string) {
	return list.find(
		(entry) =>
			Number(entry.id) === publication && (entry.departement ?? departement) === departement,
	);
}

/** Read before anything is ordered; what cannot be read is left out of the preview. */
export async function previewFacts(
	context: OperationContext,
	body: QuoteBody,
): Promise<Omit<PreviewFacts, 'file'>> {
	const { publication, departement, entete } = body;
	const list = async (path: string, field: string, query: { departement?: string } = {}) =>
		(await quietly(async () => await listOnce(context, path, field, { query, helps: true }))) ?? [];
	const publications = await list('/publications', 'publications', { departement });
	const departments = await list('/departements', 'departements');
	const known = publicationIn(publications, publication, departement);
	const place = trimmedText(departments.find(({ code }) => code === departement)?.libelle);
	return {
		...(await namesOf(context, body)),
		department: `${place} (${departement})`.trim(),
		requestedDate: body.date_parution,
		header: known?.entete === false ? undefined : entete,
		styles: await list('/feuilles-styles', 'feuilles_styles'),
	};
}
