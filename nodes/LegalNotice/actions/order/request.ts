/** Step 1 of an order: reads the item, and refuses what cannot be ordered, before anything is sent. */
import type { IDataObject } from 'n8n-workflow';

import { readAdvertiser } from '../../domain/advertiser';
import {
	CATEGORIES_WITHOUT_FORFAIT,
	readCategory,
	readDepartment,
	leftOutForfait,
	readForfait,
	readPublication,
} from '../../reading/cells/codes';
import { fingerprintOf, readFingerprint, refuseOtherThanApproved } from '../../domain/fingerprint';
import type {
	Billing,
	Note,
	NoticeInput,
	OrderBody,
	OrderInput,
	QuoteBody,
} from '../../domain/notice';
import { readPublicationDay } from '../../reading/cells/dates';
import { buildHeader, headerIdentity } from '../../domain/header';
import { automaticOrderNumber } from '../../domain/orderNumber';
import { readName, readRequiredName } from '../../reading/cells/names';
import {
	DIGITAL_PROOF_LABEL,
	EMAIL_PROOF_LABEL,
	FORFAIT_LABEL,
	PAPER_PROOFS_LABEL,
	PREVIEW_LABEL,
	TITLE_LABEL,
	InputProblem,
	isGiven,
	readAmount,
	readChoice,
	readCount,
	readFlag,
	readNumber,
	readText,
	readWidth,
	trimmedText,
} from '../../reading/cells/parameters';
import { mayLackRoute, rethrown } from '../../errors/failures';
import { asSentence, explain } from '../../errors/words';
import { type OperationContext } from '../context';
import { collection, locatorValue, namesOfItem, parameter, valueOf } from '../itemParameters';
import { optionalList, readAccount } from '../lists';
import { readPublishBy } from './deadline';
import { readNumbering } from './orderNumbers';
import { readHeader, readTexts, wordsOfLostHeader } from './printable';

/**
 * @param options those of the item: n8n evaluates each expression in them anew whenever they are read
 * @param isOrder whether the notice is to be ordered, and not only quoted
 * @throws InputProblem for everything that can be known to be wrong before a call
 */
export async function readNotice(
	context: OperationContext,
	itemIndex: number,
	options: IDataObject,
	isOrder: boolean,
): Promise<NoticeInput> {
	const department = readDepartment(locatorValue(context, 'department', itemIndex));
	const publication = readPublication(locatorValue(context, 'publication', itemIndex));
	const category = readCategory(locatorValue(context, 'category', itemIndex));
	const forfait = await readForfaitWithNames(context, itemIndex, category);
	const requestedDate = readPublicationDay(locatorValue(context, 'publicationDate', itemIndex));
	const { ifDateMoves, ifTextChanges, ifTextLooksUnfinished } = readGuards(options);
	if (ifDateMoves === 'fail' && requestedDate === undefined) refuseLostDate(context);
	const text = readText('Text', parameter(context, 'text', itemIndex));
	const header = await readHeader(context, itemIndex);
	const isTitle = readFlag(TITLE_LABEL, options.firstParagraphAsTitle);
	const written = {
		text,
		header: header ? header.text : '',
		category,
		firstParagraphAsTitle: isTitle === true,
	};
	const rules = { isOrder, ifTextChanges, ifTextLooksUnfinished };
	const texts = await readTexts(context, itemIndex, written, rules);
	const { prepared, preparedHeader } = texts;
	const body: QuoteBody = {
		publication,
		departement: department,
		date_parution: requestedDate,
		categorie: category,
		forfait,
		entete: header && buildHeader(header, preparedHeader?.html ?? ''),
		texte: prepared.html,
		justificatifs_papiers:
			options.paperProofs === undefined
				? undefined
				: readCount(PAPER_PROOFS_LABEL, options.paperProofs),
		justificatif_numerique: readFlag(DIGITAL_PROOF_LABEL, options.digitalProof),
	};
	const fingerprint = fingerprintOf(texts.ownHtml, body);
	const lostWords = await wordsOfLostHeader(context, { body, preparedHeader, ifTextChanges });
	const previewFile = readName('File Reference in Preview', options.previewFileReference);
	const wantsPreview = readFlag(PREVIEW_LABEL, options.includePreview) === true;
	// A model words its texts anew at each call, and its second call must still find the first order.
	const content = context.inTool
		? { text: undefined, header: [] }
		: { text, header: headerIdentity(header) };
	return {
		...texts,
		notes: [...texts.notes, ...notesOnForfait(context, itemIndex, category)],
		body,
		lostWords,
		previewFile: wantsPreview ? previewFile : undefined,
		requestedDate,
		ifDateMoves,
		ifTextChanges,
		identity: { department, publication, category, forfait, ...content },
		fingerprint,
	};
}

