/** Keys that lose a right, calls that fail, and answers that cannot be read, in the middle of a poll. */
import { FoundNotices } from '../../../nodes/LegalNotice/trigger/found.ts';
import { eventItem } from '../../../nodes/LegalNotice/trigger/items.ts';
import { filesOutcome, lackOf } from '../../../nodes/LegalNotice/trigger/readings.ts';
import { causeOf } from '../../../nodes/LegalNotice/trigger/cause.ts';
import { readWatched } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { down, type Route } from './newspaper.mts';
import { paperWith, readOnce } from './polling.mts';
import { settings, Watch } from './watching.mts';

const noRight = () => new ServiceFailure('refusal', { codes: ['err_cle_inconnue'] });

/** How many calls of a route went out, of a paper whose calls of it fail in this order. */
function failingIn(
	paper: ReturnType<typeof paperWith>,
	route: Route,
	...fails: Array<() => unknown>
) {
	paper.failing = (asked) => {
		const fail = asked === route ? fails.shift() : undefined;
		return fail?.() as ServiceFailure | undefined;
	};
	return () => paper.calls.filter((call) => call.route === route).length;
}

describe('keys that lose a right while a poll', () => {
	it('looks for the notice that spoils a batch: nothing more of the kind is asked for', async () => {
		const paper = paperWith(8, { documents: [] });
		const watch = new Watch(
			[...paper.notices.keys()],
			settings({ events: ['statusChanged', 'newDocument'] }),
		);
		const calls = failingIn(paper, 'documents', down, noRight);
		const { answers, failure, lacksAspect } = await readOnce(paper, watch);
		expect(calls()).toBe(2);
		expect(failure).toMatchObject({ facts: { status: 502 } });
		expect(lacksAspect).toBe(true);
		expect(answers.statuses.get('AL-0')).toMatchObject({ status: 'a-paraitre' });
		expect(answers.documents.get('AL-0')).toBeUndefined();
	});

	it('reads those that were set apart: the others wait for the next poll', async () => {
		const paper = paperWith(60, { documents: [] });
		const list = [...paper.notices.keys()];
		const watch = new Watch(list, settings({ events: ['statusChanged', 'newDocument'] }));
		const statuses = Object.fromEntries(list.map((name) => [name, 'a-paraitre']));
		const apart = list.slice(0, 50).map((name) => [name, 'unreadable' as const] as const);
		watch.poll({ statuses, documents: Object.fromEntries(apart) });
		watch.poll({});
		const calls = failingIn(paper, 'documents', () => undefined, noRight);
		const { answers } = await readOnce(paper, watch);
		expect(calls()).toBe(2);
		expect(answers.statuses.get('AL-0')).toMatchObject({ status: 'a-paraitre' });
	});

	it('confirms that notices are gone: none is told on the word of a list alone', async () => {
		const paper = paperWith(3, { documents: [] });
		const gone = ['GONE-1', 'GONE-2', 'GONE-3'];
		const list = [...gone, ...paper.notices.keys()];
		const watch = new Watch(list, settings({ events: ['notFound', 'newDocument'] }));
		const missing = Object.fromEntries(gone.map((name) => [name, 'missing']));
		for (let poll = 0; poll < 2; poll++) watch.poll({ statuses: missing });
		watch.poll({});
		const isSingle = (route: Route, references: readonly string[]) =>
			route === 'statut' && references.length === 1;
		paper.failing = (route, references) => (isSingle(route, references) ? noRight() : undefined);
		const { answers } = await readOnce(paper, watch);
		expect(paper.calls.filter((call) => isSingle(call.route, call.references))).toHaveLength(1);
		expect([...answers.gone]).toEqual([]);
	});
});

