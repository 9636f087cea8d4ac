import {
	emptyState,
	readWatched,
	type WatchState,
} from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { Reader } from '../../../nodes/LegalNotice/trigger/reader.ts';
import { TimeBudget } from '../../../nodes/LegalNotice/trigger/timeBudget.ts';
import { down, Newspaper, type Paper } from './newspaper.mts';
import { NOW, settings, told, Watch } from './watching.mts';

const names = (count: number) => Array.from({ length: count }, (_value, index) => `AL-${index}`);

function paperWith(count: number, more: Partial<Paper> = {}): Newspaper {
	const paper = new Newspaper();
	for (const reference of names(count)) paper.add({ reference, statut: 'a-paraitre', ...more });
	return paper;
}

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
		const { answers, lacksAspect, resumeAt } = await read(paper, ['statusChanged', 'newDocument']);
		expect(names(2_300).filter((name) => answers.statuses.get(name) === undefined)).toEqual([]);
		expect(lacksAspect).toBe(true);
		expect(resumeAt).toBeUndefined();
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
		expect(paper.calls.at(-1)).toMatchObject({ references: names(5) });
	});

	it('do not make a poll that runs out of time over them forget where it has to go on', async () => {
		const gone = Array.from({ length: 40 }, (_value, index) => `GONE-${index}`);
		const paper = paperWith(300);
		paper.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 150));
		const list = [...gone, ...paper.notices.keys()];
		const resumeAt = readWatched(['AL-200'])[0]?.hash;
		const state = { ...missedTwice(gone), resumeAt };
		const reading = await read(paper, ['notFound'], { list, state, budgetMs: 200 });
		expect(reading.resumeAt).toBe(resumeAt);
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