/** Reads what is to stop an order: a date that moves, a text that changes or looks unfinished. @throws InputProblem */
function readGuards(options: IDataObject) {
	const unfinished = options.ifTextLooksUnfinished;
	const ifDateMoves = readChoice('If Date Moves', options.ifDateMoves, ['accept', 'fail']);
	const choices = ['automatic', 'warn', 'fail'] as const;
	const ifTextChanges = readChoice('If Text Changes', options.ifTextChanges, choices);
	const isUsual = ifTextChanges === 'automatic';
	return {
		ifDateMoves: ifDateMoves ?? 'accept',
		ifTextChanges: isUsual ? undefined : ifTextChanges,
		ifTextLooksUnfinished: readChoice('If Text Looks Unfinished', unfinished, ['fail', 'warn']),
	} as const;
}

/** A date that must not move and that its expression did not find would be any date. */
function refuseLostDate(context: OperationContext): void {
	const written = valueOf(context.written.publicationDate);
	if (typeof written !== 'string' || !written.startsWith('=')) return;
	throw new InputProblem(
		'Publication Date',
		"'Publication Date' is empty, and the option 'If Date Moves' is Fail.",
		'Check its expression, or remove the option.',
	);
}

/** A forfait that is set for a category which takes none is not sent, so its expression may fail. */
function notesOnForfait(context: OperationContext, itemIndex: number, category: string): Note[] {
	if (!CATEGORIES_WITHOUT_FORFAIT.includes(category)) return [];
	const { forfait } = namesOfItem(context, { forfait: 'forfait' }, itemIndex);
	return forfait === undefined ? [] : [leftOutForfait(category, forfait)];
}

/** A refusal offers the choices by the names that the service lists. @throws InputProblem */
async function readForfaitWithNames(
	context: OperationContext,
	itemIndex: number,
	category: string,
): Promise<string | undefined> {
	if (CATEGORIES_WITHOUT_FORFAIT.includes(category)) return undefined;
	const given = locatorValue(context, 'forfait', itemIndex);
	try {
		return readForfait(category, given);
	} catch (problem) {
		const list = await optionalList(context, '/forfaits', 'forfaits');
		const own = list.filter(({ categorie_code: of }) => trimmedText(of) === category);
		const names = own.map(({ libelle, code }) => `${trimmedText(libelle)} (${trimmedText(code)})`);
		if (!(problem instanceof InputProblem) || names.length === 0) throw rethrown(problem);
		const advice = `Choose one of ${names.join(', ')}.`;
		throw rethrown(new InputProblem(FORFAIT_LABEL, problem.message, advice));
	}
}

