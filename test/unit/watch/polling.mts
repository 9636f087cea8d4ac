/** Polls of a newspaper in memory, one after the other, with the state that each leaves to the next. */
import { packState } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { Reader, type PollReading } from '../../../nodes/LegalNotice/trigger/reader.ts';
import { TimeBudget } from '../../../nodes/LegalNotice/trigger/timeBudget.ts';
import { Newspaper, type Paper } from './newspaper.mts';
import { NOW, type Watch } from './watching.mts';

export const names = (count: number) =>
	Array.from({ length: count }, (_value, index) => `AL-${index}`);

export function paperWith(count: number, more: Partial<Paper> = {}): Newspaper {
	const paper = new Newspaper();
	for (const reference of names(count)) paper.add({ reference, statut: 'a-paraitre', ...more });
	return paper;
}

export interface PollRead {
	/** Of which notices the status was read. */
	readonly read: string[];
	readonly calls: number;
	/** Whether nothing at all was read, so that the poll failed. */
	readonly failed: boolean;
}

/** What one poll reads; the watch stays as it is. */
export async function readOnce(
	paper: Newspaper,
	{ state, watched, settings }: Watch,
	budgetMs = 60_000,
): Promise<PollReading> {
	const time = new TimeBudget(budgetMs, false);
	return await new Reader(paper, state, watched, settings, NOW, time).readAll();
}

/** A poll that reads nothing leaves nothing but what the next one begins with. */
export async function poll(
	paper: Newspaper,
	watch: Watch,
	polls: number,
	budgetMs = 60_000,
): Promise<PollRead[]> {
	const all: PollRead[] = [];
	for (let done = 0; done < polls; done++) {
		const before = paper.calls.length;
		const reading = await readOnce(paper, watch, budgetMs);
		const { answers, resumeAt, setback, batchSize, readAnything } = reading;
		if (readAnything) {
			watch.take(answers);
			watch.stored = JSON.stringify(packState({ ...watch.state, resumeAt, batchSize }));
		} else if (setback) {
			watch.stored = JSON.stringify(packState(setback));
		}
		const read = watch.list.filter((name) => typeof answers.statuses.get(name) === 'object');
		all.push({ read, calls: paper.calls.length - before, failed: !readAnything });
	}
	return all;
}

export function readBy(polls: ReadonlyArray<{ read: string[] }>): string[] {
	const read = new Set(polls.flatMap((one) => one.read));
	return names(10_000).filter((name) => read.has(name));
}
