/** Wall-clock time in Paris, which every date of the interface is given in. */
const format = new Intl.DateTimeFormat('sv-SE', {
	timeZone: 'Europe/Paris',
	dateStyle: 'short',
	timeStyle: 'medium',
});

/**
 * Paris time as `AAAA-MM-JJ HH:MM:SS`; two such texts compare in order of time.
 *
 * @param epochMs epoch milliseconds
 */
export function parisTime(epochMs: number): string {
	return format.format(epochMs);
}

/** Whether the text is a real day written `AAAA-MM-JJ`. */
export function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const time = Date.parse(`${text}T00:00:00Z`);
	return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** The day some days later (or earlier, when negative). */
export function addDays(day: string, count: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() + count);
	return date.toISOString().slice(0, 10);
}

/** 1 Monday to 7 Sunday. */
export function weekday(day: string): number {
	return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