/** @throws InputProblem */
export async function readOrder(
	context: OperationContext,
	itemIndex: number,
	operation: 'order' | 'replace',
): Promise<OrderInput> {
	const options = collection(context, 'options', itemIndex);
	const { mode, custom } = readNumbering(context, itemIndex);
	const maximumTotal = readMaximum(options);
	const emailProof = readFlag(EMAIL_PROOF_LABEL, options.emailProof);
	const notice = await readNotice(context, itemIndex, options, true);
	if (options.approvedPrint !== undefined) {
		refuseOtherThanApproved(readFingerprint(options.approvedPrint), notice.fingerprint);
	}
	const fileReference = parameter(context, 'fileReference', itemIndex);
	const advice = 'Give the reference of your file (dossier).';
	const dossier = readRequiredName('File Reference', fileReference, advice);
	const identity = { ...notice.identity, fileReference: dossier };
	// A replacement that is run again, or twice at once, is known by its number: it always has one.
	const numberMode = operation === 'replace' && mode === 'none' ? 'automatic' : mode;
	const billing = readBilling(context, itemIndex);
	// What was chosen is refused before anything is sent; whoever needs the account's default waits for it.
	billing.catch(() => undefined);
	if (parameter(context, 'billingMode', itemIndex) !== 'accountDefault') await billing;
	const body: OrderBody = {
		...notice.body,
		contact: readContact(valueOf(options.contact)),
		numero_commande: numberMode === 'none' ? undefined : (custom ?? automaticOrderNumber(identity)),
		dossier,
		envoi_justificatif: emailProof,
		largeur: readWidth('Width', options.width),
		largeur_texte: readWidth('Text Width', options.textWidth),
	};
	const policies = ['automatic', 'returnExisting', 'fail'] as const;
	const chosen = readChoice('If Already Ordered', options.ifAlreadyOrdered, policies);
	// A number of the person's own that is reused may belong to another notice.
	const usual = mode === 'automatic' ? 'returnExisting' : 'fail';
	return {
		notice,
		body,
		billing,
		customNumber: custom,
		identity,
		numberMode,
		ifAlreadyOrdered: chosen === undefined || chosen === 'automatic' ? usual : chosen,
		maximumTotal,
		publishBy: readPublishBy(options),
	};
}

/** The ID of a contact; the account's default one where none is given. */
function readContact(value: unknown): number | undefined {
	if (value === undefined) return undefined;
	const fits = (id: number) => Number.isSafeInteger(id) && id > 0;
	const advice = 'Choose it from the list, or give its ID; Contact > Get Many lists them.';
	return readNumber('Contact', value, fits, advice);
}

function readMaximum({ maximumTotal, width, textWidth }: IDataObject): number | undefined {
	if (maximumTotal === undefined) return undefined;
	if (width === undefined && textWidth === undefined) {
		return readAmount('Maximum Total', maximumTotal);
	}
	const label = width === undefined ? 'Text Width' : 'Width';
	throw new InputProblem(
		'Maximum Total',
		`'Maximum Total' cannot be checked together with '${label}': a quote takes no width.`,
		"Remove 'Maximum Total', or 'Width' and 'Text Width'.",
	);
}

const NOT_BILLED =
	"Your firm is billed, by default of the account, and not the 'Advertiser' that is filled in. To bill it, set 'Billing' to Advertiser.";
const CHOOSE_BILLING = "Set 'Billing' to My Firm (Prescripteur) or Advertiser.";

/** Who is billed, with the repairs of the advertiser that a person has to know of. */
async function readBilling(context: OperationContext, itemIndex: number): Promise<Billing> {
	const value = parameter(context, 'billingMode', itemIndex);
	const chosen = readChoice('Billing', value, ['accountDefault', 'prescripteur', 'annonceur']);
	if (chosen === undefined) {
		throw new InputProblem('Billing', "'Billing' is empty.", CHOOSE_BILLING);
	}
	const mode = chosen === 'accountDefault' ? await readDefaultBilling(context) : chosen;
	if (mode !== 'prescripteur' && mode !== 'annonceur') {
		const problem = "'Billing' is Account Default, but the account has no default billing.";
		throw new InputProblem('Billing', problem, CHOOSE_BILLING);
	}
	if (mode === 'prescripteur') {
		// The panel hides the advertiser where my firm was chosen, so what it contains then is old. Nor need it have a value.
		const { name } = namesOfItem(context, { 'advertiser.name': 'name' }, itemIndex);
		const isPassedOver = chosen === 'accountDefault' && isGiven(name);
		return { body: { mode_facturation: mode }, warnings: isPassedOver ? [NOT_BILLED] : [] };
	}
	const { facturation, warnings } = readAdvertiser(collection(context, 'advertiser', itemIndex));
	return { body: { mode_facturation: mode, facturation }, warnings };
}

/** An instance of an older version has no route for it. @throws InputProblem */
async function readDefaultBilling(context: OperationContext): Promise<unknown> {
	try {
		return (await readAccount(context)).mode_facturation;
	} catch (failure) {
		if (!mayLackRoute(failure)) throw rethrown(failure);
		const { message, fix } = explain(failure);
		const problem = `'Billing' is Account Default, which the service did not give. ${asSentence(message)}`;
		throw rethrown(new InputProblem('Billing', problem, `${CHOOSE_BILLING} ${fix}`));
	}
}
