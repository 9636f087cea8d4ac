/** What is read of an item before anything is asked: the notice, its order, and what is refused of them. */
import type { IDataObject } from 'n8n-workflow';

import {
	CATEGORIES_WITHOUT_FORFAIT,
	readCategory,
	readForfait,
	readPublication,
} from '../../domain/codes';
import { readPublicationDay } from '../../domain/dates';
import {
	accountLogos,
	buildHeader,
	headerIdentity,
	type HeaderInput,
	isLogoText,
	type Logo,
	readLogo,
} from '../../domain/header';
import {
	buildFacturation,
	type NoticeInput,
	type OrderBody,
	type OrderInput,
	type QuoteBody,
} from '../../domain/notice';
import { automaticOrderNumber } from '../../domain/orderNumber';
import {
	cannotBe,
	InputProblem,
	PREVIEW_LABEL,
	readAmount,
	readChoice,
	readCount,
	readDepartment,
	readFlag,
	readLine,
	readText,
	readWidth,
	trimmedText,
} from '../../domain/parameters';
import { asThrown } from '../../errors/failures';
import { type OperationContext, collection, locatorValue, parameter, valueOf } from '../context';
import { listOnce, readAccount } from '../lists';
import { refuseLostDate } from './openDate';
import { readNumbering } from './orderNumbers';
import { notOffered, previewFacts, readTexts } from './printable';

/** @throws InputProblem for everything that can be known to be wrong before a call */
export async function readNotice(
	context: OperationContext,
	itemIndex: number,
	emailProof = false,
): Promise<NoticeInput> {
	const department = readDepartment(locatorValue(context, 'department', itemIndex));
	const publication = readPublication(locatorValue(context, 'publication', itemIndex));
	const category = readCategory(locatorValue(context, 'category', itemIndex));
	const forfait = await readForfaitWithNames(context, itemIndex, category);
	const requestedDate = readPublicationDay(locatorValue(context, 'publicationDate', itemIndex));
	const options = collection(context, 'options', itemIndex);
	const { ifDateMoves, ifTextChanges } = readGuards(options);
	if (ifDateMoves === 'fail' && requestedDate === undefined) refuseLostDate(context);
	const text = readText('Text', parameter(context, 'text', itemIndex));
	const header = await readHeader(context, itemIndex);
	const written = { text, header: header?.text ?? '' };
	const texts = await readTexts(context, itemIndex, written, ifTextChanges);
	const { prepared, preparedHeader } = texts;
	const body: QuoteBody = {
		publication,
		departement: department,
		date_parution: requestedDate,
		categorie: category,
		forfait,
		entete: header && buildHeader(header, preparedHeader?.html ?? ''),
		texte: prepared.html,
		justificatifs_papiers: readCountIfGiven('Paper Proofs', options.paperProofs),
		justificatif_numerique: readFlag('Digital Proof', options.digitalProof),
	};
	const file = readPreviewFile(options);
	const wanted = { body, header: preparedHeader, emailProof, ifTextChanges };
	const missing = await notOffered(context, wanted);
	const preview = file === undefined ? file : { ...(await previewFacts(context, body)), file };
	return {
		...texts,
		body,
		notes: [...texts.notes, ...missing.notes],
		lostWords: missing.words,
		preview,
		requestedDate,
		ifDateMoves,
		ifTextChanges,
		identity: {
			department,
			publication,
			category,
			forfait,
			...identityOfContent(context, text, header),
		},
	};
}

/** What is not wanted of a notice that is ordered. @throws InputProblem */
function readGuards(options: IDataObject): Pick<NoticeInput, 'ifDateMoves' | 'ifTextChanges'> {
	const ifDateMoves = readChoice('If Date Moves', options.ifDateMoves, ['accept', 'fail']);
	const ifTextChanges = readChoice('If Text Changes', options.ifTextChanges, ['warn', 'fail']);
	return { ifDateMoves: ifDateMoves ?? 'accept', ifTextChanges };
}

