import type { Publication } from './accounts.mts';
import type { PublicationDate } from './calendar.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';

/** The date retained, with its closing time ("Closing time and publication dates", 4). */
export function chooseDate(
	service: Service,
	{ newspaper, id }: Publication,
	asked: string | null,
	purpose: 'quote' | 'order',
): PublicationDate {
	const { calendar, rules, settings } = service;
	const now = service.parisNow();
	const next = (from?: string): PublicationDate => {
		const [first, second] = calendar.next(newspaper, id, now, 2, from);
		const found = rules.on('date-next') || asked !== null ? first : second;
		if (!found) throw new Refusal(['err_date_indisponible']);
		return found;
	};
	if (asked === null) return next();
	if (calendar.tooFar(asked, now) && rules.on('date-available')) {
		throw new Refusal(['err_date_indisponible']);
	}
	const closing = calendar.closing(newspaper, id, asked);
	if (closing !== null && closing > now) return { date_parution: asked, date_bouclage: closing };
	const past = asked < now.slice(0, 10);
	if (closing === null && !past && rules.on('date-available')) {
		if (settings.unavailableDate === 'refuse') throw new Refusal(['err_date_indisponible']);
		return next(asked);
	}
	const refuses = purpose === 'order' && settings.orderMissedDate === 'refuse';
	if (refuses && rules.on('date-missed-refused')) throw new Refusal(['err_bouclage_depasse']);
	if (!rules.on('date-moved')) {
		return { date_parution: asked, date_bouclage: closing ?? `${asked} 00:00:00` };
	}
	return next(asked);
}
