/** Invoices and credit notes for accounting: each of them once, by invoice, by line or by notice. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifyParameter } from '../../descriptions/locators';
import {
	downloadFilesField,
	invoiceOptions,
	itemReferenceField,
} from '../../descriptions/references';
import {
	nonEmptyText,
	readChoice,
	readFlag,
	readLine,
	trimmedText,
} from '../../reading/cells/parameters';
import { identityOf } from '../../notices/changes';
import {
	fileIn,
	filesOf,
	inBinaryFields,
	type ListedFile,
	ONLY_THIS_FILE,
	onlyNamed,
	pdfFileName,
} from '../../notices/files';
import {
	addUp,
	type Amounts,
	gatherInvoices,
	type GatheredInvoice,
	inEuros,
	invoiceFields,
	type InvoicedNotice,
	isCreditNote,
	labelOfLine,
	lineDifference,
	linesOf,
	namesOf,
	firstTen,
	shareOf,
	SIMPLE_INVOICE,
	warningsOf,
} from '../../notices/invoices';
import { type Answer, nestedRecords } from '../../transport/envelope';
import {
	type ItemResult,
	type OperationContext,
	outputFields,
	type OutputItem,
	type WantedFile,
	wholeInputOperation,
	withFirst,
	without,
} from '../context';
import { collection, flag, parameter } from '../itemParameters';
import { addFiles, type RequestedNotice, fetchForItems } from '../noticeItems';

const splitByField: INodeProperties = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	options: [
		{
			name: 'Invoice',
			value: 'invoice',
			description: 'One item for each invoice or credit note',
		},
		{
			name: 'Line',
			value: 'line',
			description: 'One item for each notice that an invoice bills',
		},
		{
			name: 'Notice',
			value: 'notice',
			description: 'One item for each requested notice, with its totals',
		},
	],
	default: 'invoice',
	description: 'What one item of the output stands for',
};

/** One call for many notices (specification, endpoints 6 and 7). */
export const getMany = wholeInputOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many invoices',
		description:
			'List many invoices (factures) and credit notes (avoirs) for accounting, each of them once',
	},
	names: { reference: 'demande' },
	properties: [
		itemReferenceField,
		splitByField,
		downloadFilesField,
		simplifyParameter,
		invoiceOptions,
	],
	async execute(context, itemIndexes) {
		const found: ItemNotice[] = [];
		const read = (itemIndex: number) => readInvoiceSettings(context, itemIndex);
		const output = (answer: Answer, item: RequestedNotice<InvoiceSettings>) => {
			// Accounting must not take what cannot be read for nothing.
			for (const { lignes } of nestedRecords(answer.factures, 'factures')) {
				nestedRecords(lignes, 'lignes');
			}
			found.push({ ...item, ...invoicesOf(answer, item) });
			return [];
		};
		const reading = { route: 'factures', read, output } as const;
		const answered = await fetchForItems(context, itemIndexes, reading);
		const items = outputOf(found);
		const results = answered.map((result, at): ItemResult => {
			const own = items.get(itemIndexes[at] ?? -1);
			return own && 'output' in result ? { output: own } : result;
		});
		return await addFiles(context, itemIndexes, results);
	},
});

const SPLITS = ['invoice', 'line', 'notice'] as const;

interface InvoiceSettings {
	readonly splitBy: (typeof SPLITS)[number];
	readonly downloadFiles: boolean;
	readonly simplify: boolean;
	/** The name of the one file that is wanted. */
	readonly only: string | undefined;
	/** Whether a notice without invoices comes out as well. */
	readonly returnsEmpty: boolean;
}

/** @throws InputProblem when an expression gives something that is no choice */
function readInvoiceSettings(context: OperationContext, itemIndex: number): InvoiceSettings {
	const { returnWithoutInvoices, onlyThisFile } = collection(context, 'options', itemIndex);
	return {
		only: nonEmptyText(readLine(ONLY_THIS_FILE, onlyThisFile)),
		returnsEmpty: readFlag('Return Notices Without Invoices', returnWithoutInvoices) === true,
		splitBy: readChoice('Split By', parameter(context, 'splitBy', itemIndex), SPLITS) ?? 'invoice',
		downloadFiles: flag(context, 'downloadFiles', itemIndex),
		simplify: flag(context, 'simplify', itemIndex, true),
	};
}

interface ListedInvoices {
	/** The answer with the invoices that are wanted. */
	readonly notice: Answer;
	/** All that it lists: a file is named after its place among them. */
	readonly files: readonly ListedFile[];
}