function readCountIfGiven(label: string, value: unknown): number | undefined {
	return value === undefined ? undefined : readCount(label, value);
}

/** The file that a preview names; undefined when no preview is wanted. @throws InputProblem */
function readPreviewFile(options: IDataObject): string | undefined {
	const file = readLine('File Reference in Preview', options.fileReference);
	return readFlag(PREVIEW_LABEL, options.includeProof) === true ? file : undefined;
}

/** A model words texts anew at each call: its second call must meet the first order. */
function identityOfContent(
	{ inTool }: OperationContext,
	text: string,
	header: HeaderInput | undefined,
): Pick<NoticeInput['identity'], 'text' | 'header'> {
	if (inTool) return { text: undefined, header: [] };
	return { text, header: headerIdentity(header) };
}

/** A refusal offers the choices by their names, where the service tells them. @throws InputProblem */
async function readForfaitWithNames(
	context: OperationContext,
	itemIndex: number,
	category: string,
): Promise<string | undefined> {
	if (CATEGORIES_WITHOUT_FORFAIT.includes(category)) return undefined;
	try {
		return readForfait(category, locatorValue(context, 'forfait', itemIndex));
	} catch (problem) {
		const list = await listOnce(context, '/forfaits', 'forfaits').catch(() => []);
		const own = list.filter(({ categorie_code: of }) => trimmedText(of) === category);
		const names = own.map(({ libelle, code }) => `${trimmedText(libelle)} (${trimmedText(code)})`);
		if (!(problem instanceof InputProblem) || names.length === 0) throw asThrown(problem);
		const advice = `Choose one of ${names.join(', ')}.`;
		throw asThrown(new InputProblem('Forfait', problem.message, advice));
	}
}

async function readHeader(
	context: OperationContext,
	itemIndex: number,
): Promise<HeaderInput | undefined> {
	const given = collection(context, 'header', itemIndex);
	if (Object.keys(given).length === 0) return undefined;
	const field = readText('Logo Input Data Field Name', given.logoBinaryField, 'Header').trim();
	const id = readLine('Account Logo', given.accountLogo, 'Header');
	const from = readChoice('Logo From', given.logoFrom, ['binary', 'account']);
	const ofAccount = from === undefined ? id !== '' && field === '' : from === 'account';
	const name = field === '' && from === 'binary' ? 'data' : field;
	const readHeaderLogo = async () => {
		if (ofAccount) return await readAccountLogo(context, id);
		if (name !== '') return await readLogoField(context, itemIndex, name);
		return undefined;
	};
	return {
		layout: readLine('Layout', given.layout, 'Header'),
		text: readText('Text', given.text, 'Header'),
		logo: await readHeaderLogo(),
	};
}

/** @param id '' for the only one */
async function readAccountLogo(context: OperationContext, id: string): Promise<Logo> {
	const logos = accountLogos((await readAccount(context)).entetes);
	const logo = logos.get(id === '' && logos.size === 1 ? ([...logos.keys()][0] ?? '') : id);
	if (logo) return logo;
	const listed =
		logos.size === 0 ? 'Your account has none' : `It has ${[...logos.keys()].join(', ')}`;
	const advice = `${listed}. Choose it from the list, or set 'Logo From' to Binary Field.`;
	throw cannotBe('Account Logo', id, advice, 'Header');
}

