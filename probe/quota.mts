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
const EVENLY = Array.from({ length: 50 }, (_, at) => (at + 1) / 20);

interface Filled {
	readonly accepted: number;
	readonly refused: number;
	readonly from: number;
	readonly tookMs: number;
}

/** Milliseconds from the beginning of the fill, and the calls that it took to look. */
interface Free {
	readonly notYetMs: number;
	readonly freeMs: number;
	readonly looks: number;
	readonly admitted: number;
}

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

	/**
	 * Looks until calls are admitted; seldom where the quota is small, for looks may count.
	 *
	 * @param strays so many calls before the fill may make room when they grow old: more have to be admitted
	 */
	async function untilFree(
		{ from, accepted }: Filled,
		shares: readonly number[],
		expectedMs: number,
		strays: number,
		halfway?: () => Promise<void>,
	): Promise<Free> {
		const needed = Math.min(strays + 1, accepted);
		const step = Math.ceil(16 / Math.max(1, accepted / 2));
		const looks = shares
			.filter((share, at) => at % step === 0 || [0.95, 1.03].includes(share))
			.map((share) => share * expectedMs);
		const later = MINUTE.map((share) => share * minute).filter((ms) => ms > (looks.at(-1) ?? 0));
		let [notYetMs, extra, admitted] = [Date.now() - from, halfway, 0];
		for (const [at, look] of [...looks, ...later].entries()) {
			await pause(from + look - Date.now());
			if (look >= expectedMs / 2) {
				await extra?.();
				extra = undefined;
			}
			const lookedAt = Date.now() - from;
			let [count, freeMs] = [0, 0];
			while (count < needed && (await isAdmitted())) {
				count++;
				freeMs ||= Date.now() - from;
			}
			admitted += count;
			if (count === needed) return { notYetMs, freeMs, looks: at + 1, admitted };
			notYetMs = lookedAt;
		}
		throw new Error('The quota did not become free again.');
	}

	say('The quota, for about four minutes: it is used up twice.');
	await pause((host.exchanges.at(-1)?.receivedAt ?? 0) + minute * 1.03 - Date.now());
	const first = await fill();
	if (first.refused === 0) return { quotaPerMinute: 0 };
	const freed = await untilFree(first, MINUTE, minute, 0);
	const { notYetMs, freeMs } = freed;
	say(`${first.accepted} calls were taken; free again after ${Math.round(freeMs / 100) / 10} s.`);
	await pause(freeMs / 3 + first.tookMs);
	const second = await fill();
	const spent = Math.max(2, Math.floor(first.accepted / 4));
	const again = await untilFree(second, AGAIN, freeMs, freed.looks, async () => {
		for (let i = 0; i < spent; i++) await isAdmitted();
	});
	// In a sliding minute each call is free a minute later; a fixed one does not care when the calls were made.
	let sliding = again.freeMs > notYetMs && again.notYetMs < freeMs * 1.03;
	let bounds: readonly [number, number] = [
		Math.max(notYetMs - first.tookMs, again.notYetMs - second.tookMs),
		Math.min(freeMs, again.freeMs),
	];
	const isMinute = () => bounds[0] <= minute && minute <= bounds[1];
	await pause(second.tookMs + minute / 100);
	const third = await fill();
	if (sliding && !isMinute()) {
		await pause(third.from + freeMs * 1.05 - Date.now());
		sliding = await isAdmitted();
	}
	if (!sliding) bounds = between([first, freed], [second, again]);
	if (!sliding && !isMinute()) {
		const expected = (bounds[0] + bounds[1]) / 2;
		const watch = async () => {
			const filled = { ...(await fill()), accepted: first.accepted };
			return [filled, await untilFree(filled, EVENLY, expected, 0)] as const;
		};
		bounds = between(await watch(), await watch());
	}
	const seconds = (isMinute() ? minute : (bounds[0] + bounds[1]) / 2) / 1000;
	const left = third.accepted + again.admitted;
	return {
		quotaPerMinute: sliding ? first.accepted : second.accepted + freed.admitted,
		quotaWindow: sliding ? 'sliding' : 'fixed',
		quotaWindowSeconds: seconds < 1 ? Math.round(seconds * 10) / 10 : Math.round(seconds),
		refusedCallsCount: sliding ? left <= first.accepted - spent / 2 : null,
	};
}

type Watched = readonly [Filled, Free];

/** Least and most milliseconds between the moments at which a fixed window started anew. */
function between([one, first]: Watched, [two, second]: Watched): [number, number] {
	const [from, to] = [one.from + first.notYetMs, one.from + first.freeMs];
	return [two.from + second.notYetMs - to, two.from + second.freeMs - from];
}