describe('a failure that is not the service’s', () => {
	it('ends the poll, and what was read before is kept', async () => {
		const paper = paperWith(3, { documents: [] });
		const list = [...paper.notices.keys()];
		const watch = new Watch(list, settings({ events: ['statusChanged', 'newDocument'] }));
		const broken = new TypeError('broken');
		const calls = failingIn(
			paper,
			'documents',
			() => broken,
			() => broken,
		);
		const reading = await readOnce(paper, watch);
		expect(calls()).toBe(1);
		expect(reading.failure).toBe(broken);
		expect(reading.readAnything).toBe(true);
		expect(reading.setback).toBeUndefined();
	});
});

describe('what a failed poll is declared as', () => {
	it.each([
		['cancelled', [], 'temporarily-unavailable'],
		['notStarted', [], 'temporarily-unavailable'],
		['blocked', [], 'temporarily-unavailable'],
		['refusal', ['err_nobody_knows'], 'temporarily-unavailable'],
		['refusal', ['err_cle_inconnue'], 'credential-invalid'],
	] as const)('%s %j is %s', (kind, codes, cause) => {
		expect(causeOf(new ServiceFailure(kind, { codes }))).toBe(cause);
	});
});

describe('notices of a batch that failed', () => {
	it('keep what was said of them alone, and lose what was said of the call', () => {
		const found = new FoundNotices();
		const suspended = new ServiceFailure('refusal', { codes: ['err_annonce_suspendue'] });
		found.of.status.set('AL-0', suspended);
		found.of.status.set('AL-1', noRight());
		found.of.status.set('AL-2', down());
		found.fail('status', readWatched(['AL-0', 'AL-1', 'AL-2', 'AL-3']));
		expect([...found.of.status.keys()]).toEqual(['AL-0', 'AL-2']);
		expect(found.failed.status.size).toBe(4);
	});
});

describe('the list of documents of a notice', () => {
	it.each([
		['is refused', new ServiceFailure('refusal', { codes: ['err_annonce_suspendue'] })],
		['is something else', { documents: 'soon' }],
		['holds something else', { documents: ['a.pdf'] }],
	])('cannot be read when it %s', (_how, found) => {
		expect(filesOutcome(found, 'AL-1', 'documents')).toBe('unreadable');
	});

	it('names documents without number or type by their place, and stays so when links change', () => {
		const listed = (link: string) => ({
			documents: [
				{ type: 'justificatif', url: `${link}1` },
				{ type: 'justificatif', url: `${link}2` },
				{ numero: 7, url: `${link}3` },
				{ type: 'facture', numero: 'F-1' },
				{ type: 'facture', numero: 'F-1' },
			],
		});
		const namesIn = (link: string) => {
			const read = filesOutcome(listed(link), 'AL-1', 'documents');
			return typeof read === 'object' ? read.files.map(({ name }) => name) : [read];
		};
		const names = [
			'justificatif #1',
			'justificatif #2',
			'document 7',
			'facture F-1',
			'facture F-1#2',
		];
		expect(namesIn('https://a.example/')).toEqual(names);
		expect(namesIn('https://b.example/')).toEqual(names);
	});

	it('is missing where the service does not know the notice, and lacks nothing when empty', () => {
		expect(filesOutcome(undefined, 'AL-1', 'invoices')).toBe('missing');
		expect(lackOf({}, 'documents')).toBeUndefined();
		expect(lackOf({ factures: 3 }, 'invoices')).toBe('factures');
	});
});

test('an event whose documents could not even be listed says so', () => {
	const watch = new Watch(['AL-1'], settings({ events: ['published'], files: true }));
	watch.poll({ statuses: { 'AL-1': 'a-paraitre' }, documents: { 'AL-1': [] } });
	const published = { statuses: { 'AL-1': 'parue' }, tried: ['AL-1'] };
	let events = watch.poll(published).events;
	for (let poll = 0; poll < 9 && events.length === 0; poll++) events = watch.poll(published).events;
	const items = events.map((event) => eventItem(event));
	expect(items.map(({ json }) => json.fichiers_manquants)).toEqual([
		[{ type: 'document', raison: expect.stringContaining('could not list') as unknown }],
	]);
});
