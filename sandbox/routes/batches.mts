import { HttpAnswer, Refusal } from '../refusal.mts';
import type { Call, Route, Service } from '../service.mts';
import type { Notice } from '../records.mts';
import type { JsonObject } from '../types.mts';
import { documentsOf, invoicesOf, statusOf } from './views.mts';

/** @throws {Refusal} unless the body holds a list of references */
function readReferences({ rules, settings }: Service, body: JsonObject): string[] {
	const { references } = body;
	const none = references === undefined || references === null;
	if (none || (Array.isArray(references) && references.length === 0)) {
		if (rules.on('reference-required')) throw new Refusal(['err_reference_absent']);
		return [];
	}
	const list: unknown[] = Array.isArray(references) ? references : [references];
	const texts = list.filter((value): value is string => typeof value === 'string' && value !== '');
	if (rules.on('reference-format') && (!Array.isArray(references) || texts.length < list.length)) {
		throw new Refusal(['err_reference_incorrect']);
	}
	if (settings.batchMaximum !== null && texts.length > settings.batchMaximum) {
		if (settings.batchTooLarge === 'http413') throw new HttpAnswer(413, 'Payload Too Large');
		throw new Refusal(['err_body_incorrect']);
	}
	return texts;
}

/** What the answer says of the notices asked for, in the order and number that the switches say. */
function answerAll(
	service: Service,
	call: Call,
	purpose: 'status' | 'documents',
	view: (notice: Notice) => JsonObject,
): JsonObject[] {
	const { settings, notices, rules } = service;
	const cancelledToo =
		!rules.on('cancelled-hidden') ||
		(purpose === 'documents' && settings.cancelledDocuments === 'served');
	const found: JsonObject[] = [];
	const seen = new Set<number>();
	for (const reference of readReferences(service, call.body)) {
		const notice = notices.find(call.account.publicKey, reference, cancelledToo);
		if (!notice) {
			if (settings.unknownReferences === 'omit' || !rules.on('notice-known')) continue;
			const erreurs = [settings.unknownReferenceCode];
			if (settings.unknownReferences === 'refuse') throw new Refusal(erreurs);
			found.push({ reference, resultat: 'erreur', erreurs });
			continue;
		}
		if (notice.status === 'suspendue' && settings.suspendedNotice === 'refused') {
			if (rules.on('notice-suspended')) throw new Refusal(['err_annonce_suspendue']);
		}
		if (settings.duplicates === 'merged' && seen.has(notice.id)) continue;
		seen.add(notice.id);
		found.push(view(notice));
	}
	return settings.batchOrder === 'shuffled' ? shuffled(found) : found;
}

/** Another order than the one asked for, the same every time. */
function shuffled<T>(list: readonly T[]): T[] {
	const middle = Math.ceil(list.length / 2);
	const [first, second] = [list.slice(0, middle).reverse(), list.slice(middle).reverse()];
	return [...second, ...first];
}

const statuses = (service: Service, call: Call): JsonObject => ({
	annonces: answerAll(service, call, 'status', (notice) => statusOf(service, notice)),
});

/** Batch readings (endpoints 4, 6, 8) and the older route of the statuses. */
export const batchRoutes: readonly Route[] = [
	{ name: 'statuses', method: 'POST', path: '/annonces/statuts', handle: statuses },
	{ name: 'statuses', method: 'POST', path: '/statut', handle: statuses },
	{
		name: 'invoicesBatch',
		method: 'POST',
		path: '/annonces/factures',
		handle: (service, call) => ({
			annonces: answerAll(service, call, 'documents', (notice) =>
				invoicesOf(service, notice, call),
			),
		}),
	},
	{
		name: 'documentsBatch',
		method: 'POST',
		path: '/annonces/documents',
		handle: (service, call) => ({
			annonces: answerAll(service, call, 'documents', (notice) =>
				documentsOf(service, notice, call),
			),
		}),
	},
];