async function readLogoField(
	{ fn }: OperationContext,
	itemIndex: number,
	field: string,
): Promise<Logo> {
	const binary = fn.getInputData()[itemIndex]?.binary ?? {};
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

/** @throws InputProblem */
export async function readOrder(
	context: OperationContext,
	itemIndex: number,
	operation: 'order' | 'replace',
): Promise<OrderInput> {
	const options = collection(context, 'options', itemIndex);
	const { mode, custom } = readNumbering(context, itemIndex);
	// A replacement that is run again, or twice at once, is known by its number: it always has one.
	const numberMode = operation === 'replace' && mode === 'none' ? 'automatic' : mode;
	const maximumTotal = readMaximum(options);
	const emailProof = readFlag('Email Proof', options.emailProof);
	const notice = await readNotice(context, itemIndex, emailProof);
	const dossier = readLine('File Reference', parameter(context, 'fileReference', itemIndex));
	if (dossier === '') throw isEmpty('File Reference', 'Give the reference of your file (dossier).');
	const identity = { ...notice.identity, fileReference: dossier };
	const number = custom ?? automaticOrderNumber(identity);
	const { contact, width, textWidth } = options;
	const body: OrderBody = {
		...notice.body,
		contact: readCountIfGiven('Contact', valueOf(contact)),
		numero_commande: numberMode === 'none' ? undefined : number,
		dossier,
		envoi_justificatif: emailProof,
		largeur: readWidth('Width', width),
		largeur_texte: readWidth('Text Width', textWidth),
		...(await readBilling(context, itemIndex)),
	};
	return {
		notice,
		body,
		customNumber: custom,
		identity,
		numberMode,
		ifAlreadyOrdered: readIfAlreadyOrdered(options, operation === 'replace' ? undefined : mode),
		maximumTotal,
	};
}

/** @param mode of an order; a replacement that is run again goes on where it stopped */
function readIfAlreadyOrdered(
	options: IDataObject,
	mode: OrderInput['numberMode'] = 'automatic',
): OrderInput['ifAlreadyOrdered'] {
	const policies = ['returnExisting', 'fail'] as const;
	const chosen = readChoice('If Already Ordered', options.ifAlreadyOrdered, policies);
	if (chosen !== undefined) return chosen;
	// A custom number that is reused may belong to another notice.
	return mode === 'automatic' ? 'returnExisting' : 'fail';
}

function readMaximum({ maximumTotal, width, textWidth }: IDataObject): number | undefined {
	if (maximumTotal === undefined) return undefined;
	if ((width ?? textWidth) !== undefined) {
		throw new InputProblem(
			'Maximum Total',
			`'Maximum Total' cannot be checked together with '${width === undefined ? 'Text Width' : 'Width'}': a quote takes no width.`,
			"Remove 'Maximum Total', or 'Width' and 'Text Width'.",
		);
	}
	return readAmount('Maximum Total', maximumTotal);
}

async function readBilling(
	context: OperationContext,
	itemIndex: number,
): Promise<Pick<OrderBody, 'mode_facturation' | 'facturation'>> {
	const value = parameter(context, 'billingMode', itemIndex);
	const chosen = readChoice('Billing', value, ['accountDefault', 'prescripteur', 'annonceur']);
	const advice = 'Choose Prescriber or Advertiser.';
	if (chosen === undefined) throw isEmpty('Billing', advice);
	const mode = chosen === 'accountDefault' ? (await readAccount(context)).mode_facturation : chosen;
	if (mode === 'prescripteur') return { mode_facturation: mode };
	if (mode !== 'annonceur') {
		const problem = "'Billing' is Account Default, but the account has no default billing.";
		throw new InputProblem('Billing', problem, advice);
	}
	const advertiser = collection(context, 'advertiser', itemIndex);
	const facturation = buildFacturation(advertiser, readCountry(advertiser.country));
	return { mode_facturation: mode, facturation };
}

function isEmpty(label: string, advice: string): InputProblem {
	return new InputProblem(label, `'${label}' is empty.`, advice);
}

/** The service checks a country only with the order, when Replace has cancelled: its form is checked before. */
function readCountry(value: unknown): string {
	const code = readLine('Country', value, 'Advertiser');
	if (/^(?:fr|france)$/i.test(code)) return 'FRA';
	if (code === '' || /^[a-z]{3}$/i.test(code)) return code.toUpperCase();
	const advice =
		'Give its three-letter code, such as FRA; Reference Data > Get Countries lists them.';
	throw cannotBe('Country', code, advice, 'Advertiser');
}