/** @throws InputProblem where only one is wanted and there is none of its name */
function invoicesOf(
	answer: Answer,
	{ requested, settings: { only, returnsEmpty } }: RequestedNotice<InvoiceSettings>,
): ListedInvoices {
	const { reference } = identityOf(answer, requested);
	const files = filesOf(answer.factures, reference, 'factures');
	if (only === undefined || (files.length === 0 && returnsEmpty)) return { notice: answer, files };
	const factures = onlyNamed(files, only, reference).map(({ fields }) => fields);
	return { notice: { ...answer, factures }, files };
}

type ItemNotice = InvoicedNotice & RequestedNotice<InvoiceSettings> & ListedInvoices;
type SomeNotices = readonly [ItemNotice, ...ItemNotice[]];

/**
 * The output of all items together, by input item: an invoice that several of them find comes once, with the first, and
 * is paired with all. Its lines go with the items that requested their notices.
 */
function outputOf(found: readonly ItemNotice[]): ReadonlyMap<number, OutputItem[]> {
	const items = new Map<number, OutputItem[]>();
	const add = (itemIndex: number, item: OutputItem) => {
		const own = items.get(itemIndex);
		if (own) own.push(item);
		else items.set(itemIndex, [item]);
	};
	const isWhole = ({ settings }: ItemNotice) => settings.splitBy === 'notice';
	for (const notice of found.filter(isWhole)) {
		const files = inBinaryFields(gatherInvoices([notice]).flatMap(invoiceFiles));
		const optional = files.map((file) => ({ ...file, optional: true }));
		add(notice.itemIndex, itemOf(noticeFields(notice), [notice], optional));
	}
	for (const gathered of gatherInvoices(found.filter((notice) => !isWhole(notice)))) {
		for (const { notices, json, files } of invoiceParts(gathered)) {
			add(notices[0].itemIndex, itemOf(json, notices, files));
		}
	}
	for (const notice of found) {
		const { notice: answer, requested: demande, settings } = notice;
		const isEmpty = nestedRecords(answer.factures, 'factures').length === 0;
		if (!isEmpty || !settings.returnsEmpty || items.has(notice.itemIndex)) continue;
		const fields = without(answer, ['factures']);
		add(notice.itemIndex, { json: outputFields(fields, { demande, sans_facture: true }) });
	}
	return items;
}

function itemOf(json: IDataObject, notices: SomeNotices, files: readonly WantedFile[]): OutputItem {
	const { simplify, splitBy } = notices[0].settings;
	const from = [...new Set(notices.map(({ itemIndex }) => itemIndex))];
	// An invoice without lines comes out whole.
	const isWhole = splitBy === 'line' && !('numero_ligne' in json);
	const columns = SIMPLE[isWhole ? 'invoice' : splitBy];
	const item = { json: simplify ? firstTen(json, columns) : withFirst(json, columns), files };
	if (from.length === 1) return item;
	return { ...item, from };
}

/** What an invoice comes out as: one item, or one for each line, with the notices that it belongs to. */
interface InvoicePart {
	readonly json: IDataObject;
	readonly notices: SomeNotices;
	readonly files: readonly WantedFile[];
}

function invoiceParts(gathered: GatheredInvoice<ItemNotice>): InvoicePart[] {
	const { notices } = gathered;
	const files = invoiceFiles(gathered);
	const whole = files.map((file) => ({ field: 'data', file }));
	if (notices[0].settings.splitBy === 'invoice') {
		return [{ json: wholeFields(gathered), notices, files: whole }];
	}
	// The file belongs to the invoice: its first line carries it, and no line comes out without it.
	const rest = files.map((file) => ({ field: undefined, file }));
	return partsByLine(gathered).map((part, at) => ({ ...part, files: at === 0 ? whole : rest }));
}

function invoiceFiles(gathered: GatheredInvoice<ItemNotice>): ListedFile[] {
	return gathered.notices[0].settings.downloadFiles ? [fileOf(gathered)] : [];
}

function fileOf({ listed, notices: [first] }: GatheredInvoice<ItemNotice>): ListedFile {
	const own = first.files.find(({ fields }) => fields === listed);
	return own ?? fileIn(listed, first.requested, 'factures');
}

function wholeFields(gathered: GatheredInvoice<ItemNotice>): IDataObject {
	const { invoice, notices } = gathered;
	const raw = { ...without(notices[0].notice, ['factures']), ...invoice };
	return outputFields(raw, { ...askedFields(notices), ...addedFields(gathered) });
}

