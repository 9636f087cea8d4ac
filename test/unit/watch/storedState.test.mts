import {
	afterSetback,
	emptyState,
	packState,
	schedule,
	unpackState,
	withoutWaits,
} from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { file, NOW, settings, status, told, Watch } from './watching.mts';

const HASH = 'aBcDeFgHiJk';
const stored = (change: object) => ({ v: 1, since: 'a', seen: HASH, words: [], ...change });

describe('what n8n stores for a watch', () => {
	it('is next to nothing while nothing is known', () => {
		const packed = packState(emptyState(NOW));
		expect(packed).toEqual({ v: 1, since: (NOW / 1000).toString(36), seen: '', words: [] });
		expect(unpackState({ ...packed }, 0)).toEqual(emptyState(NOW));
	});

	it('is its digest and its status for a notice of which nothing else is known', () => {
		const watch = new Watch(['AL-1', 'AL-2', 'AL-3'], settings());
		watch.poll({ statuses: { 'AL-1': 'parue', 'AL-2': 'parue', 'AL-3': 'suspendue' } });
		expect(packState(watch.state).seen).toMatch(/^[\w-]{11}0 [\w-]{11}0 [\w-]{11}1$/);
		const [first] = watch.state.seen.values();
		const nothing = { reason: null, changes: 0, told: new Set(), toldOf: new Set() };
		expect(first).toEqual({ status: 'parue', ...nothing });
	});

	it('keeps where to go on, how many references a call takes, and how long all were missing', () => {
		const state = { ...emptyState(NOW), resumeAt: HASH, batchSize: 25, lost: 2 };
		expect(unpackState({ ...packState(state) }, NOW)).toEqual(state);
	});

	it.each([
		['a later version', { v: 2 }],
		['notices that are no text', { seen: 7 }],
		['words that are no list', { words: 'x' }],
	])('counts for nothing where it has %s', (_name, change) => {
		expect(unpackState(stored(change), NOW)).toEqual(emptyState(NOW));
	});

	it.each([0, -1, 2.5, 'x', null])('ignores a number of references per call of %j', (size) => {
		expect(unpackState(stored({ size }), NOW).batchSize).toBeUndefined();
		expect(unpackState(stored({ lost: size }), NOW).lost).toBe(0);
	});

	it('ignores what else is broken in it', () => {
		const broken = stored({
			at: 3,
			held: [4, ['x'], [4, 2, 'a'], ['x', '2', 'a'], ['kept', 2, '!']],
			apart: [4, ['x'], ['x', 1], ['x', '1', 1], [4, 1, 1], ['kept', 1, 1, 'x']],
		});
		const { resumeAt, held, apart } = unpackState(broken, NOW);
		expect(resumeAt).toBeUndefined();
		expect([...held]).toEqual([['kept', { left: 2, since: 0 }]]);
		expect([...apart]).toEqual([['kept', { tries: 1, wait: 1, kind: 'unreadable' }]]);
	});

	it.each([
		['is none', []],
		['is no text', [4]],
	])('knows neither status nor reason of a notice whose word %s', (_name, words) => {
		const { seen } = unpackState(stored({ seen: `${HASH}0.0`, words }), NOW);
		expect(seen.get(HASH)).toMatchObject({ status: undefined, reason: null });
	});
});

describe('what was looked at of a notice', () => {
	const both = settings({ events: ['newDocument', 'newInvoice'] });

	it.each([
		['invoices', 'documents'],
		['documents', 'invoices'],
	] as const)('is kept apart: its %s say nothing of its %s', (first, second) => {
		const watch = new Watch(['AL-1'], both);
		watch.poll({ [first]: { 'AL-1': [] } });
		// There at first sight: no news.
		expect(told(watch.poll({ [second]: { 'AL-1': [file('attestation', 'A-1')] } }))).toEqual([]);
		expect(told(watch.poll({ [second]: { 'AL-1': [file('attestation', 'A-2')] } }))).toHaveLength(
			1,
		);
		expect(told(watch.poll({ [first]: { 'AL-1': [file('avis', 'A-3')] } }))).toHaveLength(1);
	});
});

describe('notices that are read apart', () => {
	it('are in their turn with the others after a single miss, and no more after the second', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings());
		const inTurn = () => watch.schedule().main.map(({ watched }) => watched.text);
		const missing = { statuses: { 'AL-1': 'missing', 'AL-2': 'parue' } };
		watch.poll(missing);
		expect(inTurn()).toEqual(['AL-1', 'AL-2']);
		expect(watch.schedule().apart.status).toEqual([]);
		watch.poll(missing);
		expect(inTurn()).toEqual(['AL-2']);
	});

	it('go to the end of the queue when they were tried in a poll that read nothing', () => {
		const list = ['AL-1', 'AL-2', 'AL-3'];
		const watch = new Watch(list, settings());
		const [first = '', second = '', third = ''] = watch.watched.map(({ hash }) => hash);
		const unreadable = Object.fromEntries(list.map((name) => [name, 'unreadable']));
		for (let poll = 0; poll < 3; poll++) watch.poll({ statuses: unreadable });
		const before = { ...watch.state, resumeAt: third };
		const after = afterSetback(before, undefined, new Set([`${first}s`]));
		expect([...after.apart].map(([key, { wait }]) => [key, wait])).toEqual([
			[`${second}s`, 2],
			[`${third}s`, 2],
			[`${first}s`, 2],
		]);
		expect([...before.apart.values()].map(({ wait }) => wait)).toEqual([3, 3, 3]);
		expect({ ...after, apart: before.apart }).toEqual(before);
		expect(afterSetback(before, second, new Set()).resumeAt).toBe(second);
	});

	it('are read at once when the workflow is published anew, and all else stays known', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings());
		for (let poll = 0; poll < 3; poll++)
			watch.poll({ statuses: { 'AL-1': 'unreadable', 'AL-2': status('AL-2', 'parue') } });
		expect(watch.schedule().apart.status).toEqual([]);
		const anew = withoutWaits(watch.state);
		const { apart } = schedule(anew, watch.watched, watch.settings, NOW);
		expect(apart.status.map(({ text }) => text)).toEqual(['AL-1']);
		expect({ ...anew, apart: watch.state.apart }).toEqual(watch.state);
	});
});
