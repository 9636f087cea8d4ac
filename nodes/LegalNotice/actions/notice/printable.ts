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
import { listOnce, quietly } from '../reads';
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
		await listOnce(context, '/feuilles-styles', 'feuilles_styles', undefined, true);
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
	const query = { type: 'entete' };
	const ask = async () =>
		await listOnce(context, '/feuilles-styles', 'feuilles_styles', query, true);
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

/**
 * Finds what the publication leaves out without a word: a header, a proof (specification, Publication).
 *
 * @returns notes, and the words of a header that is left out
 * @throws InputProblem for a header that would be lost, unless only a warning is wanted
 */
export async function notOffered(
	context: OperationContext,
	{ entete, publication, departement, ...body }: QuoteBody,
	header: PreparedText | undefined,
	ifTextChanges: IfTextChanges,
	emailProof: boolean,
): Promise<{ notes: string[]; words: string[] }> {
	const digital = body.justificatif_numerique === true || emailProof;
	const paper = (body.justificatifs_papiers ?? 0) > 0;
	if (!entete && !digital && !paper) return { notes: [], words: [] };
	const ask = async () => await listOnce(context, '/publications', 'publications', { departement });
	const list = entete ? await ask() : ((await quietly(ask)) ?? []);
	const known = publicationIn(list, publication, departement);
	const lacks = (field: string) => known?.[field] === false;
	const notes: string[] = [];
	const words: string[] = [];
	if (entete && lacks('entete')) {
		if (ifTextChanges !== 'warn') {
			throw new InputProblem(
				'Header',
				`'Header' would not be printed: the publication ${publication} takes no header.`,
				"Remove the 'Header', choose another 'Publication', or set the option 'If Text Changes' to Warn.",
			);
		}
		notes.push(`The publication ${publication} takes no header: it will not be printed.`);
		const lost = header?.visibleText.replace(/\s+/g, ' ').trim() ?? '';
		if (lost !== '') words.push(lost);
	}
	const mailed = emailProof ? ', so none is e-mailed' : '';
	const proofs = [
		...(digital && lacks('justificatif_numerique') ? [`digital proof${mailed}`] : []),
		...(paper && lacks('justificatif_papier') ? ['paper proof'] : []),
	];
	notes.push(...proofs.map((proof) => `The publication ${publication} offers no ${proof}.`));
	return { notes, words };
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
): Promise<PreviewFacts> {
	const { publication, departement, entete } = body;
	const list = async (path: string, field: string, query?: { departement: string }) =>
		(await quietly(async () => await listOnce(context, path, field, query, true))) ?? [];
	const publications = await list('/publications', 'publications', { departement });
	const departments = await list('/departements', 'departements');
	const known = publicationIn(publications, publication, departement);
	const place = trimmedText(departments.find(({ code }) => code === departement)?.libelle);
	return {
		...(await namesOf(context, body)),
		department: `${place} (${departement})`.trim(),
		header: known?.entete === false ? undefined : entete,
		styles: await list('/feuilles-styles', 'feuilles_styles'),
	};
}