/** With the name of its file, so that a later node can fetch this one alone (*Only This File*). */
function addedFields(gathered: GatheredInvoice<ItemNotice>): IDataObject {
	return { nom_fichier: pdfFileName(fileOf(gathered)), ...invoiceFields(gathered.invoice) };
}

/** An invoice without lines still gives one item. */
function partsByLine(gathered: GatheredInvoice<ItemNotice>): Array<Omit<InvoicePart, 'files'>> {
	const { invoice, notices } = gathered;
	const lines = linesOf(invoice);
	if (lines.length === 0) {
		return [{ json: without(wholeFields(gathered), ['lignes']), notices: [notices[0]] }];
	}
	const named = noticesByName(notices);
	const ofInvoice = { ...askedFields(notices), ...addedFields(gathered) };
	const sharedByLines = without(invoice, ['lignes']);
	return lines.map(({ fields, billed, amounts }, index) => {
		const own = named.get(billed);
		// The line's own notice, when it was requested; the first of the invoice says nothing about it.
		const ofNotice = own ? without(own[0].notice, ['factures']) : {};
		const demande = own ? own[0].requested : null;
		const label = labelOfLine(fields);
		const raw = { ...ofNotice, ...sharedByLines, ...fields };
		const json = outputFields(raw, {
			...ofInvoice,
			demande,
			numero_ligne: index + 1,
			...(label === '' ? {} : { ligne_libelle: label }),
			...sumFields('ligne', amounts),
			tva_par_taux: inEuros(amounts.rates),
		});
		return { json, notices: own ?? [notices[0]] };
	});
}

function noticesByName(notices: SomeNotices): ReadonlyMap<string, SomeNotices> {
	const named = new Map<string, [ItemNotice, ...ItemNotice[]]>();
	for (const notice of notices) {
		for (const name of new Set(namesOf(notice.notice))) {
			const others = named.get(name);
			if (others) others.push(notice);
			else named.set(name, [notice]);
		}
	}
	return named;
}

/**
 * What a notice was billed less what was credited, to compare with its order. An invoice of several notices counts with
 * the lines of this one.
 */
function noticeFields(found: InvoicedNotice): IDataObject {
	const { notice, requested } = found;
	const shares = gatherInvoices([found]).map(({ invoice }) => ({
		number: trimmedText(invoice.numero),
		warnings: lineDifference(invoice, linesOf(invoice)),
		credit: isCreditNote(invoice),
		...shareOf(invoice, namesOf(notice)),
	}));
	const numbersOf = (credits: boolean) =>
		shares
			.filter(({ credit, number }) => credit === credits && number !== '')
			.map(({ number }) => number);
	const total = addUp(shares);
	const fields: IDataObject = {
		demande: requested,
		// Not invoiced yet: the notices that a month-end list looks for.
		facturee: shares.length > 0,
		numeros_factures: numbersOf(false),
		numeros_avoirs: numbersOf(true),
		...sumFields('total', total),
		tva_par_taux: inEuros(total.rates),
	};
	if (shares.some(({ byLines }) => !byLines)) fields.montants_par_lignes = false;
	const warnings = warningsOf(shares.flatMap((share) => share.warnings));
	return outputFields(notice, { ...fields, ...warnings });
}

function askedFields(notices: readonly [InvoicedNotice, ...InvoicedNotice[]]): IDataObject {
	return {
		demande: notices[0].requested,
		references_demandees: [...new Set(notices.map(({ requested }) => requested))],
	};
}

function sumFields(prefix: string, { ht, tva, ttc }: Amounts): IDataObject {
	return inEuros({ [`${prefix}_ht`]: ht, [`${prefix}_tva`]: tva, [`${prefix}_ttc`]: ttc });
}

/** The first columns, and of these what Simplify leaves: the first ten that there are, one for each amount. */
const SIMPLE: Readonly<Record<InvoiceSettings['splitBy'], readonly string[]>> = {
	invoice: SIMPLE_INVOICE,
	line: [
		'numero',
		'date_facture',
		'ligne_ttc',
		'reference',
		'ligne_libelle',
		'ligne_ht',
		'ligne_tva',
		// The interface has none, but a service that has more fields shows it.
		'dossier',
		'type',
		'demande',
		'avertissements',
		'tva_par_taux',
	],
	notice: [
		'reference',
		'numeros_factures',
		'numeros_avoirs',
		'total_ttc',
		'total_ht',
		'total_tva',
		'facturee',
		'demande',
		'montants_par_lignes',
		'avertissements',
		'tva_par_taux',
	],
};
