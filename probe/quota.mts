/**
 * How the quota is counted. Only what is refused tells, so this goes beyond half the quota, as the last of all: it is
 * used up twice, and looked at when it is free again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { timings } from '../nodes/LegalNotice/transport/timings.ts';
import { parsedCodes } from './host.mts';
import type { Probe } from './probe.mts';
import type { Answers } from './questions.mts';

const MOST_CALLS = 650;
const AT_ONCE = 16;
/** When to look, in shares of the time that is expected. */
const MINUTE = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.88, 0.95, 1.03, 1.1, 1.25, 2];
const AGAIN = [0.2, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.03, 1.1, 1.25, 1.5, 2];

interface Filled {
	readonly accepted: number;
	readonly refused: number;
	readonly from: number;
	readonly tookMs: number;
}

/** After the first value nothing was free yet, at the second it was; milliseconds. */
type Free = readonly [number, number];

export async function learnQuota(probe: Probe): Promise<Answers> {
	const { host, say } = probe;
	const minute = timings().quotaWindowMs;
	const pause = (ms: number) => sleep(Math.max(0, ms), undefined, { signal: host.signal });

	async function isAdmitted(): Promise<boolean> {
		const { status, ...rest } = await host.odd('/client', { unlimited: true });
		const codes = parsedCodes({ status, ...rest });
		return status !== 429 && !codes.includes('err_requetes_max');
	}

	async function fill(): Promise<Filled> {
		const from = Date.now();
		let [accepted, refused] = [0, 0];
		const work = async () => {
			while (refused === 0 && accepted < MOST_CALLS) {
				if (await isAdmitted()) accepted++;
				else refused++;
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		return { accepted, refused, from, tookMs: Date.now() - from };
	}

	/** Looks until a call is admitted; few looks where the quota is small, for they may count. */
	async function untilFree(
		{ from, accepted }: Filled,
		shares: readonly number[],
		expectedMs: number,
		halfway?: () => Promise<void>,
	): Promise<Free> {
		const step = Math.ceil(16 / Math.max(1, accepted / 2));
		const looks = shares
			.filter((share, at) => at % step === 0 || [0.95, 1.03].includes(share))
			.map((share) => share * expectedMs);
		const later = MINUTE.map((share) => share * minute).filter((ms) => ms > (looks.at(-1) ?? 0));
		let [before, extra] = [Date.now() - from, halfway];
		for (const look of [...looks, ...later]) {
			await pause(from + look - Date.now());
			if (look >= expectedMs / 2) {
				await extra?.();
				extra = undefined;
			}
			const at = Date.now() - from;
			if (await isAdmitted()) return [before, Date.now() - from];
			before = at;
		}
		throw new Error('The quota did not become free again.');
	}

	say(`The quota, for about four minutes: it is used up twice.`);
	await pause((host.exchanges.at(-1)?.receivedAt ?? 0) + minute * 1.03 - Date.now());
	const first = await fill();
	if (first.refused === 0) return { quotaPerMinute: 0 };
	const [notYet, free] = await untilFree(first, MINUTE, minute);
	say(`${first.accepted} calls were taken; free again after ${Math.round(free / 100) / 10} s.`);
	const startedAnew = first.from + free;
	await pause(free / 3);
	const second = await fill();
	const spent = Math.max(2, Math.floor(first.accepted / 4));
	const [notYet2, free2] = await untilFree(second, AGAIN, free, async () => {
		for (let i = 0; i < spent; i++) await isAdmitted();
	});
	// In a sliding minute each call is free a minute later; a fixed one does not care when the calls were made.
	let sliding = free2 > notYet && notYet2 < free * 1.03;
	const bounds: Free = sliding
		? [Math.max(notYet - first.tookMs, notYet2 - second.tookMs), Math.min(free, free2)]
		: [second.from + notYet2 - startedAnew, second.from + free2 - (first.from + notYet)];
	const isMinute = bounds[0] <= minute && minute <= bounds[1];
	await pause(second.tookMs + minute / 100);
	const third = sliding ? await fill() : undefined;
	if (third && !isMinute) {
		await pause(third.from + free * 1.05 - Date.now());
		sliding = await isAdmitted();
	}
	const seconds = (isMinute ? minute : (bounds[0] + bounds[1]) / 2) / 1000;
	return {
		quotaPerMinute: sliding ? first.accepted : second.accepted + 1,
		quotaWindow: sliding ? 'sliding' : 'fixed',
		quotaWindowSeconds: seconds < 1 ? Math.round(seconds * 10) / 10 : Math.round(seconds),
		...(sliding && third
			? { refusedCallsCount: third.accepted <= first.accepted - 1 - spent / 2 }
			: {}),
	};
}
