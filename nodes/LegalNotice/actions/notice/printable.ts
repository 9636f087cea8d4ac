import type { IDataObject } from 'n8n-workflow';

import type { PrintableTexts, QuoteBody } from '../../domain/notice';
import { InputProblem, quotePassages, readChoice, trimmedText } from '../../domain/parameters';
import type { PreviewFacts } from '../../domain/preview';
import { type PreparedText, prepareText, type TextFormat } from '../../domain/text/prepare';
import { type OperationContext, parameter } from '../context';
import { listOnce, quietly } from '../reads';
import { namesOf } from './summary';

type IfTextChanges = 'warn' | 'fail' | undefined;

const SHOWN = 5;
const USUAL_FILET = 'fs-filet';

export function readTextFormat(value: unknown): TextFormat {
	return readChoice('Text Format', value, ['plainText', 'html']) ?? 'plainText';
}

/**
 * Prepares the text of a notice and of its header, and refuses what would not come out as it was meant (specification,
 * Notice text rules). The words of a paragraph whose style class is a rule (filet) in the service's list do not appear.
 *
 * @param header '' for none
 * @throws InputProblem
 */
export async function readTexts(
	context: OperationContext,
	itemIndex: number,
	text: string,
	header: string,
	ifTextChanges: IfTextChanges,
): Promise<PrintableTexts> {
	const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
	const goesOn = ifTextChanges === 'warn';
	const places = parameter(context, 'operation', itemIndex) !== 'quote';
	const prepareOne = (label: string, given: string, filetClasses: readonly string[]) => {
		const prepared = prepareText({ format, text: given, filetClasses });
		refuseUnprintable(label, prepared, !goesOn);
		if (places && !goesOn) refuseMistaken(label, prepared, format);
		return prepared;
	};
	const prepare = (filets: readonly string[]): PrintableTexts => {
		const prepared = prepareOne('Text', text, filets);
		if (prepared.visibleText.trim() === '') {
			throw new InputProblem('Text', "'Text' is empty.", 'Write the text of the notice.');
		}
		if (header.trim() === '') return { prepared, preparedHeader: undefined };
		return { prepared, preparedHeader: prepareOne('Header', header, filets) };
	};
	const texts = prepare([]);
	if (format === 'plainText') return { ...texts, ...(await withHeaderClasses(context, texts)) };
	const used = [...texts.prepared.classes, ...(texts.preparedHeader?.classes ?? [])];
	if (used.every((name) => name === USUAL_FILET)) return texts;
	const classes = await listOnce(context, '/feuilles-styles', 'feuilles_styles');
	const filets = classes.filter(({ type }) => type === 'filet');
	return prepare(filets.map(({ classe }) => trimmedText(classe)));
}

/** Plain text has no classes: its first line gets that of names, the others that of addresses (`rang` of the list). */
async function withHeaderClasses(
	context: OperationContext,
	{ preparedHeader: header }: PrintableTexts,
): Promise<Partial<PrintableTexts>> {
	if (!header) return {};
	const query = { type: 'entete' };
	const ask = async () =>
		await listOnce(context, '/feuilles-styles', 'feuilles_styles', query, true);
	const classes = ((await quietly(ask)) ?? [])
		.filter(({ type, classe }) => type === 'entete' && /^[\w-]+$/.test(trimmedText(classe)))
		.sort((a, b) => Number(a.rang) - Number(b.rang));
	const [name, address = name] = classes.map(({ classe }) => `<p class="${trimmedText(classe)}">`);
	if (name === undefined || address === undefined) return {};
	const html = header.html
		.replace(/^(<p>(?:(?!<br|<\/p>).)*)<br\/?>/s, '$1</p><p>')
		.replaceAll('<p>', address)
		.replace(address, name);
	return { preparedHeader: { ...header, html } };
}

function refuseUnprintable(
	label: string,
	{ unsupported, unsupportedCount: count, losses }: PreparedText,
	refuseLosses: boolean,
): void {
	if (count > 0) {
		const list = unsupported
			.slice(0, SHOWN)
			.map(
				({ character, codePoint, position, context, suggestion }) =>
					`"${character}" (${codePoint}) at position ${position} in "${context}"${suggestion ? `, could be written "${suggestion}"` : ''}`,
			);
		const more = count > list.length ? `; and ${count - list.length} more` : '';
		throw new InputProblem(
			label,
			`'${label}' contains ${count === 1 ? 'a character' : `${count} characters`} that the service cannot print: ${list.join('; ')}${more}.`,
			'Only characters of Windows-1252 (Western European letters) are printed. Replace the others.',
		);
	}
	if (!refuseLosses || losses.length === 0) return;
	const shown = losses.slice(0, SHOWN);
	const list = quotePassages(losses.map(({ words }) => words));
	throw new InputProblem(
		label,
		`'${label}' contains words that would not be printed: ${list}.`,
		[...new Set(shown.map(({ advice }) => advice))].join(' '),
	);
}

/** Refuses a text that is hardly meant: what is printed cannot be taken back. @throws InputProblem */
function refuseMistaken(label: string, { hints }: PreparedText, format: TextFormat): void {
	for (const { kind, example } of hints) {
		// Tags that show in HTML were escaped, which nobody does by mistake alone.
		const isTags = kind === 'htmlTags' && format === 'plainText';
		if (!isTags && kind !== 'unfilledField') continue;
		throw new InputProblem(
			label,
			isTags
				? `'${label}' contains HTML tags (${example}), and 'Text Format' is Plain Text.`
				: `'${label}' contains what looks like an unfilled field (${example}).`,
			`${isTags ? "Set 'Text Format' to HTML" : 'Fill in the field'}, or, to print it as it is, set the option 'If Text Changes' to Warn.`,
		);
	}
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
): Promise<Omit<PreviewFacts, 'file'>> {
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
		requestedDate: body.date_parution,
		header: known?.entete === false ? undefined : entete,
		styles: await list('/feuilles-styles', 'feuilles_styles'),
	};
}
