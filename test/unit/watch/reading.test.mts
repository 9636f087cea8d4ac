import {
	emptyState,
	readWatched,
	type WatchState,
} from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { Reader } from '../../../nodes/LegalNotice/trigger/reader.ts';
import { TimeBudget } from '../../../nodes/LegalNotice/trigger/timeBudget.ts';
import { down, type Newspaper } from './newspaper.mts';
import { names, paperWith, poll, readBy } from './polling.mts';
import { NOW, settings, told, Watch } from './watching.mts';

async function read(
	paper: Newspaper,
	events: readonly string[],
	{
		list = [...paper.notices.keys()],
		state = emptyState(NOW),
		budgetMs = 60_000,
		files = false,
	} = {},
) {
	const time = new TimeBudget(budgetMs, files);
	const chosen = settings({ events, files });
	return await new Reader(paper, state, readWatched(list), chosen, NOW, time).readAll();
}

const failures = (thrown: unknown) => (thrown as { facts?: { missing?: string } }).facts?.missing;

describe('answers that lack what was asked for', () => {
	it.each([
		['statut', 'statusChanged', { statut: undefined }],
		['statut', 'statusChanged', { statut: { code: 1 } }],
		['documents', 'newDocument', { documents: 'none' }],
		['documents', 'newDocument', { documents: ['a.pdf'] }],
		['factures', 'newInvoice', { factures: 3 }],
	] as const)('are not the service’s when none has a readable %s', async (missing, event, lack) => {
		const reading = await read(paperWith(3, lack), [event]);
		expect(reading.readAnything).toBe(false);
		expect(failures(reading.failure)).toBe(missing);
	});

	it.each([[undefined], [null], [[]], [{}]])(
		'lists that are %j hold nothing yet',
		async (empty) => {
			const reading = await read(paperWith(2, { documents: empty }), ['newDocument']);
			expect(reading).toMatchObject({ readAnything: true, lacksAspect: false, failure: undefined });
			expect(reading.answers.documents.get('AL-0')).toMatchObject({ files: [] });
		},
	);

	it('by one notice only are told, and that notice is set apart', async () => {
		const paper = paperWith(3);
		paper.add({ reference: 'AL-1' });
		const { answers, failure, lacksAspect } = await read(paper, ['statusChanged']);
		expect(failures(failure)).toBe('statut');
		expect(lacksAspect).toBe(false);
		expect(answers.statuses.get('AL-1')).toBe('unreadable');
		expect(answers.statuses.get('AL-2')).toMatchObject({ status: 'a-paraitre' });
	});
});

describe('a route that is down', () => {
	it.each([1, 3, 150])('fails a list of %d notices, however short', async (count) => {
		const paper = paperWith(count);
		paper.failing = (route) => (route === 'factures' ? down() : undefined);
		const reading = await read(paper, ['statusChanged', 'newInvoice']);
		expect(reading).toMatchObject({ readAnything: true, lacksAspect: true });
		expect(reading.failure).toMatchObject({ kind: 'notTheService' });
		// It says nothing of the notices: none is set apart.
		expect(reading.answers.invoices.get('AL-0')).toBeUndefined();
		expect(paper.calls.length).toBeLessThan(14);
	});

	it('does not keep the statuses of a long list from being read', async () => {
		const paper = paperWith(2_300);
		paper.failing = (route) => (route === 'documents' ? down() : undefined);
		let state = emptyState(NOW);
		const begins = new Set<string | undefined>();
		for (let poll = 0; poll < 3; poll++) {
			const reading = await read(paper, ['statusChanged', 'newDocument'], { state });
			const { answers, lacksAspect, resumeAt } = reading;
			expect(names(2_300).filter((name) => answers.statuses.get(name) === undefined)).toEqual([]);
			expect(lacksAspect).toBe(true);
			begins.add(resumeAt);
			state = { ...state, resumeAt };
		}
		// Perhaps those it began with are to blame for the documents.
		expect(begins.size).toBe(3);
		expect(begins).not.toContain(undefined);
		expect(begins).not.toContain(readWatched(['AL-0'])[0]?.hash);
	});
});

