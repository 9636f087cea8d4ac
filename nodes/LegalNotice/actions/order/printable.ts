/** What is printed of a notice: its text, its header with a logo, and what its publication leaves out of it. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import {
	accountLogos,
	type HeaderInput,
	isLogoText,
	type Logo,
	readLogo,
} from '../../domain/header';
import type { NoticeInput, PrintableTexts, QuoteBody } from '../../domain/notice';
import {
	cannotBe,
	InputProblem,
	isGiven,
	readChoice,
	readLine,
	readText,
	trimmedText,
} from '../../domain/parameters';
import type { PreviewFacts } from '../../domain/preview';
import { type PreparedText, prepareText, type TextFormat } from '../../domain/text/prepare';
import { refusalOf, type TextRules } from '../../domain/text/refusals';
import { type OperationContext } from '../context';
import { collection, parameter } from '../itemParameters';
import { listOnce, optionalList, categoryAndNewspaper, withFallback, readAccount } from '../lists';

type IfTextChanges = NoticeInput['ifTextChanges'];

const USUAL_FILET = 'fs-filet';

export function readTextFormat(value: unknown): TextFormat {
	return readChoice('Text Format', value, ['plainText', 'html']) ?? 'plainText';
}

/** What a person wrote for one notice. */
interface WrittenTexts {
	readonly text: string;
	/** It is empty for none. */
	readonly header: string;
}

type PreparedTexts = Omit<PrintableTexts, 'ownHtml'>;

interface Preparation {
	readonly format: TextFormat;
	readonly rules: TextRules;
	/** Classes of rules (filet), whose paragraphs show no words. */
	readonly filetClasses: readonly string[];
}

/** @returns the texts of a notice and of its header, with notes about both. @throws InputProblem */
export async function readTexts(
	context: OperationContext,
	itemIndex: number,
	written: WrittenTexts,
	ifTextChanges: IfTextChanges,
): Promise<PrintableTexts> {
	const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
	const rules: TextRules = {
		isOrder: parameter(context, 'operation', itemIndex) !== 'quote',
		ifTextChanges,
		ifTextLooksUnfinished: readIfUnfinished(context, itemIndex),
	};
	const preparation = { format, rules, filetClasses: [] };
	const texts = prepareTexts(written, preparation);
	const ownHtml = { text: texts.prepared.html, header: texts.preparedHeader?.html ?? '' };
	if (format === 'plainText') return { ...(await withHeaderClasses(context, texts)), ownHtml };
	return { ...(await withKnownClasses(context, written, preparation, texts)), ownHtml };
}

const UNFINISHED = 'If Text Looks Unfinished';

/** A guard whose expression found nothing is not passed over. */
function readIfUnfinished(context: OperationContext, itemIndex: number): 'warn' | 'fail' {
	const { ifTextLooksUnfinished: given } = collection(context, 'options', itemIndex);
	if (given === undefined) return 'fail';
	const choice = readChoice(UNFINISHED, given, ['fail', 'warn']);
	if (choice !== undefined) return choice;
	throw new InputProblem(
		UNFINISHED,
		`'${UNFINISHED}' is empty.`,
		'Choose Fail or Warn, or remove the option.',
	);
}

/**
 * Refuses what would not come out as it was meant (specification, Notice text rules).
 *
 * @throws InputProblem
 */
function prepareTexts(written: WrittenTexts, preparation: Preparation): PreparedTexts {
	const { format, filetClasses, rules } = preparation;
	const prepare = (label: 'Text' | 'Header', text: string) => {
		const prepared = prepareText({ format, text, filetClasses });
		const refusal = refusalOf(label, prepared, rules);
		if (refusal) throw refusal;
		return prepared;
	};
	const prepared = prepare('Text', written.text);
	if (written.header.trim() === '') return { prepared, preparedHeader: undefined, notes: [] };
	return { prepared, preparedHeader: prepare('Header', written.header), notes: [] };
}

/** Only the service's list says which classes are those of rules (filet); older instances have no such list. */
async function withKnownClasses(
	context: OperationContext,
	written: WrittenTexts,
	preparation: Preparation,
	texts: PreparedTexts,
): Promise<PreparedTexts> {
	const notes = notesOnClasses([texts.prepared, texts.preparedHeader]);
	if (notes.length === 0) return texts;
	const sheets = await optionalList(context, '/feuilles-styles', 'feuilles_styles');
	if (sheets.length === 0) return { ...texts, notes };
	const filets = sheets.filter(({ type }) => type === 'filet');
	const filetClasses = filets.map(({ classe }) => trimmedText(classe));
	return prepareTexts(written, { ...preparation, filetClasses });
}

