import type { IDataObject } from 'n8n-workflow';
import { type ItemResult, asManyAsFit, fits } from '../context';

/** What says the same in another way, for accounting, and lists that grow with the notices of an invoice. */
const LEFT_OUT =
	/^(?:references_(?:facturees|demandees)|montant_tva|.*_iso|.*_absolu|(?:base_)?tva_\d.*|ecart_centimes|total_remises)$/;

/** Invoices as the tool of an agent lists them: whole while they are few; then with few fields, as many as fit. */
export function shortInvoices(result: ItemResult): ItemResult {
	if ('failure' in result) return result;
	const { output } = result;
	const whole = output.map(({ json }) => json);
	if (fits(whole) || output.some(({ binary }) => binary !== undefined)) return result;
	const shown = asManyAsFit(whole.map(withFewFields), (count) => noteOf(count, whole.length));
	return { ...result, output: shown.map((json, at) => ({ ...output[at], json })) };
}

function withFewFields(invoice: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(invoice).filter(([name]) => !LEFT_OUT.test(name)));
}

function noteOf(shown: number, total: number): string {
	const cut =
		shown < total
			? `Only ${shown} of ${total} are shown, with few fields.`
			: 'Few fields are shown.';
	return `${cut} 'Split By' Notice adds up what the notice was billed; with 'Simplify' off everything comes.`;
}
