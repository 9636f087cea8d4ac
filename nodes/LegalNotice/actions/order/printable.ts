/** What is printed of a notice: its text, its header with a logo, and what its publication leaves out of it. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import {
	accountLogos,
	type HeaderInput,
	isLogoText,
	type Logo,
	readLogo,
} from '../../domain/header';
import type { NoticeInput, OrderBody, PrintableTexts, Note, QuoteBody } from '../../domain/notice';
import {
	cannotBe,
	InputProblem,
	isGiven,
	readChoice,
	readLine,
	readText,
	TITLE_LABEL,
	trimmedText,
} from '../../reading/cells/parameters';
import type { PreviewFacts } from '../../domain/preview';
import { type PreparedText, prepareText, type TextFormat } from '../../reading/text/prepare';
import { refusalOf, type TextRules } from '../../reading/text/refusals';
import { titleClass, withFirstClass, type ListedClasses } from '../../reading/text/classes';
import { mayLackRoute, rethrown } from '../../errors/failures';
import { type OperationContext } from '../context';
import { collection, parameter } from '../itemParameters';
import { categoryAndNewspaper, neededList, optionalList, readAccount, sharedList } from '../lists';

export function readTextFormat(value: unknown): TextFormat {
	return readChoice('Text Format', value, ['plainText', 'html']) ?? 'plainText';
}

/** What a person wrote for one notice. */
interface WrittenTexts {
	readonly text: string;
	/** It is empty for none. */
	readonly header: string;
	readonly category: string;
	readonly firstParagraphAsTitle: boolean;
}

type PreparedTexts = Omit<PrintableTexts, 'ownHtml'>;

/**
 * The texts of a notice and of its header, with notes about both. What would not come out as it was meant is refused
 * (specification, Notice text rules).
 *
 * @throws InputProblem, ServiceFailure
 */
export async function readTexts(
	context: OperationContext,
	itemIndex: number,
	written: WrittenTexts,
	rules: TextRules,
): Promise<PrintableTexts> {
	const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
	const own = prepareTexts(written, format);
	const listed = await listedClasses(context, written.category, own, rules);
	const texts = listed ? prepareTexts(written, format, listed) : own;
	refuse('Text', texts.prepared, rules);
	if (texts.preparedHeader) refuse('Header', texts.preparedHeader, rules);
	const ownHtml = { text: own.prepared.html, header: own.preparedHeader?.html ?? '' };
	if (format === 'plainText') {
		return { ...withHeaderClasses(await withTitle(context, written, texts)), ownHtml };
	}
	if (!written.firstParagraphAsTitle) return { ...texts, ownHtml };
	return { ...texts, notes: [NO_TITLE_IN_HTML], ownHtml };
}

const NO_TITLE_IN_HTML: Note = {
	english: `'${TITLE_LABEL}' is for plain text: in HTML give the paragraph its class.`,
	french: 'Le premier paragraphe n’a pas le style des titres.',
};

function prepareTexts(
	{ text, header }: WrittenTexts,
	format: TextFormat,
	listed?: ListedClasses,
): PreparedTexts {
	const prepared = prepareText({ format, text, listed });
	if (header.trim() === '') return { prepared, preparedHeader: undefined, notes: [] };
	// What a category lists is for paragraphs of the notice.
	const ofHeader = listed && { ...listed, ofCategory: [] };
	const preparedHeader = prepareText({ format, text: header, listed: ofHeader, isHeader: true });
	return { prepared, preparedHeader, notes: [] };
}

/** @throws InputProblem */
function refuse(label: 'Text' | 'Header', prepared: PreparedText, rules: TextRules): void {
	const refusal = refusalOf(label, prepared, rules);
	if (refusal) throw refusal;
}

/**
 * What only the service's list says of the classes in the texts, such as which of them print no words; undefined where they need
 * none, or the service has no list.
 *
 * @throws ServiceFailure where it cannot be read, and its answer can stop the notice
 */
async function listedClasses(
	context: OperationContext,
	category: string,
	{ prepared, preparedHeader }: PreparedTexts,
	{ isOrder, ifTextChanges }: TextRules,
): Promise<ListedClasses | undefined> {
	const findings = [...prepared.findings, ...(preparedHeader?.findings ?? [])];
	if (!findings.some(({ kind }) => kind === 'uncheckedClass')) return undefined;
	const canStop = ifTextChanges === 'fail' || (isOrder && ifTextChanges !== 'warn');
	const list = canStop ? listIfKnown : optionalList;
	const sheets = await list(context, '/feuilles-styles', 'feuilles_styles');
	if (sheets.length === 0) return undefined;
	return { sheets, ofCategory: await classesOfCategory(context, category, list) };
}

