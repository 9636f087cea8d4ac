import { HttpAnswer, Refusal } from '../refusal.mts';
import type { Call, Handle, Route, Service } from '../service.mts';
import type { Notice } from '../store.mts';
import type { JsonObject } from '../types.mts';
import { documentsOf, invoicesOf, statusOf } from './views.mts';

/** @throws {Refusal} unless the body holds a list of references */
function readReferences({ rules, settings }: Service, { references }: JsonObject): string[] {
	const given = references ?? [];
	const list: unknown[] = Array.isArray(given) ? given : [given];
	if (list.length === 0 && rules.on('reference-required')) {
		throw new Refusal(['err_reference_absent']);
	}
	const texts = list.filter((value): value is string => typeof value === 'string' && value !== '');
	if (rules.on('reference-format') && (!Array.isArray(given) || texts.length < list.length)) {
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
	cancelledToo: boolean,
	view: (service: Service, notice: Notice, call: Call) => JsonObject,
): JsonObject {
	const { settings, notices, rules } = service;
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
		notices.refuseSuspended(notice, view === statusOf ? 'status' : 'files');
		if (seen.has(notice.id) && settings.duplicates === 'refused') {
			throw new Refusal(['err_reference_incorrect']);
		}
		if (seen.has(notice.id) && settings.duplicates === 'merged') continue;
		seen.add(notice.id);
		found.push(view(service, notice, call));
	}
	return { annonces: settings.batchOrder === 'shuffled' ? shuffled(found) : found };
}

/** Another order than the one asked for, the same every time. */
function shuffled<T>(list: readonly T[]): T[] {
	const middle = Math.ceil(list.length / 2);
	return [...list.slice(middle).reverse(), ...list.slice(0, middle).reverse()];
}

const statuses: Handle = (service, call) =>
	answerAll(service, call, !service.rules.on('cancelled-hidden'), statusOf);

const filesBy =
	(view: typeof documentsOf): Handle =>
	(service, call) =>
		answerAll(service, call, service.showsCancelledFiles(), view);

/** Batch readings (endpoints 4, 6, 8) and the older route of the statuses. */
export const batchRoutes: readonly Route[] = [
	['statuses', 'POST', '/annonces/statuts', statuses],
	['statuses', 'POST', '/statut', statuses],
	['invoicesBatch', 'POST', '/annonces/factures', filesBy(invoicesOf)],
	['documentsBatch', 'POST', '/annonces/documents', filesBy(documentsOf)],
];
