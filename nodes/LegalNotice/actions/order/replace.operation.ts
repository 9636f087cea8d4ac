/** Notice: Replace, in the steps of an order: reads the item, checks it, cancels the old notice, places the new one, and builds the output item. */
import type { IDataObject } from 'n8n-workflow';

import { replaceParameters } from '../../descriptions/notice';
import { replaceOptions } from '../../descriptions/noticeOptions';
import { effectNotice, referenceField } from '../../descriptions/references';
import { readFlag } from '../../domain/parameters';
import { readReference } from '../../domain/references';
import { isRecord } from '../../domain/records';
import { itemOperation, type OperationContext } from '../context';
import { collection, parameter } from '../itemParameters';
import { subjectOf } from '../lists';
import type { CancelledNotice } from './cancellation';
import { refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { Replacement, type ToReplace } from './replacement';
import { readOrder } from './request';

/** The edit that the interface lacks: checks everything, cancels a notice, and orders its correction. */
export const replace = itemOperation({
	option: {
		name: 'Replace',
		value: 'replace',
		action: 'Replace notice (cancels, orders anew)',
		description:
			'Correct an ordered notice: quote the new text, cancel the old notice, order the new one',
	},
	hasEffect: true,
	refuse: refuseSharedNumbers,
	noteFinished({ cancellations, replaced }, finished) {
		// An item that found its correction registered may not know which notice that replaced.
		if (finished.ancienne_reference === undefined) return;
		const old = String(finished.ancienne_reference);
		for (const name of [old, finished.ancien_numero_commande]) {
			if (name !== undefined) replaced.set(String(name), String(finished.numero_commande));
		}
		const documents = finished.documents_annulation;
		if (!documents) return;
		cancellations.set(old, Promise.resolve({ answer: { reference: old, documents } }));
	},
	noteBegun({ replaced }, { claim }) {
		if (!isRecord(claim) || !Array.isArray(claim.names)) return;
		for (const name of claim.names) replaced.set(String(name), String(claim.number));
	},
	doneBy: ['ancienne_reference', 'reference', 'numero_commande'],
	properties: [
		effectNotice(
			'Running this step cancels the old notice for good and places a new binding order. On production it is published and billed.',
		),
		{
			...referenceField,
			description:
				'The notice to be replaced: the reference of the service or your own order number',
		},
		...replaceParameters,
		replaceOptions,
	],
	async execute(context, itemIndex) {
		const order = await readReplacement(context, itemIndex);
		const { input, asked } = order;
		const client = await context.client();
		const memory = context.memoryOf(itemIndex);
		const replacement = new Replacement(client, order, memory, {
			cancellations: context.cancellations,
			claim: (names, number) => claimIn(context, names, number),
			// The names are asked for once in an execution: below they are at hand.
			whileOrdering: () => void subjectOf(context, input.body),
		});
		const done = await replacement.carryOut();
		const { placed, quoted, number, cancelled } = done;
		const body = { ...input.body, numero_commande: number };
		const notes = [...input.notice.notes, ...(cancelled?.notes ?? [])];
		const ordered = { ...input, body, notice: { ...input.notice, notes } };
		const subject = await subjectOf(context, body);
		const replaced = { ...oldNoticeFields(order, cancelled), demande: asked };
		return [{ json: orderFields({ client, input: ordered, placed, quoted, subject, replaced }) }];
	},
});

/** @returns the order number under which the first item of this run replaces the notice of these names */
function claimIn({ replaced }: OperationContext, names: readonly string[], number: string): string {
	const claims = names.map((name) => replaced.get(name));
	const first = claims.find((claim) => claim !== undefined) ?? number;
	for (const name of names) replaced.set(name, first);
	return first;
}

/** @throws InputProblem */
async function readReplacement(context: OperationContext, itemIndex: number): Promise<ToReplace> {
	const asked = readReference(parameter(context, 'reference', itemIndex));
	const { oldNoticeAlreadyCancelled } = collection(context, 'options', itemIndex);
	const isCancelled = readFlag('Old Notice Already Cancelled', oldNoticeAlreadyCancelled);
	const input = await readOrder(context, itemIndex, 'replace');
	return { input, asked, alreadyCancelled: isCancelled === true };
}

/** Output fields about the notice that was replaced. */
function oldNoticeFields(
	{ input, asked, alreadyCancelled }: ToReplace,
	cancelled: CancelledNotice | undefined,
): IDataObject {
	if (cancelled) {
		const { reference, orderNumber, documents } = cancelled;
		const fields: IDataObject = { ancienne_reference: reference };
		if (orderNumber !== undefined) fields.ancien_numero_commande = orderNumber;
		return { ...fields, documents_annulation: documents };
	}
	// A number of the person's own may be that of any notice; an automatic one is made of the old name.
	if (alreadyCancelled || input.numberMode === 'automatic') return { ancienne_reference: asked };
	return {};
}