describe('notices that are to be confirmed as gone', () => {
	function missedTwice(list: readonly string[]): WatchState {
		const watch = new Watch([...list], settings({ events: ['notFound'] }));
		const missing = Object.fromEntries(list.map((name) => [name, 'missing']));
		for (let poll = 0; poll < 2; poll++) watch.poll({ statuses: missing });
		watch.poll({});
		return watch.state;
	}

	it('take no more calls of a poll than the others that are read apart', async () => {
		const gone = Array.from({ length: 200 }, (_value, index) => `GONE-${index}`);
		const paper = paperWith(5);
		const list = [...gone, ...paper.notices.keys()];
		await read(paper, ['notFound'], { list, state: missedTwice(gone) });
		expect(paper.calls.length).toBeLessThanOrEqual(21);
		expect(paper.calls[0]).toMatchObject({ references: names(5) });
	});

	it('do not make a poll that runs out of time go on elsewhere than where it stopped', async () => {
		const gone = Array.from({ length: 40 }, (_value, index) => `GONE-${index}`);
		const paper = paperWith(300);
		paper.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 700));
		const list = [...gone, ...paper.notices.keys()];
		const resumeAt = readWatched(['AL-200'])[0]?.hash;
		const state = { ...missedTwice(gone), resumeAt };
		const reading = await read(paper, ['notFound'], { list, state, budgetMs: 1_000 });
		expect(names(300).filter((name) => reading.answers.statuses.get(name))).toEqual(
			names(300).slice(200),
		);
		expect(reading.resumeAt).toBe(readWatched(['AL-0'])[0]?.hash);
	});

	it('are told over the polls that follow, each once', async () => {
		const gone = Array.from({ length: 45 }, (_value, index) => `GONE-${index}`);
		const paper = paperWith(2);
		const list = [...gone, ...paper.notices.keys()];
		const watch = new Watch(list, settings({ events: ['notFound'] }));
		const names: string[] = [];
		for (let poll = 0; poll < 12; poll++) {
			const { answers } = await read(paper, ['notFound'], { list, state: watch.state });
			names.push(...told(watch.take(answers)));
		}
		expect(names.sort()).toEqual(gone.map((name) => `notFound ${name} - > introuvable`).sort());
	});
});

describe('notices for which every call fails', () => {
	const waiting = (ms: number) => () =>
		new Promise<void>((resolve) => {
			setTimeout(resolve, ms);
		});

	function withBad(count: number, bad: readonly string[]): Newspaper {
		const paper = paperWith(count);
		paper.failing = (_route, asked) =>
			asked.some((name) => bad.includes(name)) ? down() : undefined;
		return paper;
	}

	const goodOf = (count: number, bad: readonly string[]) =>
		names(count).filter((name) => !bad.includes(name));
	it.each<[number, string[], number?]>([
		[2, ['AL-0']],
		[40, ['AL-3']],
		[100, ['AL-99']],
		[40, ['AL-3', 'AL-30']],
		[100, ['AL-3', 'AL-17', 'AL-31', 'AL-45', 'AL-59', 'AL-73', 'AL-87'], 12],
		[2_300, ['AL-150', 'AL-450', 'AL-850']],
		[2_300, ['AL-150', 'AL-250', 'AL-350']],
		[2_300, ['AL-5', 'AL-105', 'AL-205']],
		[2_300, ['AL-700', 'AL-800', 'AL-900']],
	])('do not keep the others of %d from being read: %j', async (count, bad, polls = 5) => {
		const watch = new Watch(names(count), settings());
		const paper = withBad(count, bad);
		const first = await poll(paper, watch, polls);
		expect(readBy(first)).toEqual(goodOf(count, bad));
		// From then on, nobody is kept waiting by them.
		const [then] = await poll(paper, watch, 1);
		expect(then?.read).toEqual(goodOf(count, bad));
	});

	it.each([2, 40, 100, 2_300])(
		'a service that is down fails %d notices with few calls',
		async (count) => {
			const paper = paperWith(count);
			paper.failing = down;
			const reading = await read(paper, ['statusChanged']);
			expect(reading).toMatchObject({ readAnything: false, lacksAspect: true });
			expect(paper.calls.length).toBeLessThan(12);
		},
	);

	it('do not stop everything when many of them were set apart, and wait longer', async () => {
		const bad = names(160).slice(100);
		const watch = new Watch(names(500), settings());
		watch.poll({
			statuses: Object.fromEntries(
				names(500).map((name) => [name, bad.includes(name) ? 'unreadable' : 'a-paraitre']),
			),
		});
		const polls = await poll(withBad(500, bad), watch, 12);
		for (const { read, calls } of polls) {
			expect(read).toEqual(goodOf(500, bad));
			expect(calls).toBeLessThan(30);
		}
		expect(Math.min(...[...watch.state.apart.values()].map(({ tries }) => tries))).toBeGreaterThan(
			1,
		);
	});

	it('that recover are read again, although others of them do not', async () => {
		const bad = names(160).slice(100);
		const watch = new Watch(names(500), settings());
		watch.poll({
			statuses: Object.fromEntries(
				names(500).map((name) => [name, bad.includes(name) ? 'unreadable' : 'a-paraitre']),
			),
		});
		const still = bad.filter((_name, index) => index % 3 === 0);
		expect(readBy(await poll(withBad(500, still), watch, 12))).toEqual(goodOf(500, still));
	});

	it('do not hide their neighbours while no poll has time for the whole list', async () => {
		const watch = new Watch(names(3_000), settings());
		const paper = withBad(3_000, ['AL-250']);
		paper.beforeAnswer = waiting(20);
		const polls = await poll(paper, watch, 24, 150);
		expect(readBy(polls)).toEqual(goodOf(3_000, ['AL-250']));
	});

	it('once are read in their turn while no poll has time for the whole list', async () => {
		const watch = new Watch(names(3_000), settings());
		watch.poll({ statuses: { 'AL-7': 'missing', 'AL-8': 'a-paraitre' } });
		const paper = paperWith(3_000);
		paper.beforeAnswer = waiting(60);
		expect(readBy(await poll(paper, watch, 3, 200))).toContain('AL-7');
	});
});
