import type { INodeExecutionData } from 'n8n-workflow';

import {
	digest128,
	NOT_FOUND,
	type Answers,
	type EventName,
	type Watched,
	type WatchSettings,
} from '../domain/watch';
import { eventItem } from './items';

const EXAMPLE_STATUS: Partial<Record<EventName, string>> = {
	published: 'parue',
	suspended: 'suspendue',
	toBePublished: 'a-paraitre',
	notFound: NOT_FOUND,
};
const EXAMPLE_URL = 'https://example.com/exemple.pdf';
const EXAMPLE_DOCUMENT = { type: 'attestation', numero: 'EXEMPLE', url: EXAMPLE_URL };
const EXAMPLE_INVOICE = {
	type: 'facture',
	numero: 'EXEMPLE',
	date_facture: '2026-01-15',
	date_echeance: '2026-02-14',
	montant_ht: 100,
	montant_ttc: 120,
	url: EXAMPLE_URL,
	lignes: [],
};

/** A notice of the list, if one is known, in the shape of the first chosen event; marked `exemple`. */
export function exampleItem(
	answers: Answers,
	list: readonly Watched[],
	settings: WatchSettings,
	nowMs: number,
): INodeExecutionData {
	const [found] = list.flatMap(({ text }) => {
		const reading = answers.statuses.get(text);
		return typeof reading === 'object' ? [{ text, reading }] : [];
	});
	const reading = found?.reading;
	const asked = found?.text ?? list[0]?.text ?? '';
	const [event = 'statusChanged'] = settings.events;
	const isFile = event === 'newDocument' || event === 'newInvoice';
	const status = (isFile ? undefined : EXAMPLE_STATUS[event]) ?? reading?.status ?? 'parue';
	const item = eventItem({
		id: digest128(['example', asked, event]),
		event,
		asked,
		reference: reading?.reference ?? asked,
		orderNumber: reading?.orderNumber ?? null,
		status,
		previousStatus: isFile ? null : status === 'a-paraitre' ? 'suspendue' : 'a-paraitre',
		reason: status === 'suspendue' || event === 'reasonChanged' ? 'Exemple de motif' : null,
		previousReason: null,
		seenAt: nowMs,
		...(event === 'newDocument' ? { document: EXAMPLE_DOCUMENT } : {}),
		...(event === 'newInvoice' ? { invoice: EXAMPLE_INVOICE, billed: [asked] } : {}),
		files: [],
		documentMissing: false,
		filesMissing: false,
	});
	return { json: { ...item.json, exemple: true } };
}