/** Warns of classes that could not be checked: only the service's list says what they do. */
export function notesOnClasses(texts: ReadonlyArray<PreparedText | undefined>): string[] {
	const names = new Set(texts.flatMap((text) => text?.classes ?? []));
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
	texts: PreparedTexts,
): Promise<PreparedTexts> {
	const { preparedHeader: header } = texts;
	if (!header) return texts;
	const query = { type: 'entete' };
	const sheets = await optionalList(context, '/feuilles-styles', 'feuilles_styles', query);
	const paragraphs = sheets
		.filter(({ type, classe }) => type === 'entete' && /^[\w-]+$/.test(trimmedText(classe)))
		.sort((a, b) => Number(a.rang) - Number(b.rang))
		.map(({ classe }) => `<p class="${trimmedText(classe)}">`);
	const [name, address = name] = paragraphs;
	if (name === undefined || address === undefined) return texts;
	const html = header.html
		.replace(/^(<p>(?:(?!<br|<\/p>).)*)<br\/?>/s, '$1</p><p>')
		.replaceAll('<p>', address)
		.replace(address, name);
	return { ...texts, preparedHeader: { ...header, html } };
}

/** What a notice asks of its publication beyond its text. */
interface Wanted {
	readonly body: QuoteBody;
	readonly header: PreparedText | undefined;
	readonly emailProof: boolean;
	readonly ifTextChanges: IfTextChanges;
}

interface NotOffered {
	readonly notes: readonly string[];
	/** The words of a header that is left out. */
	readonly words: readonly string[];
}

/**
 * Finds what the publication leaves out without a word: a header, a proof (specification, Publication).
 *
 * @throws InputProblem for a header that would be lost, unless only a warning is wanted
 */
export async function notOffered(context: OperationContext, wanted: Wanted): Promise<NotOffered> {
	const { body, header, ifTextChanges } = wanted;
	const proofs = proofsIn(wanted);
	if (!body.entete && proofs.length === 0) return { notes: [], words: [] };
	const known = publicationIn(await publicationsFor(context, body), body);
	if (!known) return { notes: [], words: [] };
	const notes = proofs
		.filter(({ field }) => known[field] === false)
		.map(({ name }) => `The publication ${body.publication} offers no ${name}.`);
	if (!body.entete || known.entete !== false) return { notes, words: [] };
	if (ifTextChanges !== 'warn') throw headerLost(body.publication);
	notes.unshift(`The publication ${body.publication} takes no header: it will not be printed.`);
	const words = trimmedText(header?.visibleText.replace(/\s+/g, ' '));
	return { notes, words: words === '' ? [] : [words] };
}

/** A header could be lost without a word, so it is not sent without the list; a proof only goes without its note. */
async function publicationsFor(
	context: OperationContext,
	{ entete, departement }: QuoteBody,
): Promise<IDataObject[]> {
	const query = { departement };
	const ask = async () => await listOnce(context, '/publications', 'publications', { query });
	if (entete) return await ask();
	return await withFallback(ask, []);
}

function headerLost(publication: number): InputProblem {
	return new InputProblem(
		'Header',
		`'Header' would not be printed: the publication ${publication} takes no header.`,
		"Remove the 'Header', choose another 'Publication', or set the option 'If Text Changes' to Warn.",
	);
}

/** The proofs that were asked for, with the field of the publication that says whether it has them. */
function proofsIn({ body, emailProof }: Wanted): Array<{ field: string; name: string }> {
	const { justificatifs_papiers: copies = 0, justificatif_numerique: isDigital } = body;
	const proofs: Array<{ field: string; name: string }> = [];
	if (emailProof) {
		const name = 'digital proof, so none is e-mailed';
		proofs.push({ field: 'justificatif_numerique', name });
	} else if (isDigital) {
		proofs.push({ field: 'justificatif_numerique', name: 'digital proof' });
	}
	if (copies > 0) proofs.push({ field: 'justificatif_papier', name: 'paper proof' });
	return proofs;
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

/** They are read before anything is ordered; what cannot be read is left out of the preview. */
export async function previewFacts(
	context: OperationContext,
	body: QuoteBody,
): Promise<Omit<PreviewFacts, 'file' | 'fingerprint'>> {
	const { departement, entete } = body;
	const query = { departement };
	const publications = await optionalList(context, '/publications', 'publications', query);
	const departments = await optionalList(context, '/departements', 'departements');
	const department = departments.find(({ code }) => code === departement);
	const takesHeader = publicationIn(publications, body)?.entete !== false;
	return {
		...(await categoryAndNewspaper(context, body)),
		department: `${trimmedText(department?.libelle)} (${departement})`.trim(),
		requestedDate: body.date_parution,
		header: takesHeader ? entete : undefined,
		styles: await optionalList(context, '/feuilles-styles', 'feuilles_styles'),
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
	if (id !== '') return await readAccountLogo(context, id);
	return undefined;
}

async function readAccountLogo(context: OperationContext, id: string): Promise<Logo> {
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
