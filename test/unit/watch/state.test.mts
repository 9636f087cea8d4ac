import {
	packState,
	readWatched,
	unpackState,
} from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { file, NOW, settings, status, told, Watch } from './watching.mts';

const longNames = Array.from({ length: 10_000 }, (_value, index) =>
	`DOSSIER-2026-${index}-`.padEnd(50, 'x'),
);
const bytes = (watch: Watch) => Buffer.byteLength(watch.stored);

describe('the size of the state', () => {
	it('stays within 40 bytes a reference, statuses read, whatever its length', () => {
		const watch = new Watch(longNames, settings());
		const statuses = Object.fromEntries(
			longNames.map((name, index) => [name, ['a-paraitre', 'parue', 'suspendue'][index % 3] ?? '']),
		);
		watch.poll({ statuses });
		expect(bytes(watch) / longNames.length).toBeLessThan(16);
	});

	it('also when every notice has changed, is over, and had a long reason of its own', () => {
		const watch = new Watch(
			longNames,
			settings({ events: ['statusChanged', 'reasonChanged'], stopAfterDays: 30 }),
		);
		const read = (suffix: string) => ({
			statuses: Object.fromEntries(
				longNames.map((name, index) => [
					name,
					index % 2
						? status(name, 'parue')
						: status(name, 'suspendue', `Pièce ${suffix}${index} à fournir`),
				]),
			),
		});
		watch.poll(read('a'));
		watch.poll(read('b'));
		expect(watch.poll(read('b')).events).toEqual([]);
		expect(bytes(watch) / longNames.length).toBeLessThan(40);
	});

	it('takes at most 16 bytes more for each document that was told', () => {
		const watch = new Watch(longNames, settings({ events: ['statusChanged', 'newDocument'] }));
		const statuses = Object.fromEntries(longNames.map((name) => [name, 'parue']));
		const documents = (count: number) =>
			Object.fromEntries(
				longNames.map((name) => [
					name,
					Array.from({ length: count }, (_value, index) => file('facture', `F-${name}-${index}`)),
				]),
			);
		watch.poll({ statuses, documents: documents(0) });
		const before = bytes(watch);
		watch.poll({ statuses, documents: documents(5) });
		expect((bytes(watch) - before) / (5 * longNames.length)).toBeLessThan(16);
		expect(before / longNames.length).toBeLessThan(40);
	});

	it('is bounded where the service sends a new long status, and a new document, at every poll', () => {
		const names = longNames.slice(0, 20);
		const watch = new Watch(names, settings({ events: ['statusChanged', 'newDocument'] }));
		const poll = (turn: number) =>
			watch.poll({
				statuses: Object.fromEntries(
					names.map((name, index) => [name, `${turn}-${index} `.padEnd(300, 'é')]),
				),
				documents: Object.fromEntries(names.map((name) => [name, [file('facture', `F-${turn}`)]])),
			});
		poll(0);
		const { events } = poll(1);
		expect(told({ ...poll(1), events })).toHaveLength(40);
		expect(poll(1).events).toEqual([]);
		// What the state has no room for is known only as another one.
		expect(events.find(({ event }) => event === 'statusChanged')).toMatchObject({
			previousStatus: null,
		});
		for (let turn = 2; turn < 260; turn++) expect(poll(turn).events).toHaveLength(40);
		const before = bytes(watch);
		for (let turn = 260; turn < 300; turn++) poll(turn);
		expect(bytes(watch)).toBeLessThanOrEqual(before);
		expect(before / names.length).toBeLessThan(40 + 16 * 200);
	});

	it('holds no reference as text', () => {
		const watch = new Watch(longNames.slice(0, 3), settings());
		watch.poll({ statuses: Object.fromEntries(watch.list.map((name) => [name, 'parue'])) });
		expect(watch.stored).not.toContain('DOSSIER');
	});
});

describe('the state', () => {
	it('forgets a reference that left the list, and meets it anew when it comes back', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings({ firstSight: 'current' }));
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue', 'AL-2': 'parue' } }))).toHaveLength(2);
		watch.list = ['AL-2'];
		watch.poll({});
		expect([...watch.state.seen]).toHaveLength(1);
		watch.list = ['AL-1', 'AL-2'];
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue', 'AL-2': 'parue' } }))).toEqual([
			'statusChanged AL-1 - > parue',
		]);
	});

	it.each([
		['nothing', {}],
		['data of another node', { lastTimeChecked: 4, pending: ['x'] }],
		['a later version', { v: 2, seen: '', words: [] }],
		['broken parts', { v: 1, since: 7, seen: 'short', words: 'x' }],
	])('begins anew from %s', (_name, stored) => {
		expect([...unpackState(stored, NOW).seen]).toEqual([]);
	});

	it('survives broken entries', () => {
		const stored = {
			v: 1,
			since: '!',
			seen: 'abc',
			words: [4],
			held: [3],
			apart: [4, ['x']],
			at: 3,
			size: -1,
		};
		expect(packState(unpackState(stored, NOW))).toMatchObject({ v: 1, seen: 'abc' });
	});

	it('tells 10,000 references apart', () => {
		expect(new Set(readWatched(longNames).map(({ hash }) => hash)).size).toBe(10_000);
	});
});
