import { findNotice } from '../notices.mts';
import { HttpAnswer, Refusal } from '../refusal.mts';
import type { Handle, Route, Service } from '../service.mts';
import type { JsonObject } from '../types.mts';
import { documentsOf, invoicesOf, statusOf, type View } from './views.mts';

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
	if (texts.length > (settings.batchMaximum ?? Infinity)) {
		if (settings.batchTooLarge === 'http413') throw new HttpAnswer(413, 'Payload Too Large');
		throw new Refusal([settings.batchTooLarge]);
	}
	return texts;
}

/** The answer for the requested notices, in the order and number that the switches say. */
const all =
	(purpose: 'status' | 'files', view: View): Handle =>
	(service, call) => {
		const { settings } = service;
		const found: JsonObject[] = [];
		const seen = new Set<number>();
		for (const reference of readReferences(service, call.body)) {
			const notice = findNotice(service, call.account, reference, purpose);
			if (!notice) {
				if (settings.unknownReferences === 'omit' || !service.rules.on('notice-known')) continue;
				const erreurs = [settings.unknownReferenceCode];
				if (settings.unknownReferences === 'refuse') throw new Refusal(erreurs);
				const refusal = { resultat: 'erreur', erreurs };
				found.push({ reference, ...(settings.unknownReferences === 'entry' && refusal) });
				continue;
			}
			if (seen.has(notice.id) && settings.duplicates === 'refused') {
				throw new Refusal(['err_reference_incorrect']);
			}
			if (seen.has(notice.id) && settings.duplicates === 'merged') continue;
			seen.add(notice.id);
			found.push(view(service, notice, call));
		}
		return { annonces: settings.batchOrder === 'shuffled' ? shuffled(found) : found };
	};

/** Another order than the requested one, the same every time. */
function shuffled<T>(list: readonly T[]): T[] {
	const middle = Math.ceil(list.length / 2);
	return [...list.slice(middle).reverse(), ...list.slice(0, middle).reverse()];
}

/** Batch readings (endpoints 4, 6, 8) and the older route of the statuses. */
export const batchRoutes: readonly Route[] = [
	['statuses', 'POST', '/annonces/statuts', all('status', statusOf)],
	['statuses', 'POST', '/statut', all('status', statusOf)],
	['invoicesBatch', 'POST', '/annonces/factures', all('files', invoicesOf)],
	['documentsBatch', 'POST', '/annonces/documents', all('files', documentsOf)],
];
