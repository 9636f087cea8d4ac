/** What counts as a service that has lost its notices, with lists as small as can be. */
import { settings, told, Watch } from './watching.mts';

const names = (count: number, prefix = 'AL') =>
	Array.from({ length: count }, (_value, index) => `${prefix}-${index}`);
const all = <Said,>(list: readonly string[], said: Said) =>
	Object.fromEntries(list.map((name) => [name, said]));
const list = names(30);
const missing = { statuses: all(list, 'missing') };

function known(watched: string[], change: object = {}): Watch {
	const watch = new Watch(
		watched,
		settings({ events: ['statusChanged', 'published', 'notFound'], ...change }),
	);
	watch.poll({ statuses: all(watched, 'a-paraitre') });
	return watch;
}

describe('thirty notices that are missing at once', () => {
	it('are doubted, poll after poll, ten times', () => {
		const watch = known(list);
		for (let polls = 1; polls <= 10; polls++) {
			expect(watch.poll(missing).vanished).toEqual({ missing: 30, asked: 30, polls });
		}
		expect(watch.poll(missing).vanished).toBeUndefined();
	});

	it('are doubted also where ten were missing already at the poll before', () => {
		const watch = known(list);
		const some = { ...all(list, 'a-paraitre'), ...all(list.slice(0, 10), 'missing') };
		expect(watch.poll({ statuses: some }).vanished).toBeUndefined();
		expect(watch.poll(missing).vanished).toMatchObject({ missing: 30 });
	});

	it.each([
		['are doubted', 27, true],
		['are not', 26, false],
	])('%s where just %d of them are', (_name, count, isDoubted) => {
		const statuses = { ...all(list, 'a-paraitre'), ...all(list.slice(0, count), 'missing') };
		expect(known(list).poll({ statuses }).vanished !== undefined).toBe(isDoubted);
	});

	it('do not keep what else was read from being told', () => {
		const statuses = { ...missing.statuses, ...all(list.slice(0, 2), 'parue') };
		const turn = known(list).poll({ statuses });
		expect(turn.vanished).toMatchObject({ missing: 28, asked: 30 });
		expect(told(turn)).toEqual([
			'published AL-0 a-paraitre > parue',
			'published AL-1 a-paraitre > parue',
		]);
	});

	it('are not missing where they cannot be read', () => {
		expect(known(list).poll({ statuses: all(list, 'unreadable') }).vanished).toBeUndefined();
	});

	it('are to blame themselves where they were missing for two polls among others', () => {
		const others = names(30, 'BL');
		const watch = known([...list, ...others]);
		const some = { ...missing.statuses, ...all(others, 'a-paraitre') };
		for (let poll = 0; poll < 2; poll++)
			expect(watch.poll({ statuses: some }).vanished).toBeUndefined();
		expect(watch.poll(missing).vanished).toBeUndefined();
	});

	it('are known to be gone where that was told before', () => {
		const watch = known(list);
		const gone = { ...missing, gone: list };
		const events = [1, 2, 3].flatMap(() => told(watch.poll(gone)));
		expect(events).toHaveLength(30);
		watch.poll({ statuses: all(list, 'unreadable') });
		expect(watch.poll(missing).vanished).toBeUndefined();
	});
});

describe('the polls in a row in which notices vanished', () => {
	const others = names(30, 'BL');
	const pollsAfter = (watch: Watch) => watch.poll(missing).vanished?.polls;

	it.each([
		['read other notices', { statuses: all(others, 'a-paraitre') }],
		['could read none of them', { statuses: all([...list, ...others], 'unreadable') }],
		['read nothing', {}],
	])('are not ended by one that %s', (_name, between) => {
		const watch = known([...list, ...others]);
		expect(pollsAfter(watch)).toBe(1);
		watch.poll(between);
		expect(pollsAfter(watch)).toBe(2);
	});

	it('are ended by one that found them', () => {
		const watch = known(list);
		for (const polls of [1, 2]) expect(pollsAfter(watch)).toBe(polls);
		watch.poll({ statuses: all(list, 'a-paraitre') });
		expect(pollsAfter(watch)).toBe(1);
	});

	it('are ended also where a notice was not read because it is published', () => {
		const watch = known([...list, 'BL-0'], { stopAfterDays: 30 });
		watch.poll({ statuses: { 'BL-0': 'parue' } });
		expect(pollsAfter(watch)).toBe(1);
		watch.poll({ statuses: all(list, 'a-paraitre') });
		expect(pollsAfter(watch)).toBe(1);
	});

	it('are ended also where a notice was not read because it waits apart', () => {
		const watch = known([...list, 'BL-0']);
		for (let poll = 0; poll < 3; poll++) watch.poll({ statuses: { 'BL-0': 'missing' } });
		expect(pollsAfter(watch)).toBe(1);
		watch.poll({ statuses: all(list, 'a-paraitre') });
		expect(pollsAfter(watch)).toBe(1);
	});
});

describe('notices that were never there', () => {
	it.each([
		['are not doubted up to 400 of them', names(400), {}, false],
		['are doubted from 401 on', names(401), {}, true],
		['are not doubted where another one is there', names(401), { 'BL-0': 'parue' }, false],
	])('%s', (_name, absent, there, isDoubted) => {
		const watch = new Watch([...absent, ...Object.keys(there)], settings());
		const { vanished } = watch.poll({ statuses: { ...all(absent, 'missing'), ...there } });
		expect(vanished !== undefined).toBe(isDoubted);
	});
});
