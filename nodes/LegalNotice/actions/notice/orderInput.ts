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
	readonly maximumTotal: unknown;
}

/**
 * @param returnsExisting when an order that was placed before can be returned: its date may then be over. `always` for
 * what is run again to go on where it stopped, unless the person chose otherwise.
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
	const returned = returnsExisting === 'always' || ifAlreadyOrdered !== 'fail';
	const mayExist = returned && numberMode !== 'none';
	const notice = await readNotice(context, itemIndex, mayExist);
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
		...optionalFields(options),
		...(await readBilling(context, itemIndex)),
	};
	return {
		notice,
		body,
		numberFor,
		numberMode,
		ifAlreadyOrdered,
		maximumTotal: readMaximum(options.maximumTotal),
	};
}

function readNumberMode(value: unknown): OrderInput['numberMode'] {
	const mode = readChoice('Order Number Mode', value, ['automatic', 'custom', 'none']);
	if (mode === undefined) throw isEmpty('Order Number Mode');
	return mode;
}

/** The default is stored nowhere but given all the same, so nothing is what an expression came to. */
function isEmpty(label: string): InputProblem {
	return new InputProblem(label, `'${label}' is empty.`, 'Choose it, or check its expression.');
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
	if (chosen === undefined) throw isEmpty('Billing');
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