/** An older instance has no style sheets. @throws ServiceFailure for any other reason */
async function listIfKnown(
	context: OperationContext,
	path: string,
	field: string,
): Promise<IDataObject[]> {
	return await neededList(context, path, field).catch((failure: unknown) => {
		if (mayLackRoute(failure)) return [];
		throw rethrown(failure);
	});
}

/** The classes that the paragraphs of a category may have (specification, Categorie); none where it lists none. */
async function classesOfCategory(
	context: OperationContext,
	category: string,
	list: typeof neededList,
): Promise<string[]> {
	const categories = await list(context, '/categories', 'categories');
	const known = categories.find(({ code }) => trimmedText(code) === category);
	const classes: unknown = known?.classes_html;
	return Array.isArray(classes) ? classes.map(trimmedText) : [];
}

/** Gives the first paragraph of a plain text the style of titles, where the category has one. @throws ServiceFailure */
async function withTitle(
	context: OperationContext,
	{ category, firstParagraphAsTitle }: WrittenTexts,
	texts: PreparedTexts,
): Promise<PreparedTexts> {
	if (!firstParagraphAsTitle) return texts;
	const name = titleClass(await classesOfCategory(context, category, neededList));
	if (name === undefined) {
		const note: Note = {
			english: `The service lists no style for titles in ${category}: the first paragraph is printed like the others.`,
			french: 'Le premier paragraphe sera publié comme les autres, sans le style des titres.',
		};
		return { ...texts, notes: [note] };
	}
	const { prepared } = texts;
	return { ...texts, prepared: { ...prepared, html: withFirstClass(prepared.html, name) } };
}

/** The usual classes of a header (specification, Entete); for others the service falls back on its default. */
const NAME = '<p class="fs-prescripteur_nom">';
const ADDRESS = '<p class="fs-prescripteur_adresse">';

/** Plain text has no classes: its first line gets that of names, the others that of addresses. */
function withHeaderClasses(texts: PreparedTexts): PreparedTexts {
	const { preparedHeader: header } = texts;
	if (!header) return texts;
	const html = header.html
		.replace(/^(<p>(?:(?!<br|<\/p>).)*)<br\/?>/s, '$1</p><p>')
		.replaceAll('<p>', ADDRESS)
		.replace(ADDRESS, NAME);
	return { ...texts, preparedHeader: { ...header, html } };
}

/**
 * The words of a header that the publication would leave out without a word (specification, Publication): so it is not
 * sent without the list.
 *
 * @throws InputProblem, unless only a warning is wanted
 */
export async function wordsOfLostHeader(
	context: OperationContext,
	notice: Pick<NoticeInput, 'body' | 'preparedHeader' | 'ifTextChanges'>,
): Promise<string[]> {
	const { body, preparedHeader, ifTextChanges } = notice;
	if (!body.entete) return [];
	const query = { departement: body.departement };
	const list = await sharedList(context, '/publications', 'publications', { query });
	if (publicationIn(list, body)?.entete !== false) return [];
	if (ifTextChanges !== 'warn') {
		throw new InputProblem(
			'Header',
			`'Header' would not be printed: the publication ${body.publication} takes no header.`,
			"Remove the 'Header', choose another 'Publication', or set the option 'If Text Changes' to Warn.",
		);
	}
	const words = trimmedText(preparedHeader?.visibleText.replace(/\s+/g, ' '));
	return words === '' ? [] : [words];
}

/** What the publication does not offer of what was requested. */
async function notOffered(
	context: OperationContext,
	body: QuoteBody & Pick<OrderBody, 'envoi_justificatif'>,
): Promise<Note[]> {
	const { publication, departement, entete } = body;
	const { justificatif_numerique: isDigital, envoi_justificatif: isMailed } = body;
	const offersNo = `The publication ${publication} offers no`;
	const mailed = isMailed ? ', so none is e-mailed' : '';
	const requested = [
		{
			isRequested: Boolean(entete),
			field: 'entete',
			note: {
				english: `The publication ${publication} takes no header: it will not be printed.`,
				french: 'Ce journal ne publie pas d’en-tête\u00a0: le vôtre ne paraîtra pas.',
			},
		},
		{
			isRequested: isMailed === true || isDigital === true,
			field: 'justificatif_numerique',
			note: {
				english: `${offersNo} digital proof of publication${mailed}.`,
				french: 'Ce journal ne fournit pas de justificatif numérique.',
			},
		},
		{
			isRequested: (body.justificatifs_papiers ?? 0) > 0,
			field: 'justificatif_papier',
			note: {
				english: `${offersNo} paper proof of publication.`,
				french: 'Ce journal ne fournit pas de justificatif papier.',
			},
		},
	].filter(({ isRequested }) => isRequested);
	if (requested.length === 0) return [];
	const list = await optionalList(context, '/publications', 'publications', { departement });
	const known = publicationIn(list, body);
	return requested.filter(({ field }) => known?.[field] === false).map(({ note }) => note);
}

