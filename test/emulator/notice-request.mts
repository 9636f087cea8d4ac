import { addDays, appearsOn, isDate, upcoming, type Appearance } from './calendar.mts';
import { absent, incorrect, Refusal, type Fields } from './fields.mts';
import {
	readCategory,
	readHeader,
	readRow,
	refuseCharacters,
	type Context,
} from './notice-parts.mts';
import type { Row } from './publications.mts';
import { price, type Price } from './tariff.mts';
import { compose, visible } from './text.mts';

export interface ReadNotice {
	readonly appearance: Appearance;
	readonly composed: string;
	readonly price: Price;
}

/**
 * Reads and checks what a quote and an order share (section "Endpoints" 1 and 2).
 * `extra` reads the fields of the order alone before anything is refused.
 *
 * @throws Refusal with every code, or the first one.
 */
export function readNotice(
	fields: Fields,
	context: Context,
	kind: 'quote' | 'order',
	extra: () => void = () => undefined,
): ReadNotice {
	const { personality, catalogue } = context;
	const row = readRow(fields, context);
	const date = fields.string('date_parution');
	if (date !== undefined && !isDate(date)) fields.codes.push(incorrect('date_parution'));
	const category = readCategory(fields, context);
	const text = fields.string('texte', true);
	refuseCharacters(text, fields, context);
	readHeader(fields, context, row);
	const papers = fields.integer('justificatifs_papiers');
	const digital = fields.boolean('justificatif_numerique');
	extra();
	fields.refuseUnknown();

	const composed = compose(text ?? '', {
		personality,
		sheets: catalogue.sheets.filter((sheet) => sheet.type !== 'entete'),
		defaultClass: category.defaultClass,
	});
	const length = visible(composed).trim().length;
	if (text !== undefined && length === 0) {
		fields.codes.push(personality.pedantic ? incorrect('texte') : absent('texte'));
	}
	if (personality.pedantic && row !== undefined) {
		const { shown } = row;
		if ((papers ?? 0) > 0 && !shown.justificatif_papier) {
			fields.codes.push(incorrect('justificatifs_papiers'));
		}
		if (digital === true && !shown.justificatif_numerique) {
			fields.codes.push(incorrect('justificatif_numerique'));
		}
	}
	fields.check();
	if (row === undefined) throw new Refusal(['err_internal_server']);

	const appearance = chooseDate(row, date, context, kind);
	const { shown } = row;
	const asked = papers === 0 && !personality.explicitZeroProofs ? undefined : papers;
	const count = asked ?? (shown.justificatif_numerique ? 0 : 1);
	return {
		appearance,
		composed,
		price: price(
			personality,
			category.packageCode,
			length,
			shown.justificatif_papier ? count : 0,
			(digital ?? personality.digitalProofByDefault) && shown.justificatif_numerique,
		),
	};
}

/**
 * A quote whose date misses the closing time is answered with the next date. Silent: what an order
 * does then, and what becomes of a day on which the newspaper does not appear.
 */
function chooseDate(
	row: Row,
	date: string | undefined,
	{ personality, now }: Context,
	kind: 'quote' | 'order',
): Appearance {
	const today = now.slice(0, 10);
	const beyond = date !== undefined && date > addDays(today, 365);
	const [next] = beyond ? [] : upcoming(row.rhythm, now, 1, date);
	if (next === undefined) throw new Refusal(['err_date_indisponible']);
	if (date === undefined || next.date_parution === date || !personality.missedDateRefused) {
		return next;
	}
	const past = date < today;
	if (kind === 'quote' && (past || appearsOn(date, row.rhythm))) return next;
	const unavailable = past || !appearsOn(date, row.rhythm);
	throw new Refusal([unavailable ? 'err_date_indisponible' : 'err_bouclage_depasse']);
}
