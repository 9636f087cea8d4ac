import type { IDataObject } from 'n8n-workflow';

import { buildFacturation, type Facturation } from '../../domain/advertiser';
import { automaticOrderNumber, readOrderNumber } from '../../domain/orderNumber';
import { readCountry } from './country';
import { readNotice, type NoticeInput, type QuoteBody } from './noticeInput';
import {
	InputProblem,
	isGiven,
	readAmount,
	readChoice,
	readCount,
	readFlag,
	readLine,
	readWidth,
} from '../../domain/parameters';
import { type OperationContext, collection, parameter, valueOf } from '../context';

/** Body of an order (specification, endpoint 2). */
export interface OrderBody extends QuoteBody {
	contact?: number;
	numero_commande?: string;
	dossier: string;
	mode_facturation: string;
	facturation?: Facturation;
	envoi_justificatif?: boolean;
	largeur?: number;
	largeur_texte?: number;
}

export interface OrderInput {
	/** The order number for this notice; another one when it replaces the notice of that reference. */
	numberFor(replaces?: string): string | undefined;
	readonly notice: NoticeInput;
	readonly body: OrderBody;
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail';
	readonly numberMode: 'automatic' | 'custom' | 'none';
	/** In euros including tax. */
	readonly maximumTotal: number | undefined;
}

/**
 * @param returnsExisting when an order that was placed before is returned: `always` for what is run again to go on where
 * it stopped, unless the person chose otherwise
 * @throws InputProblem for everything that can be known to be wrong before the order
 */
export async function readOrder(
	context: OperationContext,
	itemIndex: number,
	returnsExisting: 'always' | 'whenChosen',
): Promise<OrderInput> {
	const options = collection(context, 'options', itemIndex);
	const numberMode = readNumberMode(parameter(context, 'orderNumberMode', itemIndex));
	const ifAlreadyOrdered = readPolicy(
		options.ifAlreadyOrdered,
		returnsExisting === 'always' || numberMode === 'automatic',
	);
	const optional = optionalFields(options);
	const maximumTotal = readMaximum(options.maximumTotal);
	if (maximumTotal !== undefined) refuseUnquoted(optional);
	const notice = await readNotice(context, itemIndex, optional.envoi_justificatif);
	const dossier = readLine('File Reference', parameter(context, 'fileReference', itemIndex));
	if (dossier === '') {
		throw new InputProblem(
			'File Reference',
			"'File Reference' is empty.",
			'Give the reference of your file (dossier).',
		);
	}
	const custom =
		numberMode === 'custom'
			? readOrderNumber(parameter(context, 'orderNumber', itemIndex))
			: undefined;
	const numberFor = (replaces?: string) =>
		numberMode === 'automatic'
			? automaticOrderNumber({
					...notice.identity,
					fileReference: dossier,
					...(replaces === undefined ? {} : { replaces }),
				})
			: custom;
	const number = numberFor();
	const body: OrderBody = {
		...notice.body,
		dossier,
		...(number === undefined ? {} : { numero_commande: number }),
		...optional,
		...(await readBilling(context, itemIndex)),
	};
	return {
		notice,
		body,
		numberFor,
		numberMode,
		ifAlreadyOrdered,
		maximumTotal,
	};
}

function readNumberMode(value: unknown): OrderInput['numberMode'] {
	return readChoice('Order Number Mode', value, ['automatic', 'custom', 'none']) ?? 'automatic';
}

/** @param isOwn whether the number is this notice's: a custom one that is reused may belong to another */
function readPolicy(value: unknown, isOwn: boolean): OrderInput['ifAlreadyOrdered'] {
	const chosen = readChoice('If Already Ordered', value, ['returnExisting', 'fail']);
	if (chosen !== undefined) return chosen;
	return isOwn ? 'returnExisting' : 'fail';
}

function readMaximum(value: unknown): number | undefined {
	return isGiven(value) ? readAmount('Maximum Total', value) : undefined;
}

/** A quote has neither width (specification, endpoint 1), so it would not tell what such an order costs. */
function refuseUnquoted({ largeur, largeur_texte: textWidth }: Partial<OrderBody>): void {
	if (largeur === undefined && textWidth === undefined) return;
	throw new InputProblem(
		'Maximum Total',
		`'Maximum Total' cannot be checked together with '${largeur === undefined ? 'Text Width' : 'Width'}': a quote takes no width, and the order may cost more.`,
		"Remove 'Maximum Total', or 'Width' and 'Text Width'.",
	);
}

function optionalFields(options: IDataObject): Partial<OrderBody> {
	const fields: Partial<OrderBody> = {};
	const contact: unknown = valueOf(options.contact);
	if (isGiven(contact)) fields.contact = readCount('Contact', contact);
	const emailProof = readFlag('Email Proof', options.emailProof);
	if (emailProof !== undefined) fields.envoi_justificatif = emailProof;
	const width = readWidth('Width', options.width);
	if (width !== undefined) fields.largeur = width;
	const textWidth = readWidth('Text Width', options.textWidth);
	if (textWidth !== undefined) fields.largeur_texte = textWidth;
	return fields;
}

type Billing = Pick<OrderBody, 'mode_facturation' | 'facturation'>;

async function readBilling(context: OperationContext, itemIndex: number): Promise<Billing> {
	const value = parameter(context, 'billingMode', itemIndex);
	const chosen = readChoice('Billing', value, ['accountDefault', 'prescripteur', 'annonceur']);
	// The default is always given, so nothing is what an expression came to.
	if (chosen === undefined) {
		throw new InputProblem('Billing', "'Billing' is empty.", 'Choose it, or check its expression.');
	}
	const mode = chosen === 'accountDefault' ? await accountMode(context) : chosen;
	if (mode === 'prescripteur') return { mode_facturation: mode };
	const advertiser = collection(context, 'advertiser', itemIndex);
	const country = await readCountry(context, advertiser.country);
	return { mode_facturation: mode, facturation: buildFacturation(advertiser, country) };
}

async function accountMode(context: OperationContext): Promise<'prescripteur' | 'annonceur'> {
	const { mode_facturation: mode } = await context.account();
	if (mode === 'prescripteur' || mode === 'annonceur') return mode;
	throw new InputProblem(
		'Billing',
		"'Billing' is Account Default, but the account has no default billing.",
		'Choose Prescriber or Advertiser.',
	);
}