function publicationIn(
	list: readonly IDataObject[],
	{ publication, departement }: QuoteBody,
): IDataObject | undefined {
	const ofDepartment = list.filter(
		(entry) => !isGiven(entry.departement) || entry.departement === departement,
	);
	return ofDepartment.find(({ id }) => Number(id) === publication);
}

/** What is said of a notice in the service's names. It never fails, least of all after an order. */
export async function inWords(
	context: OperationContext,
	notice: NoticeInput,
	body: QuoteBody & Pick<OrderBody, 'envoi_justificatif'>,
) {
	const [names, facts, notes] = await Promise.all([
		categoryAndNewspaper(context, body),
		previewFacts(context, notice),
		notOffered(context, body),
	]);
	const subject = `${names.kind}, ${names.newspaper} (${body.departement})`;
	const preview: PreviewFacts | undefined = facts && { ...names, ...facts };
	return { subject, preview, notes };
}

/** What a preview shows beside the service's answer and names, where one is wanted. What cannot be read is left out of it. */
async function previewFacts(
	context: OperationContext,
	{ body, previewFile: file, fingerprint }: NoticeInput,
) {
	if (file === undefined) return undefined;
	const { departement, entete, date_parution: requestedDate } = body;
	const [publications, departments, styles] = await Promise.all([
		optionalList(context, '/publications', 'publications', { departement }),
		optionalList(context, '/departements', 'departements'),
		optionalList(context, '/feuilles-styles', 'feuilles_styles'),
	]);
	const department = departments.find(({ code }) => code === departement);
	const takesHeader = publicationIn(publications, body)?.entete !== false;
	return {
		department: `${trimmedText(department?.libelle)} (${departement})`.trim(),
		requestedDate,
		header: takesHeader ? entete : undefined,
		styles,
		file,
		fingerprint,
	};
}

/** @throws InputProblem */
export async function readHeader(
	context: OperationContext,
	itemIndex: number,
): Promise<HeaderInput | undefined> {
	const given = collection(context, 'header', itemIndex);
	if (Object.keys(given).length === 0) return undefined;
	const layout = readLine('Layout', given.layout, 'Header');
	const text = readText('Text', given.text, 'Header');
	return { layout, text, logo: await readHeaderLogo(context, itemIndex, given) };
}

async function readHeaderLogo(
	context: OperationContext,
	itemIndex: number,
	given: IDataObject,
): Promise<Logo | undefined> {
	const field = readText('Logo Input Data Field Name', given.logoBinaryField, 'Header').trim();
	const id = readLine('Account Logo', given.accountLogo, 'Header');
	if (field !== '' && id !== '') {
		throw new InputProblem(
			'Header',
			"'Header' has two logos, in 'Logo Input Data Field Name' and in 'Account Logo'.",
			'Remove one of the two.',
		);
	}
	if (field !== '') return await readLogoField(context, itemIndex, field);
	if (id === '') return undefined;
	const logos = accountLogos((await readAccount(context)).entetes);
	const logo = logos.get(id);
	if (logo) return logo;
	const listed =
		logos.size > 0 ? `It has ${[...logos.keys()].join(', ')}` : 'Your account has none';
	const advice = `${listed}. Choose it from the list, or use 'Logo Input Data Field Name'.`;
	throw cannotBe('Account Logo', id, advice, 'Header');
}

async function readLogoField(
	{ fn }: OperationContext,
	itemIndex: number,
	field: string,
): Promise<Logo> {
	const binary: IBinaryKeyData = fn.getInputData()[itemIndex]?.binary ?? {};
	if (Object.hasOwn(binary, field)) {
		return readLogo(await fn.helpers.getBinaryDataBuffer(itemIndex, field));
	}
	if (isLogoText(field)) return readLogo(field);
	const names = Object.keys(binary).map((name) => `"${name}"`);
	throw new InputProblem(
		'Logo Input Data Field Name',
		`The item has no binary field "${field.slice(0, 60)}" for the logo.`,
		names.length > 0
			? `It has ${names.join(', ')}.`
			: 'It has no file at all: add a node before this one that reads the logo.',
	);
}
